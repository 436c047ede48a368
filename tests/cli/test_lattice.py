from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from promo_cli.app import promo
from promo_typing.core.dtypes import NODES
from promo_typing.lattice import Lattice, jax_lattice
from promo_typing.systems import SYSTEMS

from .conftest import Project

GOLDEN = Path(__file__).parents[1] / "golden" / "lattices.json"
GRAPHS = {name: graph["adjacency"] for name, graph in json.loads(GOLDEN.read_text()).items()}
OPTION_1 = json.dumps(GRAPHS["jep9407_option1"])
CYCLE = '{"a": ["b"], "b": ["c"], "c": ["a"]}'
PICTURES = {"svg": b"<?xml", "png": b"\x89PNG", "pdf": b"%PDF", "dot": b"digraph"}

STRICT = """\
JAX, strict promotion, x64 off: 14 nodes, 12 edges

bool
uint8
uint16
uint32
int8
int16
int32
bfloat16
float16
float32
complex64
i*        -> uint8, uint16, uint32, int8, int16, int32, f*
f*        -> bfloat16, float16, float32, c*
c*        -> complex64
"""


def arrows(text: str) -> dict[str, tuple[str, ...]]:
    """The edges that the command lists, by node."""
    names = {node.symbol: node.name for node in NODES.values()}
    lines = [re.split(r" +-> ", line) for line in text.splitlines()[2:]]
    return {
        names[line[0]]: tuple(names[up] for up in line[1].split(", ")) if len(line) > 1 else ()
        for line in lines
    }


def test_the_edges_of_a_lattice(project: Project) -> None:
    shown = project.promo("lattice", "--system", "jax-strict")
    assert (shown.status, shown.err) == (0, "")
    assert shown.out == STRICT


@pytest.mark.parametrize("x64", ["--x64", "--no-x64"])
def test_the_edges_that_are_shown_join_as_jax_does(project: Project, x64: str) -> None:
    shown = project.promo_here("lattice", x64)
    ours, whole = Lattice(arrows(shown.out)), jax_lattice(x64=x64 == "--x64")
    assert len(ours.nodes) == (18 if x64 == "--x64" else 14)
    for left in ours.nodes:
        for right in ours.nodes:
            assert ours.join(left, right) == whole.join(left, right)


def test_all_of_jax_is_its_whole_graph(project: Project) -> None:
    shown = project.promo_here("lattice", "--x64", "--all")
    lattice = jax_lattice(x64=True)
    assert {node: set(up) for node, up in arrows(shown.out).items()} == {
        node: set(up) for node, up in lattice.edges.items()
    }


def test_a_lattice_is_found_to_be_one(project: Project) -> None:
    done = project.promo_here("lattice", "--x64", "--check")
    assert (done.status, done.err) == (0, "")
    assert done.out.splitlines()[0].endswith(": 18 nodes, 24 edges, a lattice")
    assert [line.split()[0] for line in done.out.splitlines()[1:]] == ["ok"] * 4


def test_a_partial_lattice_is_a_finding(project: Project) -> None:
    project.write("option1.json", OPTION_1)
    done = project.promo_here("lattice", "--file", "option1.json", "--check")
    assert (done.status, done.err) == (1, "")
    assert done.out.splitlines()[0] == "option1: 16 nodes, 23 edges, a partial lattice"
    assert "fails 25 pairs have no upper bound: f* and uint32; f* and uint64; " in done.out


def test_what_is_no_lattice_is_a_finding(project: Project) -> None:
    project.write("numpy.json", json.dumps(GRAPHS["jep9407_numpy_int_float"]))
    done = project.promo_here("lattice", "--file", "numpy.json", "--check")
    assert done.status == 1
    assert done.out.splitlines()[0] == "numpy: 16 nodes, 26 edges, no lattice"
    assert "6 pairs have several minimal upper bounds: uint8 and int8 (float16, int16);" in done.out
    assert "(f* + uint8) + int8 is float16, but f* + (uint8 + int8) is undefined" in done.out


def test_the_table_of_another_system(project: Project) -> None:
    done = project.promo_here("lattice", "--system", "numpy", "--check", "--draw", "numpy.svg")
    assert (done.status, done.err) == (1, "")
    assert done.out.splitlines()[0] == "numpy: 14 nodes, 22 edges, no lattice"
    assert (
        "(uint8 + int8) + float16 is float32, but uint8 + (int8 + float16) is float16" in done.out
    )
    assert "note  no nodes, since they stand for others: i* + i* is int64; " in done.out
    # uint8, int8 and float16, though nothing is wrong with the top.
    assert (project.folder / "numpy.svg").read_text().count("stroke: #cf222e") == 3


@pytest.mark.parametrize("number", range(4))
def test_the_options_of_the_jep(project: Project, number: int) -> None:
    graph = f"jep9407_option{number}" if number else "jep9407_signed_unsigned"
    done = project.promo_here("lattice", "--system", f"jep9407-option-{number}")
    assert (done.status, done.err) == (0, "")
    symbols = {node.name: node.symbol for node in NODES.values()}
    shown = {symbols[n]: {symbols[up] for up in ups} for n, ups in arrows(done.out).items()}
    assert shown == {node: set(above) for node, above in GRAPHS[graph].items()}


@pytest.mark.parametrize("name", sorted(SYSTEMS))
def test_every_system_is_checked_and_drawn(name: str, tmp_path: Path) -> None:
    picture = tmp_path / "picture.svg"
    arguments = ["lattice", "--system", name, "--check", "--draw", str(picture)]
    done = CliRunner().invoke(promo, arguments, standalone_mode=False)
    assert done.exception is None
    assert done.return_value in (0, 1)
    assert done.output.startswith((f"{name}: ", "JAX, "))
    assert picture.stat().st_size > 5000


@pytest.mark.parametrize("name", ["jax-x64", "jax-strict-x64"])
def test_x64_may_be_part_of_the_name(project: Project, name: str) -> None:
    short = name.removesuffix("-x64")
    named = project.promo_here("lattice", "--system", name)
    asked = project.promo_here("lattice", "--system", short, "--x64")
    assert named == asked
    assert "float64" in named.out


def test_a_cycle_is_a_finding(project: Project) -> None:
    project.write("cycle.json", CYCLE)
    done = project.promo_here("lattice", "--file", "cycle.json", "--check")
    assert (done.status, done.err) == (1, "")
    assert done.out.splitlines() == [
        "cycle: 3 nodes, 3 edges, no order",
        "fails a node is above itself: a -> b -> c -> a",
    ]


def test_redundant_edges_are_no_failure(project: Project) -> None:
    project.write("long.toml", "a = ['b', 'c']\nb = ['c']\nc = []\n")
    done = project.promo_here("lattice", "--file", "long.toml", "--check")
    assert done.status == 0
    assert done.out.splitlines()[-1] == "note  1 edge says nothing new: a -> c"


@pytest.mark.parametrize("style", PICTURES)
def test_a_picture(project: Project, style: str) -> None:
    done = project.promo("lattice", "--draw", f"out.{style}")
    assert (done.status, done.out, done.err) == (0, "", "")
    first = (project.folder / f"out.{style}").read_bytes()
    assert first.startswith(PICTURES[style])
    project.promo("lattice", "--draw", f"again.{style}")
    assert (project.folder / f"again.{style}").read_bytes() == first


def test_a_picture_has_each_node_and_edge(project: Project) -> None:
    project.promo("lattice", "--x64", "--draw", "out.svg")
    root = ElementTree.parse(project.folder / "out.svg").getroot()
    elements = list(root.iter())
    texts = {each.text for each in elements if each.tag.endswith("text")}
    assert {"bool", "u8", "i64", "bf16", "f64", "c128", "i*", "f*", "c*"} <= texts
    assert {"unsigned", "signed", "float", "complex"} <= texts
    dashed = [each for each in elements if "dasharray" in each.get("style", "")]
    assert len(dashed) == 3
    heads = [each for each in elements if each.get("style", "").count("#57606a") == 2]
    assert len(heads) == 24


def test_a_checked_picture_marks_what_is_wrong(project: Project) -> None:
    project.write("option1.json", OPTION_1)
    marked = ("lattice", "--file", "option1.json", "--check", "--draw", "out.svg")
    done = project.promo(*marked)
    assert done.status == 1
    picture = (project.folder / "out.svg").read_text()
    assert picture.count("stroke: #cf222e") == 3
    assert "25 pairs have no upper bound, e.g. f* and uint32" in picture
    project.promo(*marked, "--theme", "dark")
    assert "stroke: #ff7b72" in (project.folder / "out.svg").read_text()


def test_names_are_no_markup(project: Project) -> None:
    names = ["$x^2$", "<b>&", 'say "hi"', "back\\slash", "\N{SNOWMAN}", "格子", "[bold]", "x" * 500]
    project.write("odd.json", json.dumps({name: [] for name in names}))
    for style in PICTURES:
        done = project.promo_here(
            "lattice", "--file", "odd.json", "--check", "--draw", f"o.{style}"
        )
        assert (done.status, done.err) == (1, ""), style
    root = ElementTree.parse(project.folder / "o.svg").getroot()
    texts = {each.text for each in root.iter() if each.tag.endswith("text")}
    assert {*names[:-1], "x" * 17 + "…"} <= texts
    assert '"say \\"hi\\""' in (project.folder / "o.dot").read_text()


REFUSED = {
    "no file": (["--file", "gone.json"], "cannot read gone.json: No such file or directory"),
    "malformed": (["--file", "bad.json"], "cannot read bad.json: Expecting"),
    "empty": (["--file", "empty.json"], "empty.json: there are no nodes"),
    "typo": (["--file", "typo.json"], "flaot is not a node; did you mean float?"),
    "too many nodes": (["--file", "many.json"], "many.json: 10001 nodes are too many"),
    "cycle": (["--file", "cycle.json", "--draw", "o.svg"], "a graph with a cycle has no levels"),
    "large picture": (["--file", "large.json", "--draw", "o.svg"], "make no legible picture"),
    "unknown format": (["--draw", "o.gif"], "one of .svg, .png, .pdf, .dot"),
    "no format": (["--draw", "o"], "one of .svg, .png, .pdf, .dot"),
    "no folder": (["--draw", "nowhere/o.svg"], "cannot write 'nowhere/o.svg': No such file"),
    "folder": (["--draw", "folder.svg"], "cannot write 'folder.svg': Is a directory"),
    "system and file": (["--system", "jax", "--file", "cycle.json"], "and so does --file"),
    "x64 and file": (["--x64", "--file", "cycle.json"], "and so does --file"),
    "unknown system": (["--system", "jaxs"], "no promotion system 'jaxs'; did you mean jax?"),
    "x64 of NumPy": (["--system", "numpy", "--x64"], "are for the systems jax and jax-strict"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_bad_input_is_refused_in_words(project: Project, case: str) -> None:
    project.write("bad.json", "{")
    project.write("empty.json", "{}")
    project.write("typo.json", '{"int": ["flaot"], "float": []}')
    project.write(
        "many.json", json.dumps({str(n): [str(n + 1)] for n in range(10_000)} | {"10000": []})
    )
    project.write("large.json", json.dumps({str(n): [] for n in range(300)}))
    project.write("cycle.json", CYCLE)
    (project.folder / "folder.svg").mkdir()
    arguments, message = REFUSED[case]
    done = project.promo_here("lattice", *arguments)
    assert (done.status, done.out) == (2, "")
    assert message in done.err


def test_ten_thousand_edges(project: Project) -> None:
    layers: dict[str, list[str]] = {f"{layer}.{n}": [] for layer in range(11) for n in range(90)}
    edges = layers | {
        f"{layer}.{n}": [f"{layer + 1}.{(n + step) % 90}" for step in range(12)]
        for layer in range(10)
        for n in range(90)
    }
    project.write("large.json", json.dumps(edges))
    done = project.promo_here("lattice", "--file", "large.json", "--check", "--draw", "o.dot")
    assert (done.status, done.err) == (1, "")
    assert done.out.startswith("large: 990 nodes, 10800 edges, no lattice\n")
    assert (project.folder / "o.dot").read_text().count(" -> ") == 10800


def test_without_matplotlib_it_says_what_to_install(project: Project) -> None:
    project.write(
        "run.py",
        "import sys; sys.modules['matplotlib'] = None\n"
        "from promo_cli import main; sys.exit(main())\n",
    )
    command = [sys.executable, "run.py", "lattice", "--draw"]
    results = [
        subprocess.run(
            [*command, name],
            cwd=project.folder,
            env=project.environment,
            capture_output=True,
            text=True,
            check=False,
        )
        for name in ("o.svg", "o.dot")
    ]
    assert [done.returncode for done in results] == [2, 0]
    assert results[0].stderr.count("\n") == 1
    assert 'pip install "promo-typing[draw]"' in results[0].stderr


def test_nothing_is_imported_for_drawing_before_it_is_drawn(project: Project) -> None:
    program = "import sys, promo_cli.lattice; print('matplotlib' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout == "False\n"
