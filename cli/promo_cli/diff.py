"""``promo diff``: where two promotion systems differ, for porting code from one to the other."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import click
from rich.text import Text

from promo_cli.console import output
from promo_cli.difference_reasons import Difference, reasons
from promo_cli.table import cells_of
from promo_cli.table_formats import UNDEFINED


class Compared(NamedTuple):
    """Two tables: their common nodes, the nodes that one of them lacks, and the pairs that differ.

    ``missing`` has, for each system's name, the nodes of the other system that it lacks.
    """

    nodes: tuple[str, ...]
    missing: dict[str, tuple[str, ...]]
    found: list[Difference]


@click.command()
@click.argument("one", metavar="A")
@click.argument("other", metavar="B")
@click.option("--all", "everything", is_flag=True, help="Also int4, float8 and other small dtypes.")
def diff(one: str, other: str, everything: bool) -> int:
    """List the operands that systems A and B promote to different dtypes, by reason.

    A and B are names of promotion systems, or files with lattices. The exit status is 1 if there
    are such operands.
    """
    compared = differences(one, other, everything=everything)
    console = output()
    number, total = len(compared.found), len(compared.nodes) ** 2
    console.print(Text(f"{one} -> {other}: {number} of {total} cells differ", style="bold"))
    for name, missing in compared.missing.items():
        console.print(Text(f"not in {name}: {', '.join(missing)}"))
    for reason, members in reasons(compared.found, one, other).items():
        console.print()
        console.print(Text(f"{reason}: {len(members)}", style="bold"))
        for line in _lines(members):
            console.print(line)
    return int(bool(compared.found))


def differences(one: str, other: str, *, everything: bool = False) -> Compared:
    """Compare the cells of the nodes that two systems have in common.

    Raises:
        CommandError: there is no such system, or no such file.
    """
    (nodes, cell), (other_nodes, other_cell) = (
        cells_of(name, everything=everything) for name in (one, other)
    )
    common = tuple(node for node in nodes if node in other_nodes)
    missing = {
        other: tuple(node for node in nodes if node not in other_nodes),
        one: tuple(node for node in other_nodes if node not in nodes),
    }
    pairs = itertools.product(common, repeat=2)
    compared = (Difference(a, b, cell(a, b), other_cell(a, b)) for a, b in pairs)
    return Compared(
        common,
        {name: lacking for name, lacking in missing.items() if lacking},
        [each for each in compared if each.one != each.other],
    )


def _lines(members: Sequence[Difference]) -> Iterator[Text]:
    """A line for each pair of differing results, with the operands; a + b stands for b + a, too."""
    pairs: dict[tuple[str, str], dict[frozenset[str], str]] = {}
    for each in members:
        same = pairs.setdefault((each.one or UNDEFINED, each.other or UNDEFINED), {})
        same.setdefault(frozenset((each.left, each.right)), f"{each.left} + {each.right}")
    for (before, after), operands in pairs.items():
        yield Text(f"  {before} -> {after}: {', '.join(operands.values())}")
