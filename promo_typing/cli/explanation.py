"""Why operands become what they become: the ways up, what is lost, what is wider."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from promo_typing.dtypes import NODES, Kind
from promo_typing.lattice import PartialOrder
from promo_typing.lattice.values import node_of
from promo_typing.lattice.wishes import Wish, lost_in, widens
from promo_typing.systems import (
    LatticeSystem,
    Operand,
    OperandError,
    Promoted,
    Result,
    System,
    operand_of,
)
from promo_typing.systems.jax import Jax, Lax
from promo_typing.systems.kinds import RANKS, facts

_WEAK_SYMBOLS: Final[dict[Kind, str]] = {
    "bool": "bool",
    "unsigned": "i*",
    "signed": "i*",
    "float": "f*",
    "complex": "c*",
}


class Explained(NamedTuple):
    """Operands, by name, and their result under a system."""

    system: System
    names: Sequence[str]
    result: Result

    @property
    def distinct(self) -> tuple[str, ...]:
        """The operands, each once."""
        return tuple(dict.fromkeys(self.names))


def symbol_of(operand: Operand) -> str:
    """Return the node of an operand: a weak one has no width, it stands for a Python scalar."""
    weak = operand.weak or operand.python
    return _WEAK_SYMBOLS[facts(operand.dtype).kind] if weak else operand.dtype


def narrowed(explained: Explained) -> Iterator[tuple[str, str]]:
    """Yield the operands that JAX narrows to 32 bits, and what becomes of each."""
    if isinstance(explained.system, Jax):
        for name in explained.distinct:
            kept = explained.system.semantics.canonical(name)
            if kept != name:
                yield name, kept


def paths(explained: Explained) -> Iterator[tuple[str, ...]]:
    """Yield the way of each operand up to the result, where the system is a lattice."""
    order = _order(explained.system)
    if order is None or not isinstance(explained.result, Promoted):
        return
    result = explained.result
    top = _WEAK_SYMBOLS[facts(result.dtype).kind] if _is_weak_jax(explained) else result.dtype
    for name in explained.distinct:
        lower, upper = _node(_operand_symbol(name, explained.system), order), _node(top, order)
        path = None if lower is None or upper is None else order.path(lower, upper)
        if path is not None:
            yield tuple(NODES[node].symbol if node in NODES else node for node in path)


def losses(explained: Explained) -> Iterator[str]:
    """Yield what the conversion of each operand to the result loses."""
    if isinstance(explained.result, Promoted):
        for name in explained.distinct:
            lost = loss(name, explained.result.dtype)
            if lost:
                yield f"{name} to {explained.result.dtype} {lost}"


def loss(name: str, dtype: str) -> str:
    """Say what a conversion loses, in words; nothing for names that are no dtypes of JAX."""
    try:
        source = symbol_of(operand_of(name))
    except OperandError:
        return ""
    words = [each.value for each in sorted(lost_in(source, dtype) or (), key=lambda w: w.name)]
    if source.endswith("*") and dtype in NODES and _is_higher(source, dtype):
        words.append("drops the fraction")
    return " and ".join(words)


def widening(explained: Explained) -> str:
    """Say whether the result is wider than all operands, in words."""
    result = explained.result
    if not isinstance(result, Promoted) or result.weak:
        return ""
    try:
        symbols = [symbol_of(operand_of(each)) for each in explained.names]
    except OperandError:
        return ""
    return f"{result.dtype} {Wish.WIDTH.value}" if widens(symbols, result.dtype) else ""


def _is_higher(weak: str, dtype: str) -> bool:
    return RANKS[facts(weak).kind] > RANKS[facts(dtype).kind]


def _is_weak_jax(explained: Explained) -> bool:
    """A weak dtype of JAX has a width for those who look at it only; the node is ``f*``."""
    weak = isinstance(explained.result, Promoted) and explained.result.weak
    return weak and isinstance(explained.system, Jax)


def _order(chosen: System) -> PartialOrder | None:
    if isinstance(chosen, LatticeSystem):
        return chosen.order
    if isinstance(chosen, Jax) and not isinstance(chosen, Lax):
        there = (name for name in NODES if chosen.semantics.canonical(name) == name)
        return PartialOrder(chosen.semantics.lattice.restricted_to(there))
    return None


def _operand_symbol(name: str, chosen: System) -> str:
    if isinstance(chosen, LatticeSystem) and name in chosen.nodes:
        return name
    symbol = symbol_of(operand_of(name))
    return chosen.semantics.canonical(symbol) if isinstance(chosen, Jax) else symbol


def _node(symbol: str, order: PartialOrder) -> str | None:
    """The node of this symbol, in whichever of its spellings the graph has."""
    node = node_of(symbol)
    names = (symbol, node.name if node is not None else symbol)
    return next((each for each in names if each in order.edges), None)
