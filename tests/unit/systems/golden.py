"""The golden tables, and the answers of a system in the same form."""

from __future__ import annotations

import csv
from pathlib import Path

from promo_typing.systems import Result, System, Undefined

GOLDEN = Path(__file__).parents[2] / "golden"
UNKNOWN = ("!", ".")
"""Cells without information about promotion: another kind of failure, or not measured."""

Table = dict[tuple[str, str], str]


def rows_of(name: str) -> list[list[str]]:
    with (GOLDEN / name).open(newline="") as file:
        return list(csv.reader(file))


def node_of(name: str) -> str:
    """Our node for a name in a table; PyTorch has another name for pairs of 4-bit floats."""
    return name.replace("float4_e2m1fn_x2", "float4_e2m1fn")


def table(name: str) -> Table:
    (_, *columns), *rows = rows_of(name)
    return {
        (node_of(row[0]), node_of(column)): node_of(value)
        for row in rows
        for column, value in zip(columns, row[1:], strict=True)
    }


def known(name: str) -> Table:
    return {pair: value for pair, value in table(name).items() if value not in UNKNOWN}


def cells(system: System, pairs: Table) -> Table:
    """The system's answers for the cells that a table has."""
    return {pair: system.cell(*pair) or "-" for pair in pairs}


def dtype_of(result: Result) -> str:
    return "-" if isinstance(result, Undefined) else result.dtype


def differing(expected: Table, found: Table) -> dict[tuple[str, str], tuple[str, str]]:
    """The cells that differ, with the expected and the found result."""
    return {
        pair: (expected[pair], found[pair]) for pair in expected if expected[pair] != found[pair]
    }
