"""``promo table``: the promotion table of JAX or another system, compared with a second one."""

from __future__ import annotations

from typing import Final, NamedTuple

import click

from promo_cli.named_system import named_system
from promo_cli.table_formats import WRITERS, Cell, Table
from promo_typing.core.dtypes import INEXACT_KINDS, NODES, TRUNCATED, Kind
from promo_typing.lattice import Lattice, jax_lattice
from promo_typing.lattice.values import node_of
from promo_typing.systems import LatticeSystem
from promo_typing.systems.kinds import facts

_SETTINGS_OF_JAX: Final = (
    "--x64 and --strict are settings of JAX's own table; with --system write jax-x64, jax-strict "
    "or jax-strict-x64"
)


class PromotionTable(NamedTuple):
    """The joins of all pairs of some dtypes of JAX, in the order of ``nodes``."""

    title: str
    nodes: tuple[str, ...]
    lattice: Lattice

    def cell(self, left: str, right: str) -> str | None:
        """Return the join of two nodes that are given by symbols, as a symbol."""
        one, other = node_of(left), node_of(right)
        joined = None if one is None or other is None else self.lattice.join(one.name, other.name)
        return None if joined is None else NODES[joined].symbol


def promotion_table(*, x64: bool, strict: bool, everything: bool) -> PromotionTable:
    """Return the table for given settings of JAX.

    With x64 off it has no 64-bit dtypes, which JAX truncates to 32 bits. As in the tables of JAX's
    documentation, integers below 8 bits and floats below 16 bits are left out, unless
    ``everything`` is true.
    """
    nodes = (name for name in NODES if x64 or name not in TRUNCATED)
    shown = tuple(name for name in nodes if everything or not _is_small(name))
    title = f"{'strict' if strict else 'standard'} promotion, x64 {'on' if x64 else 'off'}"
    return PromotionTable(title, shown, jax_lattice(x64=x64, strict=strict))


def _is_small(name: str) -> bool:
    node = NODES[name]
    return are_small(node.kind, node.bits)


def are_small(kind: Kind, bits: int) -> bool:
    """Whether a dtype is narrower than those that tables usually show."""
    return 0 < bits < (16 if kind in INEXACT_KINDS else 8)


@click.command()
@click.option(
    "--system",
    metavar="NAME|FILE",
    help="The promotion system, or a file with a lattice; the default is JAX.",
)
@click.option("--against", metavar="NAME|FILE", help="Mark the cells in which this one differs.")
@click.option("--x64/--no-x64", default=False, help="With jax_enable_x64 on; off is the default.")
@click.option("--strict", is_flag=True, help="With jax_numpy_dtype_promotion='strict'.")
@click.option("--all", "everything", is_flag=True, help="Also int4, float8 and other small dtypes.")
@click.option(
    "--format",
    "style",
    type=click.Choice(list(WRITERS)),
    default="text",
    help="The output format; text is the default.",
)
def table(
    system: str | None, against: str | None, x64: bool, strict: bool, everything: bool, style: str
) -> int:
    """Show to which dtype two dtypes promote: i*, f* and c* are Python scalars and weak arrays."""
    if system is None:
        found = promotion_table(x64=x64, strict=strict, everything=everything)
        nodes = tuple(NODES[name].symbol for name in found.nodes)
        shown = Table(found.title, nodes, found.cell)
    elif x64 or strict:
        raise click.UsageError(_SETTINGS_OF_JAX)
    else:
        shown = Table(system, *cells_of(system, everything=everything))
    if against is not None:
        _, other = cells_of(against)
        shown = Table(shown.title, shown.nodes, shown.cell, against, other)
    WRITERS[style](shown)
    return 0


def cells_of(name: str, *, everything: bool = True) -> tuple[tuple[str, ...], Cell]:
    """Return the nodes of a system, and its promotion of two nodes; None for nodes that it lacks.

    Args:
        name: the name of a system, or a file with a lattice.
        everything: whether a library's small dtypes are included; a file's always are.

    Raises:
        CommandError: there is no such system, or the file does not hold a lattice.
    """
    found = named_system(name)
    whole = everything or isinstance(found, LatticeSystem)
    known = frozenset(found.nodes)

    def cell(left: str, right: str) -> str | None:
        return found.cell(left, right) if {left, right} <= known else None

    return tuple(each for each in found.nodes if whole or not are_small(*facts(each))), cell
