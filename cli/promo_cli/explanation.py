"""Explains a promotion: paths in the lattice, lost values, and results wider than all operands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from promo_typing.core.dtypes import NODES, Kind
from promo_typing.lattice import PartialOrder
from promo_typing.lattice.values import node_of
from promo_typing.lattice.wishes import Wish, lost_in, widens
from promo_typing.systems import (
    LatticeSystem,
    Operand,
    Promoted,
    Result,
    System,
)
from promo_typing.systems.jax import Jax, Lax
from promo_typing.systems.kinds import RANKS, facts
from promo_typing.systems.numpy_dtypes import fits

_WEAK_SYMBOLS: Final[dict[Kind, str]] = {
    "bool": "bool",
    "unsigned": "i*",
    "signed": "i*",
    "float": "f*",
    "complex": "c*",
}
_WEAK: Final = frozenset({"i*", "f*", "c*"})


class Named(NamedTuple):
    """An operand as the user names it; ``described`` is None if no system has such a dtype."""

    name: str
    described: Operand | None

    @property
    def item(self) -> Operand | str:
        """The operand in the form that a promotion system takes."""
        return self.name if self.described is None else self.described

    @property
    def symbol(self) -> str:
        """The symbol of its node: a dtype, or for weak operands ``i*``, ``f*`` or ``c*``."""
        return self.name if self.described is None else symbol_of(self.described)


class Explained(NamedTuple):
    """Operands, and their result under a system."""

    system: System
    operands: tuple[Named, ...]
    result: Result

    @property
    def distinct(self) -> tuple[Named, ...]:
        """The operands, each once."""
        return tuple(dict.fromkeys(self.operands))


def symbol_of(operand: Operand) -> str:
    """Return the symbol of an operand's node in JAX's lattice: a dtype, or ``f*`` and the like."""
    weak = operand.weak or operand.python
    return _WEAK_SYMBOLS[facts(operand.dtype).kind] if weak else operand.dtype


def truncated(explained: Explained) -> Iterator[tuple[str, str]]:
    """Yield the operands that JAX truncates to 32 bits, each with the truncated dtype."""
    if isinstance(explained.system, Jax):
        for each in explained.distinct:
            kept = explained.system.semantics.canonical(each.symbol)
            if kept != each.symbol:
                yield each.name, kept


def paths(explained: Explained) -> Iterator[tuple[str, ...]]:
    """Yield the path of each operand up to the result, where the system is a lattice."""
    order = _order(explained.system)
    if order is None or not isinstance(explained.result, Promoted):
        return
    result = explained.result
    top = _WEAK_SYMBOLS[facts(result.dtype).kind] if _is_weak_jax(explained) else result.dtype
    for each in explained.distinct:
        lower, upper = _node(_lowest(each, explained.system), order), _node(top, order)
        path = None if lower is None or upper is None else order.path(lower, upper)
        if path is not None:
            yield tuple(NODES[node].symbol if node in NODES else node for node in path)


def losses(explained: Explained) -> Iterator[str]:
    """Yield what the conversion of each operand to the result loses."""
    if isinstance(explained.result, Promoted):
        for each in explained.distinct:
            lost = loss(each, explained.result.dtype)
            if lost:
                yield f"{each.name} to {explained.result.dtype} {lost}"


def loss(operand: Named, dtype: str) -> str:
    """Return in words what a conversion loses; empty if nothing, or for names unknown to JAX."""
    source = operand.symbol
    broken = lost_in(source, dtype) or frozenset()
    words = [each.value for each in sorted(broken, key=lambda wish: wish.name)]
    if source in _WEAK and dtype in NODES and _is_higher(source, dtype):
        words.append("drops the fraction")
    if not has_room(operand, dtype):
        words.append(Wish.RANGE.value)
    return " and ".join(words)


def has_room(operand: Named, dtype: str) -> bool:
    """Whether a dtype can hold the value of an operand that is a Python integer; else True."""
    value = None if operand.described is None else operand.described.value
    return dtype not in NODES or fits(value, dtype)


def widening(explained: Explained) -> str:
    """Return in words that the result is wider than all operands; empty if it is not."""
    result = explained.result
    if not isinstance(result, Promoted) or result.weak:
        return ""
    wide = widens((each.symbol for each in explained.operands), result.dtype)
    return f"{result.dtype} {Wish.WIDTH.value}" if wide else ""


def _is_higher(weak: str, dtype: str) -> bool:
    return RANKS[facts(weak).kind] > RANKS[facts(dtype).kind]


def _is_weak_jax(explained: Explained) -> bool:
    """Whether the result is weak under JAX: then its node is ``f*``, whatever its width."""
    weak = isinstance(explained.result, Promoted) and explained.result.weak
    return weak and isinstance(explained.system, Jax)


def _order(chosen: System) -> PartialOrder | None:
    if isinstance(chosen, LatticeSystem):
        return chosen.order
    if isinstance(chosen, Jax) and not isinstance(chosen, Lax):
        there = (name for name in NODES if chosen.semantics.canonical(name) == name)
        return PartialOrder(chosen.semantics.lattice.restricted_to(there))
    return None


def _lowest(operand: Named, chosen: System) -> str:
    """The node at which the path of an operand begins."""
    if isinstance(chosen, LatticeSystem) and operand.name in chosen.nodes:
        return operand.name
    return chosen.semantics.canonical(operand.symbol) if isinstance(chosen, Jax) else operand.symbol


def _node(symbol: str, order: PartialOrder) -> str | None:
    """The node with this symbol, spelled as in the graph; None if the graph has no such node."""
    node = node_of(symbol)
    names = (symbol, node.name if node is not None else symbol)
    return next((each for each in names if each in order.edges), None)
