"""What a promotion system is asked about a function: how dtypes of operands decide its dtype.

A family is read off the rule of a function, so that each function is described once.
"""

from __future__ import annotations

from functools import cache
from typing import Final, Literal, TypeAlias

from promo_typing.rules import FUNCTIONS, OPERATORS, Rule

Family: TypeAlias = Literal["keep", "join", "arithmetic", "compare", "float", "dot", "sum"]
"""What happens to the operands.

``keep``: nothing. ``join``: they are promoted. ``arithmetic`` and ``compare``: so they are, as
those of ``x + y`` and ``x == y``. ``float``: they are promoted, and integers then become floats.
``dot``: as those of a product of arrays. ``sum``: one operand, at least in the accumulator's dtype.
"""

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


@cache
def family(function: str) -> Family | None:
    """Return the family of a function, None if its rule is one of JAX alone."""
    if not function.startswith(NAMESPACE) or "." in function.removeprefix(NAMESPACE):
        return None
    rule = FUNCTIONS[function]
    if not rule.operands:
        return None
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
