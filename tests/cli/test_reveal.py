from __future__ import annotations

import json
import re
import sys

import pytest

from .conftest import Project

PROGRAM = """\
from typing import TypeVar

import jax.numpy as jnp
from jax import Array

D = TypeVar("D", jnp.float32, jnp.bfloat16)


def double(x: Array[D]) -> Array[D]:
    return x * 2.0


def forward(x: Array[jnp.bfloat16], bias: Array[jnp.float32] | None, raw: Array) -> object:
    ü = x * 2.0
    if bias is not None:
        üé = ü + bias
        return jnp.where(
            üé > 0,
            üé,
            0.0,
        )
    return bias, raw, 3
"""

TEXT = """\
10 |     return x * 2.0
   |     x        -> Array[float32] or Array[bfloat16]
   |     x * 2.0  -> Array[float32] or Array[bfloat16]
14 |     ü = x * 2.0
   |     ü        -> Array[bfloat16]
   |     x        -> Array[bfloat16]
   |     x * 2.0  -> Array[bfloat16]
15 |     if bias is not None:
   |     bias  -> Array[float32] | None
16 |         üé = ü + bias
   |     üé        -> Array[float32]
   |     ü         -> Array[bfloat16]
   |     ü + bias  -> Array[float32]
   |     bias      -> Array[float32]
17 |         return jnp.where(
   |     jnp.where(üé > 0, üé, 0.0)  -> Array[float32]
18 |             üé > 0,
   |     üé      -> Array[float32]
   |     üé > 0  -> Array[bool_]
19 |             üé,
   |     üé  -> Array[float32]
22 |     return bias, raw, 3
   |     raw  -> Array[Any]
"""


@pytest.fixture
def program(project: Project) -> Project:
    project.write("program.py", PROGRAM)
    return project


def test_text(program: Project) -> None:
    done = program.promo("reveal", "program.py")
    assert (done.status, done.err) == (0, "")
    assert done.out == TEXT


def test_one_line(program: Project) -> None:
    done = program.promo("reveal", "program.py:10")
    assert (done.status, done.err) == (0, "")
    assert done.out == "".join(TEXT.splitlines(keepends=True)[:3])
    done = program.promo("reveal", "program.py:6")
    assert (done.status, done.out) == (0, "program.py: no array expression on line 6\n")


def test_json(program: Project) -> None:
    done = program.promo("reveal", "program.py", "--format", "json")
    assert (done.status, done.err) == (0, "")
    data = json.loads(done.out)
    assert (data["schema"], data["file"], data["line"]) == (1, "program.py", None)
    assert data["expressions"][0] == {
        "line": 10,
        "column": 12,
        "end_line": 10,
        "end_column": 12,
        "text": "x",
        "types": ["Array[float32]", "Array[bfloat16]"],
        "dtypes": ["float32", "bfloat16"],
    }
    by_text = {found["text"]: found for found in data["expressions"]}
    assert by_text["raw"]["dtypes"] is None
    assert by_text["bias"]["dtypes"] == ["float32"]
    assert (by_text["ü + bias"]["column"], by_text["ü + bias"]["end_column"]) == (14, 21)
    assert by_text["üé > 0"]["dtypes"] == ["bool"]


def test_errors_are_mentioned(project: Project) -> None:
    project.write("a.py", "import jax, jax.numpy as jnp\nx: jax.Array[jnp.int32] = jnp.ones(3)\n")
    done = project.promo("reveal", "a.py")
    assert done.status == 0
    assert "jnp.ones(3)  -> Array[float32]" in done.out
    assert done.err == "promo: note: mypy finds 1 error here; see: promo check a.py\n"


def test_f_string(project: Project) -> None:
    project.write(
        "a.py", "import jax.numpy as jnp\nx = jnp.ones(3)\nprint(f'{x * 2}, {x.sum()}')\n"
    )
    done = project.promo("reveal", "a.py:3")
    assert done.status == 0
    before_312 = "   |     (inside an f-string)  -> Array[float32]"
    shown = "|     x * 2    -> Array[float32]"
    assert (shown if sys.version_info >= (3, 12) else before_312.strip()) in done.out


def test_file_name_with_a_colon(project: Project) -> None:
    project.write("a:1", "import jax.numpy as jnp\nx = jnp.ones(3)\n")
    done = project.promo("reveal", "a:1:2")
    assert done.status == 0
    assert "x            -> Array[float32]" in done.out


@pytest.mark.parametrize(
    ("place", "message"),
    [
        ("nothing.py", "there is no file or folder 'nothing.py'"),
        ("nothing.py:3", "there is no file or folder 'nothing.py'"),
        ("program.py:99", "'program.py' has no line 99, it has 23"),
        ("program.py:0", "'program.py' has no line 0, it has 23"),
        (".", "'.' is a folder; name one file"),
    ],
)
def test_wrong_place(program: Project, place: str, message: str) -> None:
    done = program.promo("reveal", place)
    assert (done.status, done.out) == (2, "")
    assert done.err == f"promo: error: {message}\n"


def test_syntax_error(project: Project) -> None:
    project.write("a.py", "def f(:\n")
    done = project.promo("reveal", "a.py")
    assert done.status == 2
    assert done.out.startswith("a.py:1:")
    assert "[syntax]" in done.out


CALLED = """\
import jax.numpy as jnp


def total(x: jnp.ndarray, scale: float) -> float:
    return jnp.sum(x * scale)


def main(loss) -> None:
    loss(jnp.ones(3, jnp.bfloat16), 0.5)
    loss(jnp.arange(3), 2)


main(total)
"""


def test_a_function_that_says_what_it_returns_has_the_dtypes_of_its_calls(project: Project) -> None:
    project.write("program.py", CALLED)
    assert project.promo("reveal", "program.py:5").out == (
        "5 |     return jnp.sum(x * scale)\n"
        "  |     jnp.sum(x * scale)  -> Array[bfloat16] | Array[int32]\n"
        "  |     x                   -> Array[bfloat16] | Array[int32]\n"
        "  |     x * scale           -> Array[bfloat16] | Array[int32]\n"
    )


def test_what_is_weak_by_an_annotation_has_the_dtypes_of_the_calls(project: Project) -> None:
    lines = [
        "import jax.numpy as jnp",
        "def f(x: float) -> object:",
        "    return jnp.abs(x)",
        "f(2)",
    ]
    project.write("program.py", "\n".join(lines))
    out = project.promo("reveal", "program.py:3").out
    assert out.splitlines()[1:] == ["  |     jnp.abs(x)  -> Array[weak_int]"]


UNKNOWN_IN_A_CALL = """\
import json

import jax
import jax.numpy as jnp

x = jnp.ones(2, jnp.bfloat16)


def twice(a):
    return a * 2


def in_known_calls(a):
    return twice_of_known(a)


def twice_of_known(a):
    return a * 3


def never_called(a):
    return half(a)


def half(a):
    return a / 2


def through(a):
    return within(a)


def within(a):
    return a - 1


def mapped(tree):
    return jax.tree.map(lambda a: a + 4, tree)


twice(x)
twice(jnp.asarray(json.loads("1")))
in_known_calls(x)
half(x)
through(x)
[through(jnp.asarray(each)) for each in json.loads("[1]")]
mapped(x)
mapped(json.loads("1"))
"""


def test_a_dtype_is_known_if_it_is_in_every_call(project: Project) -> None:
    """mypy's own check of a body counts as a call only if nothing else calls the function."""
    project.write("a.py", UNKNOWN_IN_A_CALL)
    shown = project.promo("reveal", "a.py").out
    known = dict(re.findall(r"^ .*\|\s+(a [-+*/] \d) +-> (.*)$", shown, re.MULTILINE))
    assert known == {
        "a * 2": "Array[bfloat16] | Array[Any]",
        "a * 3": "Array[bfloat16]",
        "a / 2": "Array[bfloat16] | Array[Any]",
        "a - 1": "Array[bfloat16] | Array[Any]",
        "a + 4": "Array[bfloat16] | Array[Any]",
    }


TARGETS = """\
from typing import NamedTuple

import jax
import jax.numpy as jnp


class Pair(NamedTuple):
    same: jax.Array
    other: jax.Array


class Model:
    kept: jax.Array
    later: jax.Array
    last: jax.Array

    def __init__(self, size):
        self.kept = jnp.ones(size, jnp.bfloat16)
        self.scale, self.later = jnp.int8(0), jnp.float32(0)

    def narrow(self, value):
        self.later = jnp.float16(0)
        self.last = value


def use(pair: Pair, model: Model) -> None:
    local: jax.Array = pair.same
    print(pair.other, model.kept, model.later, local)


model = Model(3)
model.narrow(jnp.int32(0))
model.narrow(jnp.uint8(0))
use(Pair(jnp.ones(3, jnp.float16), jnp.int8(0)), model)
use(Pair(jnp.zeros(3, jnp.float16), jnp.int32(0)), model)
"""


def test_a_target_has_the_dtype_of_its_value_and_a_declaration_that_of_the_field(
    project: Project,
) -> None:
    project.write("targets.py", TARGETS)
    data = json.loads(project.promo("reveal", "targets.py", "--format", "json").out)
    left = [(re.findall(r"(.*?)(?:: | = )", line) or [""])[0] for line in TARGETS.splitlines()]
    assert [
        (each["text"], each["dtypes"])
        for each in data["expressions"]
        if each["text"] in left[each["line"] - 1].replace(",", " ").split()
    ] == [
        ("same", ["float16"]),
        ("other", None),
        ("kept", ["bfloat16"]),
        ("later", None),
        ("last", None),
        ("self.kept", ["bfloat16"]),
        ("self.scale", ["int8"]),
        ("self.later", ["float32"]),
        ("self.later", ["float16"]),
        ("self.last", ["int32", "uint8"]),
        ("local", ["float16"]),
    ]
