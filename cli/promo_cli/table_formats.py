"""The formats of promotion tables: for people, for Markdown, for programs.

The columns of a table in a terminal have short names, ``bf16`` for ``bfloat16``, so that the table
of JEP 9407 fits 80 characters; a wider one is cut into blocks of columns.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, TypeAlias
from xml.etree import ElementTree

from rich.text import Text

from promo_cli.console import output, write
from promo_cli.short_names import short_name
from promo_typing.core.dtypes import Kind
from promo_typing.lattice.values import node_of

UNDEFINED: Final = "-"

Cell: TypeAlias = Callable[[str, str], str | None]
"""Returns the promotion of two nodes; None if it is undefined."""

_STYLES: Final[dict[Kind, str]] = {
    "bool": "magenta",
    "unsigned": "cyan",
    "signed": "blue",
    "float": "green",
    "complex": "yellow",
}
_MARKUP: Final = re.compile(r"[\\`*|<>\[\]]")
"""Characters with a meaning in Markdown; an underscore inside a word has none."""
_DIFFERENT: Final = "differs"
_MARK: Final = "!"


@dataclass(frozen=True, slots=True)
class Table:
    """A promotion table, and perhaps another one to compare it with.

    ``nodes`` have the names of JEP 9407's tables: dtypes, and ``i*``, ``f*`` and ``c*``.
    """

    title: str
    nodes: tuple[str, ...]
    cell: Cell
    other_title: str = ""
    other: Cell | None = None

    def text(self, row: str, column: str) -> str:
        """Return the promotion of two nodes, or ``-`` if it is undefined."""
        return self.cell(row, column) or UNDEFINED

    def other_text(self, row: str, column: str) -> str | None:
        """Return the result in the other table if it differs, else None."""
        if self.other is None:
            return None
        other = self.other(row, column) or UNDEFINED
        return None if other == self.text(row, column) else other


def _write_csv(table: Table) -> None:
    def cell(row: str, column: str) -> str:
        other = table.other_text(row, column)
        return table.text(row, column) + ("" if other is None else f" ({other})")

    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(["lhs", *table.nodes])
    writer.writerows([row, *(cell(row, each) for each in table.nodes)] for row in table.nodes)
    write(file.getvalue())


def _write_markdown(table: Table) -> None:
    def line(cells: Iterable[str]) -> str:
        return f"| {' | '.join(cells)} |\n"

    def cell(row: str, column: str) -> str:
        text = _escaped(table.text(row, column))
        return text if table.other_text(row, column) is None else f"**{text}**"

    rows = [] if table.other is None else [f"{_escaped(_caption(table, 'in bold'))}:\n\n"]
    rows += [line(["", *map(_escaped, table.nodes)]), line("---" for _ in ("", *table.nodes))]
    rows += [
        line([_escaped(row), *(cell(row, each) for each in table.nodes)]) for row in table.nodes
    ]
    write("".join(rows))


def _escaped(symbol: str) -> str:
    return _MARKUP.sub(r"\\\g<0>", symbol)


def _write_json(table: Table) -> None:
    cells = [
        {"lhs": row, "rhs": column, "result": table.cell(row, column)}
        | ({} if table.other is None else {"against": table.other(row, column)})
        for row in table.nodes
        for column in table.nodes
    ]
    titles = {"system": table.title} | ({"against": table.other_title} if table.other else {})
    write(json.dumps({**titles, "nodes": table.nodes, "cells": cells}, indent=1) + "\n")


def _write_html(table: Table) -> None:
    root = ElementTree.Element("table", {"class": "promotion"})
    ElementTree.SubElement(root, "caption").text = _caption(table, "marked")
    head = ElementTree.SubElement(root, "tr")
    ElementTree.SubElement(head, "th")
    for column in table.nodes:
        ElementTree.SubElement(head, "th", {"scope": "col"}).text = column
    for row in table.nodes:
        line = ElementTree.SubElement(root, "tr")
        ElementTree.SubElement(line, "th", {"scope": "row"}).text = row
        for column in table.nodes:
            other = table.other_text(row, column)
            said = {} if other is None else {"class": _DIFFERENT, "title": other}
            ElementTree.SubElement(line, "td", said).text = table.text(row, column)
    ElementTree.indent(root, " ")
    for cell in root.iterfind(f"tr/td[@class='{_DIFFERENT}']"):
        # A browser shows these marks even without a style sheet.
        ElementTree.SubElement(cell, "mark").text, cell.text = cell.text, None
    write(ElementTree.tostring(root, encoding="unicode", method="html") + "\n")


def _write_text(table: Table) -> None:
    console = output()
    console.print(Text(_caption(table, f"marked {_MARK}"), style="bold"))
    head = max(map(len, table.nodes))
    shown = [table.text(row, column) for row in table.nodes for column in table.nodes]
    marked = int(table.other is not None)
    width = max(len(short_name(each)) for each in (*table.nodes, *shown)) + 1 + marked
    room = console.width if console.is_terminal else None
    for block in _blocks(len(table.nodes), head, width, room):
        console.print()
        names = (_padded(short_name(each), width, style_of(each)) for each in table.nodes[block])
        console.print(Text.assemble("".ljust(head), *names))
        for row in table.nodes:
            first = (row.ljust(head), style_of(row))
            cells = (_text_cell(table, row, each, width) for each in table.nodes[block])
            line = Text.assemble(first, *cells)
            line.rstrip()
            console.print(line)


def _caption(table: Table, mark: str) -> str:
    """The name of the table, and the mark of cells that differ in the other table."""
    if table.other is None:
        return table.title
    return f"{table.title}; where {table.other_title} differs, {mark}"


def _text_cell(table: Table, row: str, column: str, width: int) -> tuple[str, str]:
    text, other = table.text(row, column), table.other_text(row, column)
    if other is not None:
        return _padded(short_name(text) + _MARK, width, "bold red")
    mark = " " if table.other is not None else ""
    return _padded(short_name(text) + mark, width, "dim" if text == UNDEFINED else style_of(text))


def _padded(text: str, width: int, style: str) -> tuple[str, str]:
    return text.rjust(width), style


def _blocks(columns: int, head: int, width: int, room: int | None) -> list[slice]:
    """Slices of the columns that each fit the terminal; one slice if the output is a pipe."""
    size = columns if room is None else max(1, (room - head) // width)
    return [slice(start, start + size) for start in range(0, columns, size)]


def style_of(name: str) -> str:
    """Return the colour of a node, by its kind."""
    node = node_of(name)
    return "" if node is None else _STYLES[node.kind]


WRITERS: Final[dict[str, Callable[[Table], None]]] = {
    "text": _write_text,
    "markdown": _write_markdown,
    "csv": _write_csv,
    "html": _write_html,
    "json": _write_json,
}
"""The function that writes each format, by its name."""
