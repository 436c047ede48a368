"""Explains why JAX refuses operands of some dtypes, and what to write instead."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from promo_typing.core.dataclass import dataclass
from promo_typing.core.dtypes import KINDS, NODES, PYTHON_SCALARS
from promo_typing.core.formats import width
from promo_typing.lattice import jax_lattice
from promo_typing.lattice.semantics import Semantics
from promo_typing.rules.advice import (
    Advice,
    Cast,
    RefusedCall,
    Request,
    casts,
    real_parts,
    usual_first,
)
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
class Explanation:
    """Why a call is refused.

    Attributes:
        refused: the places of the refused operands; none if the requested dtype is refused.
        reason: a clause. For a mismatch it continues a sentence that begins with the function.
        advice: the advised change; None if no other dtype helps.
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
        rule: the rule of the function, selected for the call.
        operands: the operands that were passed to :func:`promo_typing.rules.resolve`.
        semantics: the settings.
        refusal: the answer of ``resolve``.
        dtype: the requested dtype, if there is one.
    """
    case = _Case(rule, tuple(operands), semantics, dtype)
    refused = case.places_of(refusal)
    call = RefusedCall(case.operands, semantics, case.takes)
    candidates = _candidates(call, refused, refusal, can_request=dtype is not None)
    return Explanation(refused, why(refusal, semantics), call.first_taken(candidates))


def why(refusal: Refusal, semantics: Semantics, between: str = "them") -> str:
    """Return the reason why the dtypes are refused, without advice.

    ``between`` names the two operands without a common dtype, in messages that have not named them.
    """
    if isinstance(refusal, NoPath):
        return _why_no_path(refusal, semantics, between)
    if isinstance(refusal, Mismatch):
        return "promotes nothing and takes operands of one dtype"
    if isinstance(refusal, TooNarrow):
        what = "the requested dtype" if refusal.requested else "their common dtype"
        return f"{what}, {refusal.node}, cannot hold what is computed in {refusal.wide}"
    return f"it takes {in_words(refusal.accepted, semantics)}"


def _why_no_path(refusal: NoPath, semantics: Semantics, between: str) -> str:
    standard = jax_lattice(x64=semantics.x64)
    if standard.join(refusal.left, refusal.right) is not None:
        return (
            f'jax_numpy_dtype_promotion = "strict" allows no implicit promotion between {between}'
        )
    ends = [node for node in dict.fromkeys((refusal.left, refusal.right)) if _is_isolated(node)]
    reason = next(filter(None, map(_isolation, ends)), "they have no common upper dtype")
    return f"JAX has no implicit promotion between {between} ({reason})"


def _is_isolated(node: str) -> bool:
    """Whether no node is above this one, as for dtypes of fewer than 8 bits and for float8."""
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

    def places_of(self, refusal: Refusal) -> tuple[int, ...]:
        """The places of the refused operands; none if the requested dtype is refused."""
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
        """The places of the operands with these names."""
        ranks = bind(self.rule.operands, [str(p) for p in self.places])
        return tuple(int(p) for name in names for p in ranks[name] if p.isdigit())

    def takes(self, advice: Advice) -> bool:
        """Whether JAX accepts the call once the advice is followed."""
        if isinstance(advice, Request):
            asked = resolve(self.rule, self.operands, self.semantics, advice.dtype)
            return isinstance(asked, Resolved)
        changed = list(self.operands)
        for place in advice.places:
            changed[place] = advice.dtype
        return isinstance(resolve(self.rule, changed, self.semantics, self.dtype), Resolved)


def _candidates(
    call: RefusedCall, refused: tuple[int, ...], refusal: Refusal, *, can_request: bool
) -> Iterator[Advice]:
    """The candidates for advice, in order of preference."""
    if isinstance(refusal, NoPath | Mismatch):
        for dtype in _of_both(refusal, call.semantics):
            yield from casts(call, refused, dtype)
    node = _held(refusal)
    wanted = usual_first(node, call.semantics)
    for dtype in wanted:
        yield from real_parts(call, refused, node, dtype)
        yield from casts(call, refused, dtype)
    if can_request:
        yield from map(Request, wanted)
    yield from (Cast(call.others(call.places, dtype), dtype) for dtype in wanted)
    # The refused dtype may come, by a conversion in the rule, from an operand of another dtype.
    yield from (Cast((p,), dtype) for dtype in wanted for p in call.others(call.places, dtype))


def _held(refusal: Refusal) -> str:
    """The node whose values the advised dtype should hold."""
    if isinstance(refusal, NoPath | Mismatch):
        return refusal.left
    return refusal.wide if isinstance(refusal, TooNarrow) else refusal.node


def _of_both(refusal: NoPath | Mismatch, semantics: Semantics) -> Iterator[str]:
    """The dtypes to cast to: the join under standard promotion, the wider one, the other one."""
    both = [semantics.strong(node) for node in (refusal.right, refusal.left)]
    both.sort(key=lambda node: (KINDS.index(NODES[node].kind), width(node)), reverse=True)
    joined = jax_lattice(x64=semantics.x64).join(refusal.left, refusal.right)
    if joined is not None:
        both.insert(0, semantics.strong(joined))
    yield from dict.fromkeys(both)
