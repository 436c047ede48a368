"""Annotations of a correct program cause no error when a user runs mypy alone."""

from __future__ import annotations

import textwrap
from collections.abc import Callable

import pytest

from .conftest import Program, annotated_modules, module

pytestmark = pytest.mark.slow

HEAD = """\
from typing import Generic, TypeVar

import jax
import jax.numpy as jnp

T = TypeVar("T")
b, i = jnp.ones(2, jnp.bfloat16), jnp.ones(2, jnp.int8)
"""

CASES = {
    "a parameter of another dtype": (
        """
        def norm(x):
            x = x.astype(jnp.float32)
            return x / jnp.linalg.norm(x)

        norm(b)
        """,
        "def norm(x):",
    ),
    "one in a branch": (
        """
        def branch(x, up):
            if up:
                x = x.astype(jnp.float32)
            return x * 2

        branch(b, True)
        """,
        "def branch(x, up):",
    ),
    "one that is scaled": (
        """
        def scaled(x):
            x *= jnp.float32(2)
            return x

        scaled(b)
        """,
        "def scaled(x):",
    ),
    "two that are swapped": (
        """
        def swapped(x, y):
            x, y = y, x
            return x

        swapped(b, i)
        """,
        "def swapped(x, y):",
    ),
    "one that is what comes": (
        """
        def last(x, xs):
            for x in xs:
                x = x + 1
            return x

        last(b, [i])
        """,
        "def last(x, xs: list[Array[jnp.int8]]):",
    ),
    "one that stays": (
        """
        def stays(x):
            x = x * 2
            return x

        stays(b)
        """,
        "def stays(x: Array[jnp.bfloat16]) -> Array[jnp.bfloat16]:",
    ),
    "one that JAX does not know": (
        """
        import pickle

        def loaded(x):
            x = pickle.loads(pickle.dumps(i))
            return jnp.sin(x)

        loaded(b)
        """,
        "def loaded(x):",
    ),
    "one that may be none": (
        """
        def masked(x, mask=None):
            if mask is None:
                mask = jnp.ones(2, bool)
            return jnp.where(mask, x, 0)

        masked(b)
        masked(b, jnp.ones(2, bool))
        """,
        "mask: Array[jnp.bool] | None = None) -> Array[jnp.bfloat16]:",
    ),
    "a total": (
        """
        def mean(xs):
            total = 0.0
            for each in xs:
                total = total + each
            return total / 2

        mean([b, b])
        """,
        "def mean(xs):",
    ),
    "a sum": (
        """
        def added(*xs):
            return sum(xs)

        added(b, b)
        """,
        "def added(*xs: Array[jnp.bfloat16]):",
    ),
    "a shape": (
        """
        def shaped(x):
            rows, columns = x.shape
            return x, x.shape

        shaped(jnp.ones((2, 3)))
        """,
        "def shaped(x: Array[jnp.float32]) -> tuple[Array[jnp.float32], tuple[int, ...]]:",
    ),
    "a result that mypy takes for none": (
        """
        def tried(x):
            try:
                found = x + 1
            except TypeError:
                found = None
            return found

        tried(b)
        """,
        "def tried(x: Array[jnp.bfloat16]):",
    ),
    "a global": (
        """
        def kept():
            global KEPT
            KEPT = jnp.ones(2)
            return KEPT

        kept()
        """,
        "def kept():",
    ),
    "a method in the place of another": (
        """
        class Base:
            def made(self, x):
                return x

        class Half(Base):
            def made(self, x):
                return x.astype(jnp.float16)

        Base().made(b)
        Half().made(b)
        """,
        "def made(self, x):",
    ),
    "a number where the program declares an array": (
        """
        import json
        from dataclasses import dataclass

        from jaxtyping import Float

        @dataclass
        class Settings:
            width: jax.Array

        def scaled(x, by: Float[jax.Array, "..."]):
            return x * 2

        def begin(settings, mean):
            return scaled(mean, settings.width)

        begin(Settings(jnp.ones(2)), b)
        begin(Settings(json.loads("0.5")), b)
        """,
        "def begin(settings: Settings, mean: Array[jnp.bfloat16]) -> Array[jnp.bfloat16]:",
    ),
    "comments with types": (
        """
        def commented(x):
            # type: (jax.Array) -> jax.Array
            return x * 2

        def beside(
            x,  # type: jax.Array
        ):
            return x * 2

        def ignored(x):  # type: ignore[no-untyped-def]
            return x * 2

        commented(b)
        beside(b)
        ignored(b)
        """,
        "def ignored(x: Array[jnp.bfloat16]) -> Array[jnp.bfloat16]:",
    ),
    "a parameter that mypy takes for less": (
        """
        class Box(Generic[T]):
            item: T

            def __init__(self, item, x):
                self.item = item
                self.x = x

        box: Box[int] = Box(3, b)
        """,
        "def __init__(self, item, x: Array[jnp.bfloat16]) -> None:",
    ),
    "a variable that is weak at first": (
        """
        def grown(x, more):
            total = (jnp.abs(x) > 0) * 1j
            if more:
                total = jnp.concatenate([total, x])
            return total

        grown(jnp.ones(2, jnp.complex64), True)
        """,
        "    total: Array[jnp.complex64] = (jnp.abs(x) > 0) * 1j\n",
    ),
    "two of one name": (
        """
        def twice(x):
            return x * 2

        twice(b)

        def twice(x):  # type: ignore[no-redef]
            return x * jnp.float32(2)

        twice(b)
        """,
        "def twice(x: Array[jnp.bfloat16]) -> Array[jnp.float32]:",
    ),
}


@pytest.fixture(scope="module")
def annotated(programs: Callable[[], Program]) -> Program:
    return annotated_modules(programs(), HEAD, {case: body for case, (body, _) in CASES.items()})


@pytest.mark.parametrize("case", CASES)
def test_what_is_written(case: str, annotated: Program) -> None:
    assert CASES[case][1] in annotated.read(f"{module(case)}.py")


def test_mypy_finds_nothing_new(annotated: Program) -> None:
    """mypy runs with the plugin and without any other option."""
    annotated.write("alone.ini", "[mypy]\nplugins = promo_mypy.plugin\n")
    for case, (body, _) in CASES.items():
        annotated.write(f"before/{module(case)}.py", HEAD + textwrap.dedent(body))
    mypy = ("-m", "mypy", "--config-file", "alone.ini")
    for folder in ("before/", ""):
        done = annotated.python(*mypy, *(f"{folder}{module(case)}.py" for case in CASES))
        assert done.out == f"Success: no issues found in {len(CASES)} source files\n"


def test_it_runs(annotated: Program) -> None:
    assert annotated.python("main.py").status == 0
