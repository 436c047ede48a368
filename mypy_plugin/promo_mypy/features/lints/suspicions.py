"""Suspicions: the lints that may apply to a call, judged by its dtypes alone.

For most calls, tables of dtypes tell that there are none. Only for the others a rule is evaluated,
where that is still needed: see :mod:`questions`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple, TypeAlias

from promo_mypy.features.lints.questions import Question, Rules, strong
from promo_mypy.fullnames import COMPARISONS, POWER
from promo_typing.core.dtypes import INTEGER_KINDS, NODES, STRONG
from promo_typing.core.formats import width
from promo_typing.core.lints import (
    DEFAULT_WIDENING,
    FLOAT8_SUM,
    INTEGER_PRODUCT,
    INTEGER_ROUNDING,
    INTEGER_WIDENING,
    INTEGER_WRAP,
    LATE_WIDENING,
    MIXED_SIGN,
    NARROW_REDUCTION,
    NUMPY_WIDENING,
    WEAK_RESULT,
    WIDENING,
)
from promo_typing.lattice.suspects import SMALL, has_other_sign, rounds_integers, widening
from promo_typing.rules.catalogue.kinds import CASTS, PRODUCTS, SUMS

_TINY: Final = 8
_INT8: Final = "int8"
_SUMS_OF_PRODUCTS: Final = PRODUCTS | {
    f"jax.lax.{name}"
    for name in ("conv", "conv_general_dilated", "conv_with_general_padding", "conv_transpose")
}
_GROWING: Final = frozenset(
    f"jax.numpy.{name}"
    for name in ("add", "subtract", "multiply", "power", "square", "cumsum", "cumprod", "diff")
)
"""Functions whose results have more digits than their operands."""


class Suspicion(NamedTuple):
    """A lint that may apply.

    Attributes:
        lint: the name of the lint.
        subject: the position of the operand that is widened, rounded or the like.
        causes: the positions of the operands that cause it; for a widening, that may cause it.
        asked: the call.
    """

    lint: str
    subject: int
    causes: tuple[int, ...]
    asked: Question

    @property
    def nodes(self) -> tuple[str, ...]:
        """The dtypes of all operands."""
        return self.asked.nodes

    @property
    def result(self) -> str:
        """The dtype of the result."""
        return self.asked.result


class Facts(NamedTuple):
    """The facts that lints need about a call; empty for most calls.

    Attributes:
        suspicions: the lints that may apply, by the dtypes.
        default: the call, if its result may have a default dtype because no other is requested.
    """

    suspicions: tuple[Suspicion, ...] = ()
    default: Question | None = None


NOTHING: Final = Facts()


class Suspicions:
    """Finds suspicions about calls, for the enabled lints."""

    def __init__(self, rules: Rules, wanted: frozenset[str]) -> None:
        """Select the finders for the enabled lints."""
        self._inquiry = _Inquiry(rules, _narrower(wanted))
        self._finders = [finder for lints, finder in _FINDERS if wanted & lints]
        self._last: tuple[Question | None, Facts] = (None, NOTHING)

    def of(self, asked: Question | None) -> Facts:
        """Return the facts about a call; the last answer is cached, since it is needed twice."""
        if self._last[0] != asked:
            self._last = (asked, self._of(asked))
        return self._last[1]

    def _of(self, asked: Question | None) -> Facts:
        if asked is None or not self._finders:
            return NOTHING
        found = [each for finder in self._finders for each in finder(self._inquiry, asked)]
        default = asked if self._inquiry.rules.may_be_default(asked) else None
        return Facts(tuple(found), default) if found or default else NOTHING


class _Inquiry(NamedTuple):
    """What finders use besides the call.

    Attributes:
        rules: evaluates rules.
        narrower: for each dtype of a result, the dtypes of operands that it would widen.
    """

    rules: Rules
    narrower: Mapping[str, frozenset[str]]


# -- suspicions about the promotion of operands ----------------------------------------------------


def _narrower(wanted: frozenset[str]) -> dict[str, frozenset[str]]:
    """For each dtype of a result, the dtypes of operands that it would widen."""
    return {
        result: narrow for result in STRONG if (narrow := frozenset(_narrower_than(result, wanted)))
    }


def _narrower_than(result: str, wanted: frozenset[str]) -> Iterator[str]:
    for name in STRONG:
        lint = widening(name, result)
        # The more exact lints are only about arrays of small dtypes.
        if lint is not None and (lint in wanted or NODES[name].bits <= SMALL):
            yield name


def _widenings(inquiry: _Inquiry, asked: Question) -> Iterator[Suspicion]:
    """Arrays that operands of the same kind may widen."""
    narrow = inquiry.narrower.get(asked.result)
    if narrow is None or narrow.isdisjoint(asked.nodes) or not asked.promotes_several:
        return
    for place, node in enumerate(asked.nodes):
        lint = widening(node, asked.result) if node in narrow else None
        if lint is not None:
            causes = tuple(other for other, its in strong(asked.nodes) if its != node)
            yield Suspicion(lint, place, causes, asked)


def _roundings(inquiry: _Inquiry, asked: Question) -> Iterator[Suspicion]:
    """Integers that become a 16-bit float; not exponents."""
    if asked.function == POWER or not asked.promotes_several:
        return
    for place, node in strong(asked.nodes):
        if rounds_integers(node, asked.result) and inquiry.rules.promotes(asked, place):
            causes = tuple(p for p, other in strong(asked.nodes) if NODES[other].kind == "float")
            yield Suspicion(INTEGER_ROUNDING, place, causes, asked)


def _mixed_signs(inquiry: _Inquiry, asked: Question) -> Iterator[Suspicion]:
    """Unsigned and signed integers of one width, which no dtype of that width can hold."""
    rules, known = inquiry.rules, list(strong(asked.nodes)) if asked.promotes_several else []
    for place, node in known:
        for other_place, other in known:
            if NODES[node].kind != "unsigned" or not has_other_sign(node, other):
                continue
            joined = rules.semantics.lattice.join(node, other)
            # With x64 off JAX compares uint32 and int32 in int32, where large numbers are negative.
            compares = asked.function in COMPARISONS and width(joined or node) == width(node)
            if compares or (joined == asked.result and rules.promotes_integers(asked, place)):
                yield Suspicion(MIXED_SIGN, place, (other_place,), asked)


# -- suspicions about the result -------------------------------------------------------------------


def _of_result(inquiry: _Inquiry, asked: Question) -> Iterator[Suspicion]:
    """Sums in small floats, and results that are weak."""
    result = NODES[asked.result]
    if asked.dtype:
        return
    sums = asked.function in SUMS
    alike = result.name in asked.nodes and result.kind == "float"
    if alike and result.bits <= _TINY and (sums or asked.function in PRODUCTS):
        yield Suspicion(FLOAT8_SUM, asked.nodes.index(result.name), (), asked)
    elif alike and result.bits <= SMALL and sums:
        yield Suspicion(NARROW_REDUCTION, asked.nodes.index(result.name), (), asked)
    elif result.weak:
        yield Suspicion(WEAK_RESULT, 0, (), asked)


def _integer_products(inquiry: _Inquiry, asked: Question) -> Iterator[Suspicion]:
    """Products of matrices of int8, whose sums hardly ever fit into int8."""
    is_product = asked.function in _SUMS_OF_PRODUCTS and len(asked.nodes) > 1 and not asked.dtype
    if is_product and {asked.result, *asked.nodes} == {_INT8}:
        yield Suspicion(INTEGER_PRODUCT, 0, (), asked)


def _integer_wraps(inquiry: _Inquiry, asked: Question) -> Iterator[Suspicion]:
    """Sums, differences and products of small integers that stay small."""
    result = NODES[asked.result]
    is_small = result.kind in INTEGER_KINDS and result.bits <= SMALL and not result.weak
    if is_small and asked.function in _GROWING and not asked.dtype and result.name in asked.nodes:
        yield Suspicion(INTEGER_WRAP, asked.nodes.index(result.name), (), asked)


def _late_widening(inquiry: _Inquiry, asked: Question) -> Iterator[Suspicion]:
    """A cast of a 16-bit float to a wider one."""
    if not asked.dtype or asked.function not in CASTS:
        return
    before, after = NODES.get(next(iter(asked.nodes), "")), NODES[asked.result]
    if before is None or before.bits != SMALL:
        return
    if before.kind == after.kind == "float" and after.bits > SMALL:
        yield Suspicion(LATE_WIDENING, 0, (), asked)


_Finder: TypeAlias = Callable[[_Inquiry, Question], Iterator[Suspicion]]

_FINDERS: Final[tuple[tuple[frozenset[str], _Finder], ...]] = (
    (frozenset({WIDENING, INTEGER_WIDENING, NUMPY_WIDENING, DEFAULT_WIDENING}), _widenings),
    (frozenset({INTEGER_ROUNDING}), _roundings),
    (frozenset({MIXED_SIGN}), _mixed_signs),
    (frozenset({FLOAT8_SUM, NARROW_REDUCTION, WEAK_RESULT}), _of_result),
    (frozenset({INTEGER_PRODUCT}), _integer_products),
    (frozenset({INTEGER_WRAP}), _integer_wraps),
    (frozenset({LATE_WIDENING}), _late_widening),
)
"""The finders, each with the lints that need it."""
