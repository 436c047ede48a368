from __future__ import annotations

import csv
import io
import itertools
import json
import re
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import pytest

from promo_cli.short_names import short_name
from promo_typing.core.dtypes import NODES, TRUNCATED
from promo_typing.systems import SYSTEMS, system
from promo_typing.systems.kinds import JEP_NODES

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
    nodes = {node.symbol for node in NODES.values() if x64 or node.name not in TRUNCATED}
    assert {row for row, _ in answered} == nodes
    assert answered == {pair: measured[pair] for pair in answered}


def test_default_is_the_table_of_the_documentation(project: Project) -> None:
    shown = project.promo_here("table", "--x64", "--format", "csv")
    documented = cells((GOLDEN / "jep9407_jax_numpy.csv").read_text())
    assert cells(shown.out) == documented


def test_text(project: Project) -> None:
    shown = project.promo_here("table")
    assert (shown.status, shown.err) == (0, "")
    assert shown.out == TEXT
    assert max(map(len, shown.out.splitlines())) <= 80


def test_markdown(project: Project) -> None:
    shown = project.promo_here("table", "--format", "markdown", "--strict")
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
    # `true` ends at once, and closes its end of the pipe long before the table is written.
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


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
def test_a_full_disk_is_one_line(project: Project) -> None:
    done = subprocess.run(
        f"{' '.join(project.command('table'))} > /dev/full",
        shell=True,
        cwd=project.folder,
        env=project.environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr == "promo: error: cannot write: No space left on device\n"


JEP_TABLES = [name for name in SYSTEMS if re.match("jep9407-(?!option)", name)]


@pytest.mark.parametrize("name", JEP_TABLES)
def test_a_table_of_the_jep_byte_for_byte(project: Project, name: str) -> None:
    shown = project.promo_here("table", "--system", name, "--format", "csv")
    assert (shown.status, shown.err) == (0, "")
    assert shown.out.encode() == (GOLDEN / f"{name.replace('-', '_')}.csv").read_bytes()


def test_the_tables_of_the_jep_are_there() -> None:
    assert len(JEP_TABLES) == 5


def answers(name: str) -> dict[tuple[str, str], str]:
    """The cells of a system over the nodes of the JEP; ``-`` also for nodes that it lacks."""
    found = system(name)
    known = set(found.nodes)
    return {
        (a, b): (found.cell(a, b) if {a, b} <= known else None) or "-"
        for a, b in itertools.product(JEP_NODES, repeat=2)
    }


OURS, THEIRS = answers("jep9407-jax-numpy"), answers("jep9407-numpy")
DIFFERENT = {pair for pair in OURS if OURS[pair] != THEIRS[pair]}
AGAINST = ("table", "--system", "jep9407-jax-numpy", "--against", "jep9407-numpy")


def test_against_in_csv(project: Project) -> None:
    shown = cells(project.promo_here(*AGAINST, "--format", "csv").out)
    assert shown == {
        pair: f"{OURS[pair]} ({THEIRS[pair]})" if pair in DIFFERENT else OURS[pair] for pair in OURS
    }
    assert 50 < len(DIFFERENT) < 150


def test_against_in_json(project: Project) -> None:
    shown = json.loads(project.promo_here(*AGAINST, "--format", "json").out)
    assert (shown["system"], shown["against"]) == ("jep9407-jax-numpy", "jep9407-numpy")
    assert shown["nodes"] == list(JEP_NODES)
    found = {
        (each["lhs"], each["rhs"]): (each["result"] or "-", each["against"] or "-")
        for each in shown["cells"]
    }
    assert found == {pair: (OURS[pair], THEIRS[pair]) for pair in OURS}


def test_json_of_one_system(project: Project) -> None:
    shown = json.loads(project.promo_here("table", "--format", "json", "--strict").out)
    assert shown["system"] == "strict promotion, x64 off"
    assert {"lhs": "int8", "rhs": "uint8", "result": None} in shown["cells"]
    assert {"lhs": "int8", "rhs": "i*", "result": "int8"} in shown["cells"]
    assert len(shown["cells"]) == 14 * 14


def test_against_in_html(project: Project) -> None:
    text = project.promo_here(*AGAINST, "--format", "html").out
    table = ElementTree.fromstring(text)
    assert table.tag == "table"
    assert table.findtext("caption") == "jep9407-jax-numpy; where jep9407-numpy differs, marked"
    head, *rows = table.findall("tr")
    columns = [each.text or "" for each in head.findall("th")]
    assert columns == ["", *JEP_NODES]
    seen = set()
    for row in rows:
        name = row.findtext("th") or ""
        for column, cell in zip(columns[1:], row.findall("td"), strict=True):
            pair = (name, column)
            assert "".join(cell.itertext()) == OURS[pair]
            assert cell.get("class") == ("differs" if pair in DIFFERENT else None)
            assert cell.get("title") == (THEIRS[pair] if pair in DIFFERENT else None)
            assert (cell.find("mark") is not None) == (pair in DIFFERENT)
            seen.add(pair)
    assert seen == set(OURS)


def test_against_in_markdown(project: Project) -> None:
    lines = project.promo_here(*AGAINST, "--format", "markdown").out.splitlines()
    assert lines[0] == "jep9407-jax-numpy; where jep9407-numpy differs, in bold:"
    rows = [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines[2:]]
    assert rows[0] == ["", *(node.replace("*", r"\*") for node in JEP_NODES)]
    for (name, row), line in zip(enumerate(JEP_NODES), rows[2:], strict=True):
        assert line[0] == row.replace("*", r"\*"), name
        for column, cell in zip(JEP_NODES, line[1:], strict=True):
            text = OURS[row, column].replace("*", r"\*")
            assert cell == (f"**{text}**" if (row, column) in DIFFERENT else text)


def test_against_in_text(project: Project) -> None:
    shown = project.promo(*AGAINST)
    title, _, head, *rows = shown.out.splitlines()
    assert title == "jep9407-jax-numpy; where jep9407-numpy differs, marked !"
    assert head.split() == [short_name(node) for node in JEP_NODES]
    for row, line in zip(JEP_NODES, rows, strict=True):
        marks = [f"{short_name(OURS[row, c])}{'!' * ((row, c) in DIFFERENT)}" for c in JEP_NODES]
        assert line.split() == [row, *marks]
    assert "\x1b[" not in shown.out


def test_differences_are_coloured_on_a_terminal(project: Project) -> None:
    coloured = project.promo(*AGAINST, FORCE_COLOR="1", COLUMNS="300").out
    assert coloured.count("\x1b[1;31m") == len(DIFFERENT)
    assert "\x1b[" not in project.promo(*AGAINST, FORCE_COLOR="1", NO_COLOR="1").out


def test_small_dtypes_are_shown_if_they_are_asked_for(project: Project) -> None:
    usual = cells(project.promo_here("table", "--system", "torch", "--format", "csv").out)
    every = cells(project.promo_here("table", "--system", "torch", "--all", "--format", "csv").out)
    assert {row for row, _ in every} == set(SYSTEMS["torch"].nodes)
    assert {row for row, _ in every} - {row for row, _ in usual} == {
        *(f"{sign}{bits}" for sign in ("int", "uint") for bits in range(1, 8)),
        *(node for node in SYSTEMS["torch"].nodes if re.match("float[48]_", node)),
    }
    assert usual == {pair: every[pair] for pair in usual}


def test_a_lattice_of_ones_own(project: Project) -> None:
    project.write("mine.toml", 'a = ["a|*b"]\nc = ["a|*b"]\n"a|*b" = []\n')
    shown = project.promo_here("table", "--system", "mine.toml", "--format", "csv")
    assert cells(shown.out)["a", "c"] == "a|*b"
    shown = project.promo_here("table", "--system", "mine.toml", "--format", "markdown")
    assert shown.out.splitlines()[0] == r"|  | a | c | a\|\*b |"


@pytest.mark.parametrize(
    "arguments",
    [["--format", "pdf"], ["--bogus"], ["extra"], ["--system", "numpy", "--x64"]],
)
def test_wrong_usage(project: Project, arguments: list[str]) -> None:
    done = project.promo_here("table", *arguments)
    assert done.status == 2
    assert done.err.startswith("Usage: promo table")
