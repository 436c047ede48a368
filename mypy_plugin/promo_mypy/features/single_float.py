"""Unknown dtypes in programs whose only floats are float32.

In such a program ``jnp.exp(x)`` and ``x / 2`` are float32, even if the dtype of ``x`` is unknown.
"""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.plugin import CheckerPluginInterface

from promo_mypy.session import Session
from promo_mypy.types.evaluate import Combined
from promo_mypy.types.symbols import Operand
from promo_typing.rules import Rule


def is_single(session: Session, api: CheckerPluginInterface) -> bool:
    """Whether floats of unknown dtype are float32, since the program never names another one."""
    settings = session.semantics
    is_plain = not settings.x64 and settings.explicit_x64 != "allow"
    is_promoting = settings.promotion == "standard"
    if not (is_plain and is_promoting and session.inference.is_on):
        return False
    return isinstance(api, TypeChecker) and session.inference.program.single_float.of(api)


def evaluated(
    session: Session,
    rule: Rule,
    operands: tuple[Operand | None, ...],
    dtype: Operand,
    api: CheckerPluginInterface,
) -> Combined | None:
    """Return the result of a rule, also for unknown operands; None if the result is unknown."""
    if None in operands and is_single(session, api):
        known = session.evaluate.in_float32(rule, operands, dtype)
        if known is not None:
            return known
    return session.evaluate(rule, operands, dtype)
