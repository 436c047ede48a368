from __future__ import annotations

import csv
import io
import subprocess
from pathlib import Path

import pytest

from promo_typing.cli.table_formats import short_name
from promo_typing.dtypes import NARROWED, NODES

from .conftest import Project

GOLDEN = Path(__file__).parents[1] / "golden"

TEXT = """\
standard promotion, x64 off

          bool   u8  u16  u32   i8  i16  i32 bf16  f16  f32  c64   i*   f*   c*
bool      bool   u8  u16  u32   i8  i16  i32 bf16  f16  f32  c64   i*   f*   c*
uint8       u8   u8  u16  u32  i16  i16  i32 bf16  f16  f32  c64   u8   f*   c*
uint16     u16  u16  u16  u32  i32  i32  i32 bf16  f16  f32  c64  u16   f*   c*
uint32     u32  u32  u32  u32  i32  i32  i32 bf16  f16  f32  c64  u32   f*   c*
int8        i8  i16  i32  i32   i8  i16  i32 bf16  f16  f32  c64   i8   f*   c*
int16      i16  i16  i32  i32  i16  i16  i32 bf16  f16  f32  c64  i16   f*   c*
int32      i32  i32  i32  i32  i32  i32  i32 bf16  f16  f32  c64  i32   f*   c*
bfloat16  bf16 bf16 bf16 bf16 bf16 bf16 bf16 bf16  f32  f32  c64 bf16 bf16  c64
float16    f16  f16  f16  f16  f16  f16  f16  f32  f16  f32  c64  f16  f16  c64
float32    f32  f32  f32  f32  f32  f32  f32  f32  f32  f32  c64  f32  f32  c64
complex64  c64  c64  c64  c64  c64  c64  c64  c64  c64  c64  c64  c64  c64  c64
i*          i*   u8  u16  u32   i8  i16  i32 bf16  f16  f32  c64   i*   f*   c*
f*          f*   f*   f*   f*   f*   f*   f* bf16  f16  f32  c64   f*   f*   c*
c*          c*   c*   c*   c*   c*   c*   c*  c64  c64  c64  c64   c*   c*   c*
"""


def cells(text: str) -> dict[tuple[str, str], str]:
    head, *rows = csv.reader(io.StringIO(text))
    assert head[0] == "lhs"
    return {
        (row[0], column): cell
        for row in rows
        for column, cell in zip(head[1:], row[1:], strict=True)
    }


@pytest.mark.parametrize("x64", [True, False])
@pytest.mark.parametrize("strict", [True, False])
def test_every_cell_is_what_jax_answers(project: Project, x64: bool, strict: bool) -> None:
    flags = ["--x64" if x64 else "--no-x64", *(["--strict"] if strict else [])]
    shown = project.promo("table", "--all", "--format", "csv", *flags)
    assert (shown.status, shown.err) == (0, "")
    setting = f"x64-{'on' if x64 else 'off'}{'.strict' if strict else ''}"
    measured = cells((GOLDEN / f"jax-0.12.0.1.{setting}.result_type.csv").read_text())
    answered = cells(shown.out)
    nodes = {node.symbol for node in NODES.values() if x64 or node.name not in NARROWED}
    assert {row for row, _ in answered} == nodes
    assert answered == {pair: measured[pair] for pair in answered}


def test_default_is_the_table_of_the_documentation(project: Project) -> None:
    shown = project.promo("table", "--x64", "--format", "csv")
    documented = cells((GOLDEN / "jep9407_jax_numpy.csv").read_text())
    assert cells(shown.out) == documented


def test_text(project: Project) -> None:
    shown = project.promo("table")
    assert (shown.status, shown.err) == (0, "")
    assert shown.out == TEXT
    assert max(map(len, shown.out.splitlines())) <= 80


def test_markdown(project: Project) -> None:
    shown = project.promo("table", "--format", "markdown", "--strict")
    lines = shown.out.splitlines()
    assert len(lines) == 2 + 14
    assert lines[0].startswith("|  | bool | uint8 |")
    assert lines[0].endswith(r"| i\* | f\* | c\* |")
    assert lines[1] == "|" + " --- |" * 15
    assert lines[3] == "| uint8 | - | uint8 |" + " - |" * 9 + r" uint8 | - | - |"


def test_short_names_are_unique() -> None:
    assert len({short_name(name) for name in NODES}) == len(NODES)
    assert {len(short_name(name)) <= 11 for name in NODES} == {True}


def test_closed_output_is_quiet(project: Project) -> None:
    # The exit status of `true` is not awaited: its end of the pipe is closed long before.
    done = subprocess.run(
        f"({' '.join(project.command('table', '--all', '--format', 'csv'))}; echo $? >&2) | true",
        shell=True,
        cwd=project.folder,
        env=project.environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == "141\n"


@pytest.mark.parametrize("arguments", [["--format", "pdf"], ["--bogus"], ["extra"]])
def test_wrong_usage(project: Project, arguments: list[str]) -> None:
    done = project.promo("table", *arguments)
    assert done.status == 2
    assert done.err.startswith("Usage: promo table")
