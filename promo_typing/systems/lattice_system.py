"""A promotion system made of a graph: any partial order of dtypes, a lattice or not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from promo_typing.lattice import LatticeError, PartialOrder
from promo_typing.lattice.files import edges_of, read_edges
from promo_typing.systems.base import PairSystem
from promo_typing.systems.kinds import facts
from promo_typing.systems.model import (
    PYTHON_SYMBOLS,
    Operand,
    OperandError,
    Promoted,
    Result,
    Undefined,
)
from promo_typing.systems.weak_names import is_weak_name, weak_name

_WEAK_NAMES: Final = {"int": "weak_int", "float": "weak_float", "complex": "weak_complex"}
_SHOWN: Final = 20
"""The most nodes that a message names."""


class LatticeSystem(PairSystem):
    """Two nodes are promoted to their least upper bound, if there is one.

    The special operations follow PyTorch: a dot product takes equal dtypes, a sum of integers is
    int64, and ``x += y`` needs a result that may be promoted to the dtype of ``x``.

    Args:
        name: the name of the system.
        edges: for each node the nodes directly above it.
        source: where the graph comes from.

    Raises:
        LatticeError: the edges are no partial order.
    """

    python_scalars = "are nodes of the graph, if it has i*, f* and c*"

    def __init__(self, name: str, edges: Mapping[str, Iterable[str]], source: str = "") -> None:
        super().__init__()
        self.name, self.source = name, source
        self.order: Final = PartialOrder(edges)
        self.nodes = self.order.nodes

    def _described(self, item: object) -> Operand:
        if isinstance(item, str) and item in self.nodes:
            return Operand(item)
        try:
            return super()._described(item)
        except OperandError as error:
            shown = [*self.nodes[:_SHOWN], *(["..."] if len(self.nodes) > _SHOWN else [])]
            raise OperandError(f"{error}; the nodes are {', '.join(shown)}") from None

    def _node(self, operand: Operand) -> str:
        if operand.dtype in self.nodes and not operand.weak:
            return operand.dtype
        if operand.weak and weak_name(operand.dtype) in self.nodes:
            return weak_name(operand.dtype)
        symbol = super()._node(operand)
        kind = next((kind for kind, known in PYTHON_SYMBOLS.items() if known == symbol), symbol)
        names = (symbol, kind, _WEAK_NAMES.get(kind, symbol))
        return next((name for name in names if name in self.nodes), symbol)

    def _pair(self, left: str, right: str) -> str | Undefined:
        joined = self.order.join(left, right)
        if joined is not None:
            return joined
        bounds = self.order.minimal_upper_bounds(left, right)
        if bounds:
            return Undefined(f"{left} and {right} have no least upper bound: {', '.join(bounds)}")
        return Undefined(f"{left} and {right} have no upper bound")

    def _promoted(self, node: str) -> Promoted:
        return Promoted(node, is_weak_name(node))

    def _symbol(self, result: Promoted) -> str:
        return result.dtype

    def _castable(self, result: str, out: str) -> bool:
        return self.order.is_below(result, out)

    def _in_place(self, operands: tuple[Operand, ...], out: Operand) -> Result:
        receiver = self._node(out)
        if receiver not in self.nodes:
            return Undefined(f"{self.name} has no {receiver}")
        return super()._in_place(operands, Operand(receiver))

    def _dot(self, operands: tuple[Operand, ...]) -> Result:
        return super()._dot(tuple(Operand(self._node(each)) for each in operands))

    def _sum(self, operands: tuple[Operand, ...]) -> Result:
        result = self._promote(operands)
        if isinstance(result, Undefined) or result.weak:
            return result
        try:
            facts(result.dtype)
        except KeyError:
            return Undefined(f"{result.dtype} is no dtype whose kind is known")
        return super()._sum(operands)


def system_of_edges(name: str, edges: object) -> LatticeSystem:
    """Return the system of a graph that is written as a mapping of lists.

    Raises:
        LatticeError: ``edges`` is no such mapping, or the graph is no partial order.
    """
    return LatticeSystem(name, edges_of(edges), "given by its edges")


def system_of_file(path: str | Path) -> LatticeSystem:
    """Return the system of a graph in a file that ends in ``.json`` or ``.toml``.

    Raises:
        LatticeError: the file cannot be read, or it does not hold a partial order.
    """
    edges = read_edges(path)
    try:
        return LatticeSystem(Path(path).stem, edges, str(path))
    except LatticeError as error:
        raise LatticeError(f"{path}: {error}") from None
