"""Functions of JAX that are passed by name: ``jax.tree.map(jnp.tanh, x)``."""

from __future__ import annotations

from collections.abc import Sequence

from mypy.nodes import Expression, RefExpr
from mypy.types import Type

from promo_mypy.session import Session
from promo_typing.rules import FUNCTIONS, Rule, without_arguments
from promo_typing.rules.model import ArrayOf


def returned(session: Session, function: Expression, inputs: Sequence[Type]) -> Type | None:
    """Return the result type of a function of JAX that is called with nothing but operands.

    None if it is not a function of JAX with a rule, or if JAX refuses the operands.
    """
    rule = _rule(function)
    if rule is None or len(rule.operands) != len(inputs):
        return None
    operands = tuple(map(session.converter.operand, inputs))
    combined = session.evaluate(without_arguments(rule), operands, ())
    if combined is None or combined.failures or not combined.results:
        return None
    return session.converter.array(combined.results[0])


def has_rule(function: Expression) -> bool:
    """Whether an expression is a function of JAX whose result follows from a rule."""
    return _rule(function) is not None


def _rule(function: Expression) -> Rule | None:
    rule = FUNCTIONS.get(function.fullname) if isinstance(function, RefExpr) else None
    return rule if rule is not None and isinstance(rule.usual.result, ArrayOf) else None
