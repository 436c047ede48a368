"""Every command that takes a promotion system refuses an unknown one, in one line."""

from __future__ import annotations

import itertools
import json
import subprocess
import time

import pytest

from .conftest import Project

COMMANDS: dict[str, tuple[str, ...]] = {
    "table": ("table", "--system", "{}"),
    "table against": ("table", "--against", "{}"),
    "explain": ("explain", "int8", "int16", "--system", "{}"),
    "diff": ("diff", "jax", "{}"),
    "diff of it": ("diff", "{}", "jax"),
    "lattice": ("lattice", "--system", "{}"),
}

FILES: dict[str, tuple[str, str]] = {
    "bad.json": ("{", "cannot read bad.json: Expecting"),
    "bad.toml": ("a = [", "cannot read bad.toml: "),
    "list.json": ("[1]", "list.json: a value of type list is no lattice; expected each node"),
    "cyclic.json": ('{"a": ["b"], "b": ["a"]}', "cyclic.json: cycle through a -> b -> a"),
    "own.json": ('{"a": ["a"]}', "own.json: cycle through a -> a"),
    "empty.json": ("{}", "empty.json: there are no nodes; a lattice has at least one"),
    "empty.toml": ("", "empty.toml: there are no nodes; a lattice has at least one"),
    "number.toml": ("a = 1\n", "number.toml: a: a value of type int stands for the nodes above"),
    "typo.json": ('{"int": ["flaot"], "float": []}', "flaot is not a node; did you mean float?"),
    "deep.json": ("[" * 100_000, "deep.json: nested too deeply"),
    "binary.json": ("\x00\xff", "cannot read binary.json: "),
}
LARGE = {str(n): [str(n + 1)] for n in range(10_000)} | {"10000": []}

NAMES = {
    "jaxs": "no promotion system 'jaxs'; did you mean jax?",
    "": "no promotion system ''; there are jax, jax-x64, ",
    "gone.json": "cannot read gone.json: No such file or directory",
    "a\nb": "no promotion system 'a\\nb'; there are",
    "lattice.txt": "no promotion system 'lattice.txt'; there are",
}


def refused(project: Project, command: str, name: str, message: str) -> None:
    done = project.promo_here(*(part.format(name) for part in COMMANDS[command]))
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("promo: error: ")
    assert done.err.count("\n") == 1
    assert message in done.err


@pytest.mark.parametrize("command", COMMANDS)
def test_a_file_that_holds_no_lattice(project: Project, command: str) -> None:
    for name, (text, message) in FILES.items():
        project.write(name, text.encode("latin-1"))
        refused(project, command, name, message)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_name_that_is_no_system(project: Project, command: str) -> None:
    for name, message in NAMES.items():
        refused(project, command, name, message)


def test_too_many_nodes(project: Project) -> None:
    project.write("many.json", json.dumps(LARGE))
    for command in COMMANDS:
        refused(project, command, "many.json", "many.json: 10001 nodes are too many")


def test_ten_thousand_edges(project: Project) -> None:
    layers = [[f"{layer}.{n}" for n in range(20)] for layer in range(27)]
    edges = {low: up for lower, up in itertools.pairwise(layers) for low in lower}
    edges |= {top: [] for top in layers[-1]}
    assert sum(map(len, edges.values())) == 10_400
    project.write("large.json", json.dumps(edges))
    started = time.monotonic()
    done = project.promo("explain", "0.0", "5.0", "--system", "large.json")
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith("large: 0.0 + 5.0 is 5.0\n  path  0.0 -> 1.")
    done = project.promo("explain", "0.0", "0.1", "--system", "large.json")
    assert (done.status, done.err) == (1, "")
    assert done.out.startswith("large: 0.0 + 0.1 is undefined: 0.0 and 0.1 have no least upper")
    done = project.promo("explain", "0.0", "0.x", "--system", "large.json")
    assert done.status == 2
    assert done.err.endswith("; the nodes are " + ", ".join([*layers[0], "..."]) + "\n")
    assert time.monotonic() - started < 30


@pytest.mark.parametrize(
    "arguments",
    [
        "explain int8 uint8 --system all",
        "diff numpy torch",
        "table --system torch --format html",
        "table --system torch --format json",
        "table --system torch --against jax",
        "lattice --check",
    ],
)
def test_closed_output_is_quiet(project: Project, arguments: str) -> None:
    command = " ".join([*project.command(), arguments])
    done = subprocess.run(
        f"({command}; echo $? >&2) | true",
        shell=True,
        cwd=project.folder,
        env=project.environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == "141\n"
