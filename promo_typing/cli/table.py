"""``promo table``: the promotion table of JAX.

The columns of a table in a terminal have short names, ``bf16`` for ``bfloat16``, so that the table
of JEP 9407 fits 80 characters; a wider one is cut into blocks of columns.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

import click
from rich.text import Text

from promo_typing.cli.console import output, write
from promo_typing.dtypes import NARROWED, NODES, Kind
from promo_typing.lattice import Lattice, jax_lattice

UNDEFINED: Final = "-"

_STYLES: Final[dict[Kind, str]] = {
    "bool": "magenta",
    "unsigned": "cyan",
    "signed": "blue",
    "float": "green",
    "complex": "yellow",
}
_KIND_LETTERS: Final[dict[Kind, str]] = {
    "unsigned": "u",
    "signed": "i",
    "float": "f",
    "complex": "c",
}
_SMALL_FLOAT: Final = re.compile(r"float\d+_(\w+)")


class Table(NamedTuple):
    """The joins of all pairs of some dtypes; rows and columns are in the order of ``nodes``."""

    title: str
    nodes: tuple[str, ...]
    lattice: Lattice

    def cells(self, row: str) -> list[str | None]:
        """Return the joins of one dtype with each of them, None where there is no join."""
        return [self.lattice.join(row, column) for column in self.nodes]


def promotion_table(*, x64: bool, strict: bool, everything: bool) -> Table:
    """Return the table for given settings of JAX.

    It has the dtypes that exist under the setting: none of 64 bits per real number with x64 off,
    where JAX makes 32-bit ones of them. Those narrower than 8 bits per integer or 16 bits per
    float are part of it only if everything is asked for, as in the tables of JAX's documentation.
    """
    nodes = (name for name in NODES if x64 or name not in NARROWED)
    shown = tuple(name for name in nodes if everything or not _is_small(name))
    title = f"{'strict' if strict else 'standard'} promotion, x64 {'on' if x64 else 'off'}"
    return Table(title, shown, jax_lattice(x64=x64, strict=strict))


def _is_small(name: str) -> bool:
    node = NODES[name]
    return not node.weak and node.bits < (16 if node.is_a("inexact") else 8)


@click.command()
@click.option("--x64/--no-x64", default=False, help="With jax_enable_x64 on; off is the default.")
@click.option("--strict", is_flag=True, help="With jax_numpy_dtype_promotion='strict'.")
@click.option("--all", "everything", is_flag=True, help="Also int4, float8 and other small dtypes.")
@click.option(
    "--format",
    "style",
    type=click.Choice(["text", "markdown", "csv"]),
    default="text",
    help="How to write it; text is the default.",
)
def table(x64: bool, strict: bool, everything: bool, style: str) -> int:
    """Show which dtype JAX makes of two: i*, f* and c* are Python scalars and weak arrays."""
    _WRITERS[style](promotion_table(x64=x64, strict=strict, everything=everything))
    return 0


def _symbols(nodes: Iterable[str | None]) -> list[str]:
    return [UNDEFINED if node is None else NODES[node].symbol for node in nodes]


def _write_csv(table: Table) -> None:
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(["lhs", *_symbols(table.nodes)])
    writer.writerows([*_symbols([row]), *_symbols(table.cells(row))] for row in table.nodes)
    write(file.getvalue())


def _write_markdown(table: Table) -> None:
    def line(cells: Iterable[str]) -> str:
        return f"| {' | '.join(cells)} |\n".replace("*", r"\*")

    rows = [line(["", *_symbols(table.nodes)]), line("---" for _ in ("", *table.nodes))]
    rows += [line([*_symbols([row]), *_symbols(table.cells(row))]) for row in table.nodes]
    write("".join(rows))


def _write_text(table: Table) -> None:
    console = output()
    console.print(Text(table.title, style="bold"))
    head = max(len(NODES[node].symbol) for node in table.nodes)
    width = max(len(short_name(node)) for node in table.nodes) + 1
    room = console.width if console.is_terminal else None
    for block in _blocks(len(table.nodes), head, width, room):
        console.print()
        console.print(_line(Text("".ljust(head)), table.nodes[block], width))
        for row in table.nodes:
            name = Text(NODES[row].symbol.ljust(head), style=_STYLES[NODES[row].kind])
            console.print(_line(name, table.cells(row)[block], width))


def _blocks(columns: int, head: int, width: int, room: int | None) -> list[slice]:
    """Divide the columns so that each block fits the terminal; a pipe takes any width."""
    size = columns if room is None else max(1, (room - head) // width)
    return [slice(start, start + size) for start in range(0, columns, size)]


def _line(head: Text, cells: Sequence[str | None], width: int) -> Text:
    for cell in cells:
        if cell is None:
            head.append(UNDEFINED.rjust(width), style="dim")
        else:
            head.append(short_name(cell).rjust(width), style=_STYLES[NODES[cell].kind])
    return head


def short_name(name: str) -> str:
    """Return a name that fits a narrow column: ``u8``, ``bf16``, ``e4m3fn``, ``f*``."""
    node = NODES[name]
    if node.weak or node.kind == "bool":
        return node.symbol
    small = _SMALL_FLOAT.fullmatch(name)
    if small is not None:
        return small[1]
    return f"{'b' if name.startswith('b') else ''}{_KIND_LETTERS[node.kind]}{node.bits}"


_WRITERS: Final[dict[str, Callable[[Table], None]]] = {
    "text": _write_text,
    "markdown": _write_markdown,
    "csv": _write_csv,
}
