"""What is known of values of unknown dtype in a program that computes in float32 alone.

They are no other floats there: ``jnp.exp(x)`` and ``x / 2`` are float32, whatever ``x`` is.
"""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.plugin import CheckerPluginInterface

from promo_mypy.session import Session
from promo_mypy.types.evaluate import Combined
from promo_mypy.types.symbols import Operand
from promo_typing.rules import Rule


def is_single(session: Session, api: CheckerPluginInterface) -> bool:
    """Return whether a dtype of floats that is not known is float32: none is asked for by name."""
    settings = session.semantics
    is_plain = not settings.x64 and settings.explicit_x64 != "allow"
    is_promoting = settings.promotion == "standard"
    if not (is_plain and is_promoting and session.inference.is_on):
        return False
    return isinstance(api, TypeChecker) and session.inference.single_float.of(api)


def evaluated(
    session: Session,
    rule: Rule,
    operands: tuple[Operand | None, ...],
    dtype: Operand,
    api: CheckerPluginInterface,
) -> Combined | None:
    """Return what a rule says of operands of which some may be unknown; None if that is nothing."""
    if None in operands and is_single(session, api):
        known = session.evaluate.in_float32(rule, operands, dtype)
        if known is not None:
            return known
    return session.evaluate(rule, operands, dtype)
