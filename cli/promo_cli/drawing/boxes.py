"""The boxes in a picture of a lattice, with short names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from promo_cli.short_names import short_name
from promo_typing.core.dtypes import NODES
from promo_typing.lattice import Edges, PartialOrder
from promo_typing.lattice.values import node_of
from promo_typing.systems.weak_names import is_weak_name

Column: TypeAlias = Literal["unsigned", "signed", "float", "complex", "other"]

COLUMNS: Final[tuple[Column, ...]] = ("unsigned", "signed", "float", "complex", "other")

_LONGEST: Final = 18
_FEWEST_TWINS: Final = 3


@dataclass(frozen=True, slots=True)
class Box:
    """A node, or several that have the same neighbours: mostly small dtypes."""

    names: tuple[str, ...]
    rank: int
    column: Column
    weak: bool

    @property
    def lines(self) -> tuple[str, ...]:
        """The text in the box."""
        return tuple(map(label, self.names))


def label(name: str) -> str:
    """Return the short name of a node: ``bf16``, ``i*``; a long unknown name is cut."""
    node = node_of(name)
    if node is not None and name not in ("int", "float", "complex"):
        return short_name(node.name)
    return name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…"


def column_of(name: str) -> Column:
    """Return the column of a node; ``bool`` is in the column of the signed integers, below them."""
    # Imported here because it imports all systems.
    from promo_typing.systems.kinds import facts

    node = node_of(name)
    try:
        kind = facts(name).kind if node is None else node.kind
    except KeyError:
        return "other"
    return "signed" if kind == "bool" else kind


def is_weak(name: str) -> bool:
    """Whether a node is a Python scalar or a weak value: ``i*``, ``weak_int``, ``int8*``."""
    return is_weak_name(name)


def boxes(order: PartialOrder) -> tuple[Box, ...]:
    """Return the boxes of a picture, in the order of the nodes."""
    ranks, below = order.ranks(), _below(order.edges)
    groups: dict[object, list[str]] = {}
    for name in order.nodes:
        same = (frozenset(order.edges[name]), frozenset(below[name]))
        groups.setdefault((same, column_of(name), is_weak(name)), []).append(name)
    return tuple(
        Box(names, ranks[names[0]], column_of(names[0]), is_weak(names[0]))
        for group in groups.values()
        for names in _together(group)
    )


def _together(twins: list[str]) -> Iterable[tuple[str, ...]]:
    """Put three or more nodes with the same neighbours into one box; one or two get their own."""
    if len(twins) < _FEWEST_TWINS or column_of(twins[0]) == "other":
        return [(name,) for name in twins]
    return [tuple(sorted(twins, key=_place))]


def _place(name: str) -> int:
    """The place of a dtype in JAX's list; others come last."""
    node = node_of(name)
    return len(NODES) if node is None else list(NODES).index(node.name)


def _below(edges: Edges) -> Mapping[str, set[str]]:
    found: dict[str, set[str]] = {name: set() for name in edges}
    for name, above in edges.items():
        for upper in above:
            found[upper].add(name)
    return found
