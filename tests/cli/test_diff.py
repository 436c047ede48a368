"""``promo diff`` lists every differing cell once, under a true reason."""

from __future__ import annotations

import itertools
import json
import re

import pytest
from click.testing import CliRunner

from promo_cli.app import promo
from promo_typing.systems import SYSTEMS, system
from promo_typing.systems.differences import COMPARISONS, Comparison, differences

from .conftest import Project

Cell = tuple[str, str]
Results = tuple[str, str]
TITLE = re.compile(
    r"(?P<one>\S+) -> (?P<other>\S+): (?P<number>\d+) of (?P<total>\d+) cells differ"
)
LINE = re.compile(r"  (\S+) -> (\S+): (.+)")
HEAD = re.compile(r"(.+): (\d+)")

TORCH_TO_JAX = """\
torch -> jax-x64: 109 of 361 cells differ
not in jax-x64: complex32

weak in jax-x64: 53
"""


def told(one: str, other: str, *more: str) -> tuple[int, str]:
    done = CliRunner().invoke(promo, ["diff", one, other, *more], standalone_mode=False)
    assert done.exception is None
    return done.return_value, done.output


def groups(text: str) -> dict[str, dict[Cell, Results]]:
    """The pairs listed under each reason, with both results."""
    found: dict[str, dict[Cell, Results]] = {}
    for part in text.split("\n\n")[1:]:
        head, *lines = part.splitlines()
        match = HEAD.fullmatch(head)
        assert match, head
        cells = found.setdefault(match[1], {})
        for line in lines:
            row = LINE.fullmatch(line)
            assert row, line
            for pair in row[3].split(", "):
                left, _, right = pair.partition(" + ")
                assert (left, right) not in cells
                cells[left, right] = row[1], row[2]
    return found


def cell(name: str, left: str, right: str) -> str:
    return system(name).cell(left, right) or "-"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("torch", "jax-x64"),
        ("numpy", "jax"),
        ("numpy", "jax-x64"),
        ("jax", "jax-strict"),
        ("tensorflow", "jax-x64"),
        ("tensorflow", "tensorflow-safe"),
        ("array-api", "numpy"),
        ("jep9407-option-1", "jep9407-option-3"),
    ],
)
def test_the_cells_are_those_that_differ(one: str, other: str) -> None:
    status, text = told(one, other, "--all")
    common = [node for node in SYSTEMS[one].nodes if node in SYSTEMS[other].nodes]
    expected = {
        (a, b): (cell(one, a, b), cell(other, a, b))
        for a, b in itertools.product(common, repeat=2)
        if cell(one, a, b) != cell(other, a, b)
    }
    listed = groups(text)
    # If both orders of a pair give the same result, only one is listed.
    found = {pair: results for cells in listed.values() for pair, results in cells.items()}
    mirrored = {
        (b, a): results for (a, b), results in found.items() if expected.get((b, a)) == results
    }
    assert mirrored | found == expected
    title = TITLE.match(text)
    assert title
    assert (title["one"], title["other"], status) == (one, other, 1)
    assert (int(title["number"]), int(title["total"])) == (len(expected), len(common) ** 2)


def test_the_numbers_of_the_groups_add_up() -> None:
    _, text = told("numpy", "jax")
    numbers = [int(each) for each in re.findall(r"^\S.*: (\d+)$", text, re.MULTILINE)]
    assert len(numbers) == 5
    assert sum(numbers) == 195
    assert numbers == sorted(numbers, reverse=True)


def test_reasons() -> None:
    reasons = groups(told("numpy", "jax")[1])
    assert list(reasons) == [
        "x64 is off in jax",
        "weak in jax",
        "floats with integers: narrower in jax",
        "complex numbers with integers: narrower in jax",
        "two integers: of another kind in jax",
    ]
    for left, right in reasons["x64 is off in jax"]:
        assert cell("jax-x64", left, right) == cell("numpy", left, right)
    assert all(after.endswith("*") for _, after in reasons["weak in jax"].values())
    assert reasons["two integers: of another kind in jax"] == {
        ("uint64", each): ("float64", "int32") for each in ("int8", "int16", "int32", "int64")
    }


def test_what_a_program_to_be_ported_cannot_have_comes_last() -> None:
    _, text = told("torch", "jax-x64")
    assert text.startswith(TORCH_TO_JAX)
    assert list(groups(text))[-1] == "undefined in torch"
    assert len(groups(told("torch", "jax-x64", "--all")[1])["undefined in torch"]) > 80


@pytest.mark.parametrize("comparison", COMPARISONS, ids=lambda c: f"{c.then} {c.today}")
def test_the_reasons_since_jep_9407_are_the_known_ones(comparison: Comparison) -> None:
    known = {each.reason.words for each in differences(comparison) if each.reason}
    status, text = told(comparison.then, comparison.today)
    assert set(groups(text)) == known
    assert status == int(bool(known))


@pytest.mark.parametrize("name", ["jax", "tensorflow", "jep9407-option-2"])
def test_a_system_is_no_other_than_itself(name: str) -> None:
    status, text = told(name, name)
    assert status == 0
    assert " 0 of " in text
    assert text.count("\n") == 1


def test_a_lattice_of_ones_own(project: Project) -> None:
    own = {"int8": ["cup"], "uint8": ["cup"], "cup": [], "cap": ["cup"]}
    project.write("mine.json", json.dumps(own))
    done = project.promo("diff", "mine.json", "numpy")
    assert (done.status, done.err) == (1, "")
    lines = done.out.splitlines()
    assert lines[:2] == ["mine.json -> numpy: 2 of 4 cells differ", "not in numpy: cup, cap"]
    assert lines[-2:] == [
        "two integers: of another kind in numpy: 2",
        "  cup -> int16: int8 + uint8",
    ]
    project.write("other.json", json.dumps(own | {"cap": []}))
    done = project.promo_here("diff", "mine.json", "other.json")
    assert done.out.splitlines()[-2:] == [
        "undefined in other.json: 6",
        "  cup -> -: int8 + cap, uint8 + cap, cup + cap",
    ]


REFUSED: dict[tuple[str, ...], str] = {
    ("jx", "jax"): "promo: error: no promotion system 'jx'; did you mean jax?\n",
    ("jax", "gone.json"): "promo: error: cannot read gone.json: No such file or directory\n",
    ("jax",): "Missing argument 'B'",
    ("jax", "torch", "numpy"): "unexpected extra argument (numpy)",
}


@pytest.mark.parametrize("arguments", REFUSED)
def test_bad_input_has_status_2(project: Project, arguments: tuple[str, ...]) -> None:
    done = project.promo_here("diff", *arguments)
    assert (done.status, done.out) == (2, "")
    assert REFUSED[arguments] in done.err
