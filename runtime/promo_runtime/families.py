"""Derives from the rules of functions how promotion systems see them: family and operands."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from promo_typing.core.dtypes import NODES
from promo_typing.lattice.semantics import Semantics
from promo_typing.rules import FUNCTIONS, OPERATORS, Rule, without_arguments
from promo_typing.rules.model import (
    After,
    Alike,
    Check,
    Counts,
    DtypeMap,
    Expression,
    FirstItem,
    If,
    IfTaken,
    Join,
    Known,
    Map,
    Of,
    Product,
    PythonInt,
    Several,
    expressions,
)
from promo_typing.rules.model.dtype_maps import TO_CUMULATIVE, TO_STRONG, TO_SUM
from promo_typing.rules.model.dtype_sets import INTEGRAL
from promo_typing.systems import Family, Function

NAMESPACE: Final = "jax.numpy."

_SUMS: Final = (TO_SUM, TO_CUMULATIVE)
_SEMANTICS: Final = Semantics()
_OF_KNOWN_RESULT: Final[frozenset[Family]] = frozenset({"compare", "sum", "dot"})


@cache
def described(function: str) -> Function | None:
    """Describe a function to promotion systems; None if only JAX's own rule decides its dtypes.

    ``function`` is a full name, such as ``jax.numpy.add``.
    """
    name = function.removeprefix(NAMESPACE)
    if not function.startswith(NAMESPACE) or "." in name:
        return None
    rule = without_arguments(FUNCTIONS[function])
    family = _family(function, rule) if rule.operands else None
    if family is None:
        return None
    (first, *others) = expressions(rule.usual.result)
    is_same = not others and _map(first) is None
    return Function(name, family, is_same or family in _OF_KNOWN_RESULT)


@dataclass(frozen=True, slots=True)
class Parameters:
    """The parameters of a function that matter for dtypes.

    Attributes:
        operands: the parameters whose dtypes take part in the promotion.
        in_tuples: the operands that are tuples; only the first item takes part.
        dtype: the parameter for the dtype of the result, None if there is none.
    """

    operands: frozenset[str]
    in_tuples: frozenset[str]
    dtype: str | None


@cache
def parameters(function: str) -> Parameters:
    """Return the parameters of a function of the rule table."""
    rule = without_arguments(FUNCTIONS[function])
    return Parameters(
        frozenset(each.name for each in rule.operands),
        frozenset(each.name for each in rule.operands if isinstance(each, FirstItem)),
        None if rule.dtype is None else rule.dtype.name,
    )


@cache
def looks_at_values(function: str) -> bool:
    """Whether a rule has a case for a Python int, whose value decides."""
    cases = FUNCTIONS[function].cases
    return any(isinstance(condition, PythonInt) for case in cases for condition in case.when)


def _family(function: str, rule: Rule) -> Family | None:
    first = expressions(rule.usual.result)[0]
    if looks_at_values(function):
        return "arithmetic"
    if _contains(first, Product):
        return "dot"
    combined = _core(first)
    if isinstance(combined, IfTaken):
        return "compare"
    if _keeps(combined):
        return "keep"
    return _of_elements(function, rule, first) if _promotes(combined) else None


def _keeps(combined: Expression) -> bool:
    """Whether the result has the dtype of the first, only or common operand."""
    if isinstance(combined, After):
        kept = _core(combined.then)
        scattered = (
            isinstance(combined.first, Join) and Map(TO_STRONG, kept) in combined.first.parts
        )
        return isinstance(kept, Of) and (isinstance(combined.first, Of) or scattered)
    return isinstance(combined, If) and isinstance(combined.test, Alike | Counts)


def _promotes(combined: Expression) -> bool:
    """Whether operands are only promoted; a real parameter such as a quantile does not count."""
    if isinstance(combined, After) and isinstance(combined.first, Check):
        real = combined.first.accepted.contains("float32", _SEMANTICS)
        return real and isinstance(combined.then, Of)
    if isinstance(combined, Join):
        return all(isinstance(part, Of) for part in combined.parts)
    return isinstance(combined, Of)


def _of_elements(function: str, rule: Rule, first: Expression) -> Family:
    by = _map(first)
    if by in _SUMS:
        return "sum"
    if by is not None and all(by(node, _X64) == to for node, to in _INEXACT.items()):
        return "float"
    if len(rule.operands) == 1 and not isinstance(rule.operands[0], Several):
        return "keep"
    if by is not None and {by(node, _SEMANTICS) for node in NODES} == {"bool"}:
        return "compare"
    return "arithmetic" if function in _operators() else "join"


_X64: Final = Semantics(x64=True)
_INEXACT: Final = {"int32": "float32", "float16": "float16"}
"""Two results by which the map of a float function is recognised, with x64 on.

Other maps turn int32 into the default float, float64.
"""


@cache
def _operators() -> frozenset[str]:
    """The functions that Python's arithmetic operators call."""
    return frozenset(
        operator.function
        for operator in OPERATORS.values()
        if not _takes_integers_alone(FUNCTIONS[operator.function])
    )


def _takes_integers_alone(rule: Rule) -> bool:
    checked = _without_map(expressions(rule.usual.result)[0])
    return isinstance(checked, Check) and checked.accepted == INTEGRAL


def _map(expression: Expression) -> DtypeMap | None:
    mapped = _without_checks(expression)
    return mapped.by if isinstance(mapped, Map) else None


def _without_map(expression: Expression) -> Expression:
    return expression.part if isinstance(expression, Map) else expression


def _without_checks(expression: Expression) -> Expression:
    while isinstance(expression, Check | Known | After):
        expression = expression.then if isinstance(expression, After) else expression.part
    return expression


def _core(expression: Expression) -> Expression:
    """The combination of operands in an expression, without checks and conversions."""
    while isinstance(expression, Check | Known | Map):
        expression = expression.part
    return expression


def _contains(part: Any, kind: type) -> bool:
    if isinstance(part, tuple):
        return any(_contains(each, kind) for each in part)
    if isinstance(part, kind):
        return True
    names = getattr(part, "__dataclass_fields__", ())
    return any(_contains(getattr(part, name), kind) for name in names)
