"""Why JAX refuses operands of some dtypes, and what to write instead: the one explainer.

Advice is found by trial: the rule is asked about the same call with another dtype, and the first
one that it takes, in the order in which people would like it, is advised. So the advised dtype is
always accepted, and never the one that was refused.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, TypeAlias

from promo_typing.core.dataclass import dataclass
from promo_typing.core.dtypes import KINDS, NODES, PYTHON_SCALARS, STRONG
from promo_typing.core.formats import FLOAT_FORMATS, real_part, width
from promo_typing.lattice import jax_lattice
from promo_typing.lattice.semantics import Semantics
from promo_typing.rules.bind import bind
from promo_typing.rules.dtype_words import in_words
from promo_typing.rules.evaluate import resolve
from promo_typing.rules.model import (
    Mismatch,
    NoPath,
    Refusal,
    Rejected,
    Resolved,
    Rule,
    TooNarrow,
)


@dataclass(frozen=True, slots=True)
class Cast:
    """Convert operands, by their places in the call, to a dtype: ``x.astype(jnp.float32)``."""

    places: tuple[int, ...]
    dtype: str


@dataclass(frozen=True, slots=True)
class TakeReal:
    """Take the real part of operands, or their absolute values, which are of this dtype."""

    places: tuple[int, ...]
    dtype: str


@dataclass(frozen=True, slots=True)
class Request:
    """Ask for another dtype."""

    dtype: str


Advice: TypeAlias = Cast | TakeReal | Request


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a call is refused.

    Attributes:
        refused: what JAX refuses: the operands by their places, or none for the requested dtype.
        reason: why: a clause, or of a mismatch, what a sentence says after the function's name.
        advice: what to write instead; None if no dtype of an operand helps.
    """

    refused: tuple[int, ...]
    reason: str
    advice: Advice | None


def explain(
    rule: Rule,
    operands: Sequence[str],
    semantics: Semantics,
    refusal: Refusal,
    dtype: str | None = None,
) -> Explanation:
    """Explain a refusal.

    Args:
        rule: of the function, selected for the call.
        operands: as they were passed to :func:`promo_typing.rules.resolve`.
        semantics: the settings.
        refusal: what it answered.
        dtype: the requested dtype, if there is one.
    """
    case = _Case(rule, tuple(operands), semantics, dtype)
    refused = case.places_of(refusal)
    advice = next(filter(case.is_accepted, _candidates(case, refused, refusal)), None)
    return Explanation(refused, why(refusal, semantics), advice)


def why(refusal: Refusal, semantics: Semantics) -> str:
    """Say why the dtypes are refused, without advice."""
    if isinstance(refusal, NoPath):
        return _why_no_path(refusal, semantics)
    if isinstance(refusal, Mismatch):
        return "promotes nothing and takes operands of one dtype"
    if isinstance(refusal, TooNarrow):
        what = "the requested dtype" if refusal.requested else "their common dtype"
        return f"{what}, {refusal.node}, cannot hold what is computed in {refusal.wide}"
    return f"it takes {in_words(refusal.accepted, semantics)}"


def _why_no_path(refusal: NoPath, semantics: Semantics) -> str:
    standard = jax_lattice(x64=semantics.x64)
    if standard.join(refusal.left, refusal.right) is not None:
        return 'jax_numpy_dtype_promotion = "strict" allows no implicit promotion between them'
    ends = [node for node in dict.fromkeys((refusal.left, refusal.right)) if _is_isolated(node)]
    reason = next(filter(None, map(_isolation, ends)), "they have no common upper dtype")
    return f"JAX has no implicit promotion between them ({reason})"


def _is_isolated(node: str) -> bool:
    """Whether nothing is above the node: true of the dtypes of less than 8 bits and of float8."""
    return not jax_lattice(x64=True).edges[node]


def _isolation(node: str) -> str | None:
    kind, bits = NODES[node].kind, NODES[node].bits
    if kind == "float":
        return f"float{bits} types promote with no other float and no complex"
    return f"{node} promotes with bool and Python integers only" if bits < 8 else None


@dataclass(frozen=True, slots=True)
class _Case:
    """A call that was refused."""

    rule: Rule
    operands: tuple[str, ...]
    semantics: Semantics
    dtype: str | None

    def node(self, place: int) -> str:
        """The node of an operand."""
        return PYTHON_SCALARS.get(self.operands[place], self.operands[place])

    @property
    def places(self) -> range:
        """The places of all operands."""
        return range(len(self.operands))

    def others(self, places: Iterable[int], dtype: str) -> tuple[int, ...]:
        """Those of some places whose operands are of another dtype."""
        return tuple(p for p in places if self.semantics.strong(self.node(p)) != dtype)

    def places_of(self, refusal: Refusal) -> tuple[int, ...]:
        """The places of what is refused; none if it is the requested dtype."""
        every = tuple(self.places)
        if isinstance(refusal, NoPath | Mismatch):
            nodes = {refusal.left, refusal.right}
            strong = {*map(self.semantics.strong, nodes)}
            return (
                tuple(p for p in every if self.node(p) in nodes)
                or tuple(p for p in every if self.semantics.strong(self.node(p)) in strong)
                or every
            )
        if isinstance(refusal, Rejected):
            return self._places(refusal.operands)
        return () if refusal.requested else every

    def _places(self, names: Iterable[str]) -> tuple[int, ...]:
        """The places of the operands of some names."""
        ranks = bind(self.rule.operands, [str(p) for p in self.places])
        return tuple(int(p) for name in names for p in ranks[name] if p.isdigit())

    def is_accepted(self, advice: Advice) -> bool:
        """Whether the advice changes the call, and JAX accepts the changed call."""
        if isinstance(advice, Request):
            asked = resolve(self.rule, self.operands, self.semantics, advice.dtype)
            return isinstance(asked, Resolved)
        if not self.others(advice.places, advice.dtype) or self._drops_imaginary(advice):
            return False
        changed = list(self.operands)
        for place in advice.places:
            changed[place] = advice.dtype
        return isinstance(resolve(self.rule, changed, self.semantics, self.dtype), Resolved)

    def _drops_imaginary(self, advice: Cast | TakeReal) -> bool:
        """Whether complex numbers would be converted to real ones, of which JAX warns."""
        cast = isinstance(advice, Cast) and not _is_complex(advice.dtype)
        return cast and any(_is_complex(self.node(place)) for place in advice.places)


def _candidates(case: _Case, refused: tuple[int, ...], refusal: Refusal) -> Iterator[Advice]:
    """What may be advised, in the order in which people would prefer it."""
    if isinstance(refusal, NoPath | Mismatch):
        for dtype in _of_both(refusal, case.semantics):
            yield from _casts(case, refused, dtype)
    node = _held(refusal)
    wanted = tuple(_by_preference(node, case.semantics))
    for dtype in wanted:
        if NODES[node].kind == "complex" and NODES[dtype].kind == "float":
            part = case.semantics.strong(real_part(node))
            yield TakeReal(tuple(p for p in refused if _is_complex(case.node(p))), part)
        yield from _casts(case, refused, dtype)
    if case.dtype is not None:
        yield from map(Request, wanted)
    yield from (Cast(case.others(case.places, dtype), dtype) for dtype in wanted)
    # The rule may have made what is refused of an operand of another dtype.
    yield from (Cast((p,), dtype) for dtype in wanted for p in case.others(case.places, dtype))


def _held(refusal: Refusal) -> str:
    """The node whose values the advised dtype should be able to hold."""
    if isinstance(refusal, NoPath | Mismatch):
        return refusal.left
    return refusal.wide if isinstance(refusal, TooNarrow) else refusal.node


def _is_complex(node: str) -> bool:
    return NODES[node].kind == "complex"


def _casts(case: _Case, places: tuple[int, ...], dtype: str) -> Iterator[Cast]:
    """Casts of one operand, arrays before Python scalars, and then of several at once."""
    arrays_first = sorted(places, key=lambda place: case.operands[place] not in NODES)
    others = case.others(arrays_first, dtype)
    yield from (Cast((place,), dtype) for place in others)
    for count in range(2, len(others) + 1):
        yield from (
            Cast(tuple(sorted(some)), dtype) for some in itertools.combinations(others, count)
        )


def _of_both(refusal: NoPath | Mismatch, semantics: Semantics) -> Iterator[str]:
    """The join under standard promotion, then the wider dtype, and then the other."""
    both = [semantics.strong(node) for node in (refusal.right, refusal.left)]
    both.sort(key=lambda node: (KINDS.index(NODES[node].kind), width(node)), reverse=True)
    joined = jax_lattice(x64=semantics.x64).join(refusal.left, refusal.right)
    if joined is not None:
        both.insert(0, semantics.strong(joined))
    yield from dict.fromkeys(both)


_USUAL: Final = ("int32", "float32", "complex64")
"""The dtypes that people compute in."""


def _by_preference(node: str, semantics: Semantics) -> Iterator[str]:
    """All dtypes, the best ones to convert a refused dtype to first.

    The best lose no value, keep the kind, and lead to one of the usual dtypes.
    """
    refused = semantics.strong(node)
    there_are = (each for each in STRONG if not semantics.narrows(each))

    def rank(dtype: str) -> tuple[bool, bool, bool, bool, int, bool, int]:
        apart = abs(KINDS.index(NODES[dtype].kind) - KINDS.index(NODES[refused].kind))
        unusual = dtype not in _USUAL
        rare = "_" in dtype or NODES[dtype].bits < 8
        lossy = not _holds(dtype, refused)
        truncated = semantics.canonical(dtype) != dtype
        return rare, truncated, lossy, unusual and apart > 0, apart, unusual, width(dtype)

    return iter(sorted(there_are, key=rank))


def _holds(dtype: str, values: str) -> bool:
    """Whether a dtype has all values of another one."""
    to, of = NODES[dtype].kind, NODES[values].kind
    if KINDS.index(to) < KINDS.index(of):
        return False
    if to in ("float", "complex"):
        return _digits(dtype) >= _digits(values) and _exponent(dtype) >= _exponent(values)
    return width(dtype) - (to == "signed") >= width(values) - (of == "signed")


def _digits(node: str) -> int:
    stored = FLOAT_FORMATS.get(real_part(node))
    return stored.digits if stored else width(node) - (NODES[node].kind == "signed")


def _exponent(node: str) -> int:
    stored = FLOAT_FORMATS.get(real_part(node))
    return stored.max_exponent if stored else width(node)
