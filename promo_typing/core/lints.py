"""The lints: checks for code that JAX runs without an error, but that is seldom meant.

The plugin reports them under these codes, and the audit names its findings by them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

from promo_typing.core.module_patterns import matching

LintSet: TypeAlias = Literal["recommended", "strict", "all"]
"""Each set holds the ones before it."""

LINT_SETS: Final[tuple[LintSet, ...]] = get_args(LintSet)

LINT_FAMILY: Final = "dtype-lint"
"""The parent code of all lints: to disable it disables the lints of the default set."""

NUMPY_WIDENING: Final = "dtype-numpy-widening"
DEFAULT_WIDENING: Final = "dtype-default-widening"
LOOP_WIDENING: Final = "dtype-loop-widening"
INTEGER_PRODUCT: Final = "dtype-integer-product"
INTEGER_WRAP: Final = "dtype-integer-wrap"
LOST_NUMBER: Final = "dtype-lost-number"
WIDENING: Final = "dtype-widening"
INFINITE_FILL: Final = "dtype-infinite-fill"
INTEGER_ROUNDING: Final = "dtype-integer-rounding"
MIXED_SIGN: Final = "dtype-mixed-sign"
LATE_WIDENING: Final = "dtype-late-widening"
NARROW_REDUCTION: Final = "dtype-narrow-reduction"
WEAK_RESULT: Final = "dtype-weak-result"
FLOAT8_SUM: Final = "dtype-float8-sum"
INTEGER_WIDENING: Final = "dtype-integer-widening"
NARROWING: Final = "dtype-narrowing"
KIND_CHANGE: Final = "dtype-kind-change"


class Lint(NamedTuple):
    """What a lint reports, and the smallest set that it is in."""

    summary: str
    smallest_set: LintSet


LINTS: Final[dict[str, Lint]] = {
    NUMPY_WIDENING: Lint(
        "Check that no NumPy operand widens an array of 16 bits or fewer", "recommended"
    ),
    DEFAULT_WIDENING: Lint(
        "Check that no value of the default dtype widens an array of 16 bits or fewer",
        "recommended",
    ),
    LOOP_WIDENING: Lint(
        "Check that no array of 16 bits or fewer is wider after an iteration of a Python loop",
        "recommended",
    ),
    INTEGER_PRODUCT: Lint("Check that no product of matrices is added up in int8", "recommended"),
    LOST_NUMBER: Lint(
        "Check that no number becomes 0, infinity or NaN, and no factor 1, in the float it meets",
        "recommended",
    ),
    WIDENING: Lint("Check that no operand widens a floating array", "strict"),
    INFINITE_FILL: Lint(
        "Check that no finite number fills a place as infinity, in the float it meets", "strict"
    ),
    INTEGER_ROUNDING: Lint(
        "Check that no integers become a 16-bit float that cannot tell them apart", "strict"
    ),
    INTEGER_WRAP: Lint("Check that nothing is computed in integers of 16 bits or fewer", "strict"),
    MIXED_SIGN: Lint("Check that unsigned does not meet signed of the same width", "strict"),
    LATE_WIDENING: Lint("Check that no 16-bit product is widened after it was rounded", "strict"),
    NARROW_REDUCTION: Lint("Check that no reduction returns a 16-bit float", "strict"),
    WEAK_RESULT: Lint("Check that no public function returns a weak array", "strict"),
    FLOAT8_SUM: Lint("Check that nothing is added up in a float of 8 bits", "strict"),
    # The audit alone reports NARROWING and KIND_CHANGE: it sees every conversion.
    NARROWING: Lint("Check that no array is cast down without being asked for", "strict"),
    INTEGER_WIDENING: Lint("Check that no operand widens an integer array", "all"),
    KIND_CHANGE: Lint("Check that no bools or integers become numbers of another kind", "all"),
}


def lints_in(name: LintSet) -> frozenset[str]:
    """Return the codes of a set, those of the smaller sets included."""
    held = LINT_SETS[: LINT_SETS.index(name) + 1]
    return frozenset(code for code, lint in LINTS.items() if lint.smallest_set in held)


class LintChoice(NamedTuple):
    """The set of lints for all modules, and those for the modules that a pattern matches."""

    everywhere: LintSet = "recommended"
    modules: Mapping[str, LintSet] = {}

    def in_module(self, name: str) -> LintSet:
        """Return the set for a module."""
        patterns = matching(self.modules, name)
        return self.modules[patterns[-1]] if patterns else self.everywhere
