"""The graphs that ``promo lattice`` shows: JAX's, those of other systems, and those in files."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Final, NamedTuple, Protocol

from promo_cli.command_error import CommandError
from promo_cli.named_system import named_system
from promo_cli.table import promotion_table
from promo_typing.lattice import CycleError, Edges, LatticeError, PartialOrder
from promo_typing.lattice.files import read_edges
from promo_typing.lattice.laws import TableReport, below, check_table, first_asymmetry
from promo_typing.systems import LatticeSystem

_JAX: Final = {"jax": False, "jax-strict": True}
"""JAX's systems that are lattices, by name, and whether they promote strictly."""

_X64: Final = "-x64"


class Subject(NamedTuple):
    """A graph and, if it was made from a promotion table, a report on the table.

    ``left_out`` has the operands of the table that are not nodes because ``a + a`` is not ``a``,
    each with the result of ``a + a``: a dtype for a Python scalar, None if the system lacks ``a``.
    """

    title: str
    edges: Edges
    table: TableReport | None = None
    left_out: tuple[tuple[str, str | None], ...] = ()


class Table(Protocol):
    """The protocol of a promotion table."""

    @property
    def name(self) -> str:
        """The name of the promotion system."""
        ...

    @property
    def nodes(self) -> tuple[str, ...]:
        """Its operands."""
        ...

    def cell(self, left: str, right: str) -> str | None:
        """Return the result of two operands; None if it is undefined."""
        ...


def of_file(path: str) -> Subject:
    """Return the lattice in a file.

    Raises:
        LatticeError: the file does not describe a lattice.
    """
    return Subject(Path(path).stem, read_edges(path))


def of_system(name: str, *, x64: bool, everything: bool) -> Subject:
    """Return the lattice of a promotion system, or the order that its table makes.

    Args:
        name: the name of the system.
        x64: JAX with 64-bit dtypes.
        everything: the small dtypes of JAX too.

    Raises:
        CommandError: there is no such system, or it is not JAX's and an option is set.
    """
    if name.removesuffix(_X64) in _JAX:
        x64 = x64 or name.endswith(_X64)
        return of_jax(x64=x64, strict=_JAX[name.removesuffix(_X64)], everything=everything)
    found = named_system(name)
    if x64 or everything:
        raise CommandError("--x64 and --all are for the systems jax and jax-strict")
    if isinstance(found, LatticeSystem):
        return Subject(name, found.order.edges)
    return of_table(found)


def of_jax(*, x64: bool, strict: bool, everything: bool) -> Subject:
    """Return JAX's lattice with the dtypes that ``promo table`` shows for the same settings."""
    table = promotion_table(x64=x64, strict=strict, everything=everything)
    return Subject(f"JAX, {table.title}", table.lattice.restricted_to(table.nodes))


def of_table(table: Table) -> Subject:
    """Return the order of a promotion table: ``a`` is below ``b`` if ``a + b`` is ``b``.

    Raises:
        LatticeError: no operand is its own result.
    """
    nodes = table.nodes

    def cell(left: str, right: str) -> str | None:
        return table.cell(left, right) if {left, right} <= set(nodes) else None

    results = {node: cell(node, node) for node in nodes}
    kept = [node for node, result in results.items() if node == result]
    if not kept:
        raise LatticeError(f"{table.name}: no dtype becomes itself, so there is nothing to order")
    laws = check_table(kept, cell)
    return Subject(
        table.name,
        _reduced(below(kept, cell)),
        # Commutativity is checked for operands that are not nodes, too.
        replace(laws, not_commutative=first_asymmetry(nodes, cell)),
        tuple((node, result) for node, result in results.items() if node != result),
    )


def _reduced(edges: Edges) -> Edges:
    try:
        return PartialOrder(edges).transitive_reduction()
    except CycleError:
        return edges
