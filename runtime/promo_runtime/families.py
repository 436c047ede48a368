"""What the engine reads off the rule of a function: its family, and which parameters are operands.

It reads the words of rules here and nowhere else.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from promo_typing.rules import FUNCTIONS, OPERATORS, Rule, parameter_name
from promo_typing.systems import Family, Function

NAMESPACE: Final = "jax.numpy."

_BY_COMBINE: Final[dict[str, Family]] = {
    **dict.fromkeys(("contraction", "einsum", "inner"), "dot"),
    **dict.fromkeys(("first", "single", "alike", "scatter"), "keep"),
    "power": "arithmetic",
    "any_pair": "compare",
}
_OF_ELEMENTS: Final = frozenset({"join", "quantile", "percentile"})
_SUMS: Final = frozenset({"sum", "cumulative"})
_OPERATORS: Final = frozenset(
    operator.function
    for operator in OPERATORS.values()
    if FUNCTIONS[operator.function].accepts != "integer_or_bool"
)
_OF_KNOWN_RESULT: Final[frozenset[Family]] = frozenset({"compare", "sum", "dot"})


@cache
def described(function: str) -> Function | None:
    """Describe a function to promotion systems; None if none but JAX has an answer.

    ``function`` is a full name, such as ``jax.numpy.add``.
    """
    name = function.removeprefix(NAMESPACE)
    if not function.startswith(NAMESPACE) or "." in name or not FUNCTIONS[function].operands:
        return None
    family = _family(function, FUNCTIONS[function])
    if family is None:
        return None
    is_same = FUNCTIONS[function].results == ("same",)
    return Function(name, family, is_same or family in _OF_KNOWN_RESULT)


@dataclass(frozen=True, slots=True)
class Parameters:
    """The parameters of a function, as far as dtypes depend on them.

    Attributes:
        operands: those that are arrays or numbers whose dtypes take part in the promotion.
        in_tuples: those of them that are tuples, of which only the first item takes part.
        dtype: the one that asks for the dtype of the result; None if there is none.
    """

    operands: frozenset[str]
    in_tuples: frozenset[str]
    dtype: str | None


@cache
def parameters(function: str) -> Parameters:
    """Return the parameters of a function of the rule table."""
    rule = FUNCTIONS[function]
    in_tuples = (each for each in rule.operands if each.endswith("[0]"))
    return Parameters(
        frozenset(map(parameter_name, rule.operands)),
        frozenset(map(parameter_name, in_tuples)),
        rule.dtype_parameter,
    )


def _family(function: str, rule: Rule) -> Family | None:
    if rule.combine in _BY_COMBINE:
        return _BY_COMBINE[rule.combine]
    return _of_elements(function, rule) if rule.combine in _OF_ELEMENTS else None


def _of_elements(function: str, rule: Rule) -> Family:
    result = rule.results[0]
    if result in _SUMS:
        return "sum"
    if result.startswith("inexact"):
        return "float"
    if len(rule.operands) == 1 and "[]" not in rule.operands[0]:
        return "keep"
    if result == "bool":
        return "compare"
    return "arithmetic" if function in _OPERATORS else "join"
