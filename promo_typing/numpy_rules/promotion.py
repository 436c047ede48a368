"""NumPy's promotion, Python scalars included, which may depend on all operands at once.

The promotion of two dtypes is not associative: ``int8`` and ``uint8`` give ``int16``, and ``int16``
and ``float16`` give ``float32``, but NumPy promotes all three together to ``float16``. So NumPy's
dtypes are no lattice. Sets of dtypes are a lattice, in which the join is the union.

Source: NEP 50, https://numpy.org/neps/nep-0050-scalar-promotion.html, and ``numpy.result_type``
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from functools import cache, reduce
from itertools import combinations

from promo_typing.core.dtypes import KINDS, NODES
from promo_typing.lattice import Lattice
from promo_typing.numpy_rules.dtypes import OWN
from promo_typing.systems.numpy_dtypes import promote_types, with_scalar


class Common(str):
    """The node to which NumPy promotes several nodes; ``nodes`` has these nodes."""

    __slots__ = ("nodes",)

    nodes: frozenset[str]

    def __new__(cls, nodes: frozenset[str]) -> Common:
        """Promote some nodes."""
        made = super().__new__(cls, common(nodes))
        made.nodes = nodes
        return made

    def __reduce__(self) -> tuple[type[Common], tuple[frozenset[str]]]:
        """Pickle and copy by ``nodes``."""
        return Common, (self.nodes,)


class SetsOfDtypes(Lattice):
    """The order of sets of nodes by inclusion, in which no single node is below another."""

    def __init__(self) -> None:
        super().__init__(dict.fromkeys(NODES, ()))

    def join(self, left: str, right: str) -> str:
        """Return the promotion of all nodes from which ``left`` and ``right`` were joined."""
        return _union(left, right)

    def join_all(self, names: Iterable[str]) -> str:
        """Return the promotion of all nodes from which the named ones were joined."""
        return reduce(self.join, names)

    @property
    def fingerprint(self) -> str:
        """A digest of the promotions of all pairs and triples of nodes."""
        text = ";".join(f"{some}<{common(frozenset(some))}" for some in self._promotable())
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def _promotable(self) -> Iterator[tuple[str, ...]]:
        for count in (2, 3):
            yield from combinations((node for node in self.nodes if node in OWN), count)


def _union(left: str, right: str) -> Common:
    return _common(_nodes(left) | _nodes(right))


@cache
def _common(nodes: frozenset[str]) -> Common:
    return Common(nodes)


def _nodes(node: str) -> frozenset[str]:
    return node.nodes if isinstance(node, Common) else frozenset({node})


def common(nodes: frozenset[str]) -> str:
    """Return the node to which NumPy promotes several nodes; it is weak if all of them are.

    Beside other nodes, those of Python scalars decide only the category.

    Raises:
        ValueError: there is a dtype of ``ml_dtypes``, and NumPy's functions promote it differently.
    """
    weak = [node for node in nodes if NODES[node].weak]
    strong = sorted(nodes.difference(weak), key=_category, reverse=True)
    if not nodes <= OWN:
        return _extended(strong, weak)
    scalar = max(weak, key=_category, default=None)
    if scalar is not None and not strong:
        return scalar
    joined = reduce(promote_types, strong)
    return joined if scalar is None else with_scalar(joined, NODES[scalar].symbol)


def _extended(strong: list[str], weak: list[str]) -> str:
    """The dtype of ``ml_dtypes``, if there are only Python ints beside it."""
    if len(strong) > 1 or {*weak} - {"weak_int"}:
        raise ValueError(f"NumPy has no one common dtype of {', '.join(sorted((*strong, *weak)))}")
    return strong[0]


def _category(node: str) -> int:
    """The category of a node; NumPy goes from the highest down, see ``numpy.result_type``."""
    return KINDS.index(NODES[node].kind)
