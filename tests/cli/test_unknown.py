"""Arrays of unknown dtype: they are counted, and their first cause is named."""

from __future__ import annotations

import json

from .conftest import Project

PROGRAM = """\
from typing import Any

import jax.numpy as jnp
import nothing
from jax import Array


class Net:
    w: Array

    def __call__(self, x: Array[jnp.float32]) -> Any:
        return nothing.foo(x)


def f(x, y, n):
    z = x * jnp.ones(3)
    return (z + jnp.exp(y)).sum() + n


def g(x: Array[jnp.float32], params: dict[str, Any], net: Net) -> object:
    h = net(x) * x
    k = x @ params["w"]
    a = nothing.foo(x) + x
    s = net.w + x
    q = jnp.nosuch(x)
    return h + k + a + s + q


def plain(o):
    return o.thing
"""

CAUSES = [
    (9, "variable", "variable w has no dtype"),
    (16, "parameter", "parameter x of f has no dtype"),
    (17, "parameter", "parameter y of f has no dtype"),
    (17, "parameter", "parameter n of f has no dtype"),
    (21, "return", "program.Net.__call__ returns Any"),
    (22, "item", "an item of params has no dtype"),
    (23, "module", "module nothing has no types"),
    (24, "attribute", "attribute w of Net has no dtype"),
    (25, "no_rule", "jnp.nosuch has no rule"),
]


def test_the_first_cause_is_named_once(project: Project) -> None:
    project.write("program.py", PROGRAM)
    done = project.promo("reveal", "program.py", "--unknown", "--format", "json")
    assert done.status == 0
    found = json.loads(done.out)["unknown"]
    assert [(each["line"], each["kind"], each["message"]) for each in found] == CAUSES
    done = project.promo("reveal", "program.py:22", "--unknown")
    assert done.out == 'program.py:22:9: x @ params["w"]: an item of params has no dtype\n'


def test_a_program_of_known_dtypes_has_no_cause(project: Project) -> None:
    project.write("a.py", "import jax.numpy as jnp\nx = jnp.ones(3) * 2\n")
    done = project.promo("reveal", "a.py", "--unknown")
    assert (done.status, done.out) == (0, "a.py: no dtype is lost\n")


def test_arrays_of_type_any_count_as_unknown(project: Project) -> None:
    project.write("program.py", PROGRAM)
    done = project.promo("check", "program.py", "--format", "json")
    summary = json.loads(done.out)["summary"]
    revealed = project.promo("reveal", "program.py", "--format", "json")
    expressions = json.loads(revealed.out)["expressions"]
    by_text = {each["text"]: each for each in expressions}
    for text in ("x * jnp.ones(3)", "y", "z", "h", "h + k + a + s + q", "jnp.nosuch(x)"):
        assert by_text[text]["dtypes"] is None, text
    assert not {"o", "o.thing"} & set(by_text)
    assert summary["array_expressions"] == len(expressions)
    assert summary["known_dtype"] == sum(each["dtypes"] is not None for each in expressions)
    assert summary["may_be_arrays"] >= 2


UNCHECKED = """\
import sys
from typing import no_type_check

import jax.numpy as jnp


def untyped(x):
    return x + 1.0


def typed(x: int) -> object:
    return jnp.ones(x)


@no_type_check
def opted_out(x: int) -> int:
    return x + jnp.ones(3)


if sys.platform == "nowhere":

    def unreachable(x: int) -> int:
        return x + 1


def documented():
    '''Nothing to check.'''
"""


def test_functions_without_annotations_are_checked(project: Project) -> None:
    project.write("b.py", "import jax.numpy as jnp\ndef f(x):\n    return jnp.ones(3) + x\n")
    done = project.promo("check", "b.py", "--format", "json")
    summary = json.loads(done.out)["summary"]
    assert (summary["array_expressions"], summary["unchecked_functions"]) == (3, 0)


def test_functions_that_were_not_checked_are_named(project: Project) -> None:
    project.write("a.py", UNCHECKED)
    done = project.promo("check", "a.py")
    assert done.out.splitlines()[1:3] == [
        "1 function under @no_type_check was not checked",
        "1 unreachable function was not checked",
    ]
    assert "%" not in done.out.splitlines()[3]
    project.write("mypy.ini", "[mypy]\ncheck_untyped_defs = false\n")
    done = project.promo("check", "a.py", "--verbose")
    assert "1 function without annotations was not checked\n" in done.out
    assert "promo: note: a.py:7: untyped was not checked (no annotations)\n" in done.err
    assert "%" not in done.out
    done = project.promo("check", "a.py", "--format", "json")
    unchecked = json.loads(done.out)["unchecked"]
    assert [(each["line"], each["function"], each["reason"]) for each in unchecked] == [
        (7, "untyped", "no annotations"),
        (16, "opted_out", "no_type_check"),
        (22, "unreachable", "unreachable"),
    ]


SEVERAL = """\
import jax.numpy as jnp

arrays = [jnp.ones(3, jnp.bfloat16), jnp.ones(3, jnp.int32)]
w = arrays[0]
"""


def test_one_of_several_dtypes_is_not_known(project: Project) -> None:
    project.write("program.py", SEVERAL)
    done = project.promo("reveal", "program.py:4", "--format", "json")
    found = json.loads(done.out)["expressions"]
    assert {each["text"]: each["dtypes"] for each in found} == {"w": None, "arrays[0]": None}
