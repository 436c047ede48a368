"""What the dtypes of a call's operands and of its result let one suspect.

Whether an operand takes part in the promotion, and which one brought the wider dtype, is found by
asking the rule again with other dtypes in its place. So nothing is said here of any one function,
and what only stores into an array (``x.at[i].set(y)``) or indexes it is not taken for a promotion.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Final, NamedTuple, TypeAlias

from promo_mypy.fullnames import COMPARISONS, POWER
from promo_mypy.types.evaluate import Combined, Evaluator
from promo_mypy.types.symbols import Operand, node_symbol
from promo_typing.core.dtypes import DEFAULTS, NODES
from promo_typing.core.formats import width
from promo_typing.core.lints import (
    DEFAULT_WIDENING,
    FLOAT8_SUM,
    INTEGER_ROUNDING,
    INTEGER_WIDENING,
    LATE_WIDENING,
    MIXED_SIGN,
    NARROW_REDUCTION,
    NUMPY_WIDENING,
    WEAK_RESULT,
    WIDENING,
)
from promo_typing.lattice.semantics import Semantics
from promo_typing.lattice.wishes import LOSSES, lost_in
from promo_typing.rules import Rule
from promo_typing.rules.catalogue.kinds import CASTS, PRODUCTS, SUMS

_SMALL: Final = 16
_TINY: Final = 8
_INTEGERS: Final = frozenset({"signed", "unsigned"})
_WIDEST: Final = ("float64", "complex128")

Key: TypeAlias = tuple[frozenset[str], str, Rule, tuple[Operand | None, ...], Operand]


class Suspicion(NamedTuple):
    """A lint that may be reported.

    Attributes:
        lint: its code.
        subject: the place of the operand that something happens to.
        causes: the places of the operands that make it happen.
        nodes: the dtypes of all operands.
        result: the dtype of the result.
    """

    lint: str
    subject: int
    causes: tuple[int, ...]
    nodes: tuple[str, ...]
    result: str


class Facts(NamedTuple):
    """What is worth to know of a call; nothing for most."""

    suspicions: tuple[Suspicion, ...] = ()
    is_default: bool = False


_NOTHING: Final = Facts()


class Suspicions:
    """Finds them, and remembers what it was asked before."""

    def __init__(self, semantics: Semantics, evaluate: Evaluator) -> None:
        """Ask under the settings of the program, and under those with x64 the other way."""
        self._semantics = semantics
        self._evaluate = evaluate
        self._otherwise = Evaluator(replace(semantics, x64=not semantics.x64))
        self._known: dict[Key, Facts] = {}

    def of(
        self,
        wanted: frozenset[str],
        function: str,
        rule: Rule,
        operands: Sequence[Operand | None],
        dtype: Operand | None,
        combined: Combined | None,
    ) -> Facts:
        """Return what the dtypes say of the lints that are wanted.

        Nothing where one of the dtypes is not known exactly. ``combined`` is what the rule answers.
        """
        result = _only(combined)
        if dtype is None or not wanted or result not in NODES:
            return _NOTHING
        key = (wanted, function, rule, tuple(operands), dtype)
        if key not in self._known:
            self._known[key] = self._facts(key, result)
        return self._known[key]

    def _facts(self, key: Key, result: str) -> Facts:
        wanted, function, rule, operands, dtype = key
        nodes = tuple(_node(operand) for operand in operands)
        known = tuple(node for node in nodes if node is not None)
        if len(known) < len(nodes):
            return _NOTHING
        call = _Call(self._evaluate, self._semantics, wanted, function, rule, known, dtype, result)
        found = (s for lints, suspicions in _FINDERS if wanted & lints for s in suspicions(call))
        return Facts(tuple(found), self._is_default(call))

    def _is_default(self, call: _Call) -> bool:
        """Whether the result has a default dtype because nothing in the call says another one.

        The default dtypes are those that change with x64.
        """
        result = call.result
        if result not in {self._semantics.strong(weak) for weak in DEFAULTS} or call.dtype:
            return False
        kind = NODES[result].kind
        if any(n in NODES and NODES[n].kind == kind and not NODES[n].weak for n in call.nodes):
            return False
        return call._replace(evaluate=self._otherwise).with_nodes(call.nodes) != result


class _Call(NamedTuple):
    """A call that returns one array; ``wanted`` are the lints that may be reported."""

    evaluate: Evaluator
    semantics: Semantics
    wanted: frozenset[str]
    function: str
    rule: Rule
    nodes: tuple[str, ...]
    dtype: Operand
    result: str

    @property
    def promotes_several(self) -> bool:
        """Whether operands of different dtypes meet, and nothing else decides the result."""
        return not self.dtype and len({node for _, node in _strong(self.nodes)}) > 1

    def with_nodes(self, nodes: Sequence[str]) -> str:
        """The dtype of the result for other operands; empty if there is none."""
        operands = tuple((node_symbol(n),) for n in nodes)
        return _only(self.evaluate(self.rule, operands, self.dtype))

    def promotes(self, place: int) -> bool:
        """Whether the dtype of the result depends on that operand: a wider one makes it wider."""
        widest = next(node for node in _WIDEST if node != self.result)
        return self.with_nodes(_with(self.nodes, {place: widest})) == widest


def _only(combined: Combined | None) -> str:
    """The dtype of the one result, if there is one that is known."""
    if combined is None or combined.failures or len(combined.results) != 1:
        return ""
    (symbols,) = combined.results
    return _node(tuple(s for s in symbols if s is not None)) or ""


def _node(operand: Operand | None) -> str | None:
    return operand[0].name if operand and len(operand) == 1 and operand[0].is_node else None


def _with(nodes: Sequence[str], other: dict[int, str]) -> tuple[str, ...]:
    return tuple(other.get(place, node) for place, node in enumerate(nodes))


def _strong(nodes: Sequence[str]) -> Iterator[tuple[int, str]]:
    """The places of operands that are no Python scalars and not weak."""
    for place, node in enumerate(nodes):
        if node in NODES and not NODES[node].weak:
            yield place, node


# -- of the promotion of operands ------------------------------------------------------------------


def _widenings(call: _Call) -> Iterator[Suspicion]:
    """Arrays that others of the same kind widen."""
    result = NODES[call.result]
    lint = WIDENING if result.kind == "float" else INTEGER_WIDENING
    if result.weak or result.kind not in {"float", *_INTEGERS}:
        return
    # The more exact lints are about small arrays alone.
    largest = result.bits if lint in call.wanted else _SMALL
    narrow = [each for each in _strong(call.nodes) if NODES[each[1]].bits <= largest]
    if not narrow or not call.promotes_several:
        return
    for place, node in narrow:
        if NODES[node].kind == result.kind and width(node) < width(result.name):
            causes = tuple(_causes(call, place))
            if causes and call.promotes(place):
                yield Suspicion(lint, place, causes, call.nodes, result.name)


def _causes(call: _Call, narrow: int) -> Iterator[int]:
    """The operands of which each alone makes the result wider than one of them."""
    node = call.nodes[narrow]
    others = {place: node for place, other in _strong(call.nodes) if other != node}
    if width(call.with_nodes(_with(call.nodes, others)) or call.result) > width(node):
        return
    for place in others:
        rest = {other: node for other in others if other != place}
        found = call.with_nodes(_with(call.nodes, rest))
        if found in NODES and width(found) > width(node):
            yield place


def _roundings(call: _Call) -> Iterator[Suspicion]:
    """Integers that become a 16-bit float. A float to the power of an integer is not one."""
    result = NODES[call.result]
    if result.kind != "float" or result.weak or result.bits > _SMALL or call.function == POWER:
        return
    if not call.promotes_several:
        return
    for place, node in _strong(call.nodes):
        lost = lost_in(node, result.name) or frozenset()
        if NODES[node].kind in _INTEGERS and lost & LOSSES and call.promotes(place):
            causes = tuple(p for p, other in _strong(call.nodes) if NODES[other].kind == "float")
            yield Suspicion(INTEGER_ROUNDING, place, causes, call.nodes, result.name)


def _mixed_signs(call: _Call) -> Iterator[Suspicion]:
    """Unsigned and signed integers of one width, which no dtype of that width can hold."""
    strong = list(_strong(call.nodes)) if call.promotes_several else []
    for place, node in strong:
        for other_place, other in strong:
            kinds = NODES[node].kind, NODES[other].kind
            if kinds != ("unsigned", "signed") or width(node) != width(other):
                continue
            joined = call.semantics.lattice.join(node, other)
            # In int32, for which JAX takes both with x64 off, large numbers are negative.
            compares = call.function in COMPARISONS and width(joined or node) == width(node)
            if compares or (joined == call.result and call.promotes(place)):
                yield Suspicion(MIXED_SIGN, place, (other_place,), call.nodes, call.result)


# -- of the result ---------------------------------------------------------------------------------


def _of_result(call: _Call) -> Iterator[Suspicion]:
    """Sums in small floats, and results that are weak."""
    result = NODES[call.result]
    if call.dtype:
        return
    sums = call.function in SUMS
    alike = result.name in call.nodes and result.kind == "float"
    if alike and result.bits <= _TINY and (sums or call.function in PRODUCTS):
        yield Suspicion(FLOAT8_SUM, call.nodes.index(result.name), (), call.nodes, result.name)
    elif alike and result.bits <= _SMALL and sums:
        place = call.nodes.index(result.name)
        yield Suspicion(NARROW_REDUCTION, place, (), call.nodes, result.name)
    elif result.weak:
        yield Suspicion(WEAK_RESULT, 0, (), call.nodes, result.name)


def _late_widening(call: _Call) -> Iterator[Suspicion]:
    """A cast of a 16-bit float to a wider one."""
    if not call.dtype:
        return
    before, after = NODES.get(next(iter(call.nodes), "")), NODES[call.result]
    if call.function not in CASTS or before is None or before.bits != _SMALL:
        return
    if before.kind == after.kind == "float" and after.bits > _SMALL:
        yield Suspicion(LATE_WIDENING, 0, (), call.nodes, after.name)


_FINDERS: Final[tuple[tuple[frozenset[str], Callable[[_Call], Iterator[Suspicion]]], ...]] = (
    (frozenset({WIDENING, INTEGER_WIDENING, NUMPY_WIDENING, DEFAULT_WIDENING}), _widenings),
    (frozenset({INTEGER_ROUNDING}), _roundings),
    (frozenset({MIXED_SIGN}), _mixed_signs),
    (frozenset({FLOAT8_SUM, NARROW_REDUCTION, WEAK_RESULT}), _of_result),
    (frozenset({LATE_WIDENING}), _late_widening),
)
"""What is looked for, and for which lints."""
