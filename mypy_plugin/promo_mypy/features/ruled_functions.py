"""Functions that are passed by name and have a rule: ``jax.tree.map(jnp.tanh, x)``.

They are functions of JAX, and those of Python that stand for an operator: ``operator.add``.
"""

from __future__ import annotations

from collections.abc import Sequence

from mypy.nodes import Expression, RefExpr
from mypy.types import Type, get_proper_type

from promo_mypy.fullnames import BUILTIN_OPERATORS
from promo_mypy.session import Session
from promo_mypy.types.convert import array_instance
from promo_typing.rules import FUNCTIONS, OPERATORS, Rule, without_arguments
from promo_typing.rules.model import ArrayOf


def returned(session: Session, function: Expression, inputs: Sequence[Type]) -> Type | None:
    """Return the result type of a function that is called with nothing but operands.

    None if the function has no rule, or if JAX refuses the operands.
    """
    rule = _rule(function)
    if rule is None or len(rule.operands) != len(inputs):
        return None
    if _is_operator(function) and not any(map(array_instance, map(get_proper_type, inputs))):
        return None  # Python or NumPy computes these.
    operands = tuple(map(session.converter.operand, inputs))
    combined = session.evaluate(without_arguments(rule), operands, ())
    if combined is None or combined.failures or not combined.results:
        return None
    return session.converter.array(combined.results[0])


def has_rule(function: Expression) -> bool:
    """Whether an expression is a function whose result for arrays follows from a rule."""
    return _rule(function) is not None


def _rule(function: Expression) -> Rule | None:
    if not isinstance(function, RefExpr):
        return None
    name = function.fullname
    if _is_operator(function):
        name = OPERATORS[BUILTIN_OPERATORS[name]].function
    rule = FUNCTIONS.get(name)
    return rule if rule is not None and isinstance(rule.usual.result, ArrayOf) else None


def _is_operator(function: Expression) -> bool:
    """Whether an expression is a function of Python that calls an operator method."""
    return isinstance(function, RefExpr) and function.fullname in BUILTIN_OPERATORS
