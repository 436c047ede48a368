"""What changes from one lattice to another, for example by one more edge."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping

from promo_typing.core.dataclass import dataclass
from promo_typing.lattice.edges import Edges, LatticeError, checked, unknown
from promo_typing.lattice.order import PartialOrder


@dataclass(frozen=True, slots=True)
class Change:
    """Two nodes whose join differs; None stands for no join."""

    left: str
    right: str
    before: str | None
    after: str | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """The nodes that only one lattice has, and the pairs of common nodes whose join differs."""

    removed: tuple[str, ...]
    added: tuple[str, ...]
    changes: tuple[Change, ...]


def compare(before: PartialOrder, after: PartialOrder) -> Comparison:
    """Compare the joins of two partial orders, which need not be lattices; pairs are unordered."""
    common = [node for node in before.nodes if node in after.edges]
    joins = (
        Change(left, right, before.join(left, right), after.join(left, right))
        for left, right in itertools.combinations_with_replacement(common, 2)
    )
    return Comparison(
        removed=tuple(node for node in before.nodes if node not in after.edges),
        added=tuple(node for node in after.nodes if node not in before.edges),
        changes=tuple(change for change in joins if change.before != change.after),
    )


def with_edge(edges: Mapping[str, Iterable[str]], lower: str, upper: str) -> Edges:
    """Return the edges and one more.

    Raises:
        LatticeError: ``lower`` or ``upper`` is not a node.
    """
    known = checked(edges)
    for name in (lower, upper):
        if name not in known:
            raise LatticeError(f"edge {lower} -> {upper}: {unknown(name, known)}")
    return checked({**known, lower: (*known[lower], upper)})
