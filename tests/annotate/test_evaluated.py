"""Annotations that are evaluated at run time use only names that exist at run time."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from .conftest import Program, module

pytestmark = pytest.mark.slow

HALF = """\
from __future__ import annotations

import jax.numpy as jnp


def half(x):
    return x / 2
"""

CALL = "half(jnp.ones(2))\n"

EVALUATED = {
    "type hints": f"import typing\n{CALL}typing.get_type_hints(half)\n",
    "of a function of JAX": f"import jax, typing\n{CALL}typing.get_type_hints(jax.jit(half))\n",
    "a signature": f"import inspect\n{CALL}inspect.signature(half, eval_str=True)\n",
    "annotations": f"import inspect\n{CALL}inspect.get_annotations(half, eval_str=True)\n",
}

NOT_EVALUATED = {
    "a signature as it is": f"import inspect\n{CALL}inspect.signature(half)\n",
    "hints of another file": f"import typing\n{CALL}typing.get_type_hints(typing.get_type_hints)\n",
}

USES = EVALUATED | NOT_EVALUATED


@pytest.fixture(scope="module")
def annotated(programs: Callable[[], Program]) -> Program:
    """A program in which each module is used in one of the ways."""
    program = programs()
    program.write("main.py", "".join(f"import use_{module(case)}\n" for case in USES))
    for case, user in USES.items():
        program.write(f"lib_{module(case)}.py", HALF)
        head = f"import jax.numpy as jnp\nfrom lib_{module(case)} import half\n"
        program.write(f"use_{module(case)}.py", head + user)
    sources = [f"lib_{module(case)}.py" for case in USES]
    result = program.promo("annotate", *sources, "--run", "python main.py", "--write")
    assert result.status == 0, result.err
    return program


def written(program: Program, case: str) -> str:
    found = program.read(f"lib_{module(case)}.py")
    assert "def half(x: Array[jnp.float32])" in found
    return found


@pytest.mark.parametrize("case", EVALUATED)
def test_something_asks_for_annotations(case: str, annotated: Program) -> None:
    assert "TYPE_CHECKING" not in written(annotated, case)


@pytest.mark.parametrize("case", NOT_EVALUATED)
def test_nothing_evaluates_them(case: str, annotated: Program) -> None:
    assert "TYPE_CHECKING" in written(annotated, case)


def test_all_of_them_run(annotated: Program) -> None:
    ran = annotated.python("main.py")
    assert ran.status == 0, ran.err


HOOKS = {
    "beartype": "from beartype.claw import beartype_this_package\n\nbeartype_this_package()\n",
    "jaxtyping": "from jaxtyping import install_import_hook\n\n"
    'install_import_hook("package", "beartype.beartype")\n',
}


@pytest.mark.parametrize("case", HOOKS)
def test_a_package_whose_calls_are_checked(case: str, program: Program) -> None:
    program.write("package/__init__.py", HOOKS[case])
    program.write("package/half.py", HALF)
    main = "import jax.numpy as jnp\nfrom package.half import half\n\nhalf(jnp.ones(2))\n"
    program.write("main.py", main)
    result = program.promo("annotate", "package", "--run", "python main.py", "--write")
    assert result.status == 0, result.err
    assert "TYPE_CHECKING" not in program.read("package/half.py")
    ran = program.python("main.py")
    assert ran.status == 0, ran.err


OF_ITSELF = """\
from __future__ import annotations

import dataclasses
import typing

import jax
import jax.numpy as jnp


@dataclasses.dataclass
class State:
    x: jax.Array

    @classmethod
    def made(cls, x):
        return cls(x)

    def plus(self, other):
        return self.x + other.x


State.made(jnp.ones(2)).plus(State(jnp.ones(2)))
typing.get_type_hints(State.plus)
"""


def test_a_class_in_its_own_methods(program: Program) -> None:
    """The class is complete when postponed annotations are evaluated."""
    written = program.annotated("main.py", OF_ITSELF)
    assert "    x: Array[jnp.float32]\n" in written
    assert "def made(cls, x: Array[jnp.float32]) -> State:" in written
    assert "def plus(self, other: State) -> Array[jnp.float32]:" in written
    assert program.python("main.py").status == 0
