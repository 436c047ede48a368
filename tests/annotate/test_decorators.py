"""Decorators that replace a function: the annotations are those of the function in the source.

The function in the source is recorded, with its own arguments and results. The object that replaces
it may take other arguments; these are the business of its own annotations.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from .conftest import Program, annotated_modules, module

pytestmark = pytest.mark.slow

HEAD = """\
import contextlib
import dataclasses
import functools
import jax
import jax.numpy as jnp
import numpy as np


def returns_numpy(function):
    @functools.wraps(function)
    def replaced(*args, **kwargs):
        return np.asarray(function(*args, **kwargs))

    return replaced


def with_one_more(function):
    @functools.wraps(function)
    def replaced(x, factor):
        return function(x * factor)

    return replaced


def forgets(function):
    return jnp.sin


def as_a_number(function):
    return 3


def makes_it(cls):
    return cls()


def with_default(dtype):
    def decorator(function):
        return functools.partial(function, y=jnp.ones(2, dtype))

    return decorator


class Callback:
    def __init__(self, function):
        self.function = function

    def __call__(self, x, times=2):
        for _ in range(times):
            x = self.function(x)
        return x


registry = {}


def registered(function):
    registry[function.__name__] = function
"""

CASES = {
    "a wrapper": (
        """
        @returns_numpy
        def f(x):
            return x * 2

        assert type(f(jnp.ones(2))) is np.ndarray
        """,
        "def f(x: Array[jnp.float32]) -> Array[jnp.float32]:",
    ),
    "a wrapper with other parameters": (
        """
        @with_one_more
        def f(x):
            return x * 2

        f(jnp.ones(2, jnp.bfloat16), jnp.float32(2))
        """,
        "def f(x: Array[jnp.float32]) -> Array[jnp.float32]:",
    ),
    "another function": (
        """
        @forgets
        def f(x):
            return x * 2

        f(jnp.ones(2))
        """,
        "def f(x):",
    ),
    "no function": (
        """
        @as_a_number
        def f(x):
            return x * 2

        assert f * jnp.ones(2)[0] == 3
        """,
        "def f(x):",
    ),
    "nothing at all": (
        """
        @registered
        def f(x):
            return x * 2

        registry["f"](jnp.ones(2))
        """,
        "def f(x: Array[jnp.float32]) -> Array[jnp.float32]:",
    ),
    "a class": (
        """
        @Callback
        def f(x):
            return x * 2

        f(jnp.ones(2, jnp.int32), times=3)
        """,
        "def f(x: Array[jnp.int32]) -> Array[jnp.int32]:",
    ),
    "an instance of the class": (
        """
        @makes_it
        class f:
            def __call__(self, x):
                return x * 2

        f(jnp.ones(2))
        """,
        "def __call__(self, x: Array[jnp.float32]) -> Array[jnp.float32]:",
    ),
    "a partial": (
        """
        @with_default(jnp.bfloat16)
        def f(x, y):
            return x + y

        f(jnp.ones(2))
        """,
        "def f(x: Array[jnp.float32], y: Array[jnp.bfloat16]) -> Array[jnp.float32]:",
    ),
    "a property": (
        """
        class Layer:
            def __init__(self, w):
                self._w = w

            @property
            def f(self):
                return self._w * 2

            @f.setter
            def f(self, value):
                self._w = value

        layer = Layer(jnp.ones(2))
        layer.f = layer.f + 1
        """,
        "def f(self) -> Array[jnp.float32]:",
    ),
    "a cached property": (
        """
        class Layer:
            @functools.cached_property
            def f(self):
                return jnp.ones(2)

        layer = Layer()
        assert layer.f is layer.f
        """,
        "def f(self) -> Array[jnp.float32]:",
    ),
    "a context manager": (
        """
        @contextlib.contextmanager
        def f(x):
            yield x * 2

        with f(jnp.ones(2)) as doubled:
            doubled + 1
        """,
        "def f(x: Array[jnp.float32]) -> Iterator[Array[jnp.float32]]:",
    ),
    "a single dispatch": (
        """
        @functools.singledispatch
        def f(x):
            return x * 2

        @f.register
        def _(x: int):
            return jnp.ones(x)

        f(jnp.ones(2))
        f(3)
        """,
        "def f(x):",
    ),
    "a custom derivative": (
        """
        @jax.custom_vjp
        def f(x):
            return x * 2

        def forward(x):
            return f(x), x

        def backward(x, g):
            return (g * 2,)

        f.defvjp(forward, backward)
        jax.grad(lambda x: f(x).sum())(jnp.ones(2))
        """,
        "def f(x: Array[jnp.float32]) -> Array[jnp.float32]:",
    ),
    "static and class methods": (
        """
        class Layer:
            @staticmethod
            @jax.jit
            def f(x):
                return x * 2

            @classmethod
            def make(cls, x):
                return x + 1

        Layer.make(Layer.f(jnp.ones(2)))
        """,
        "def f(x: Array[jnp.float32]) -> Array[jnp.float32]:",
    ),
    "two of them": (
        """
        @jax.jit
        @functools.partial(jax.vmap, in_axes=(0, None))
        def f(x, y):
            return x + y

        f(jnp.ones(2), 3.0)
        """,
        "def f(x: Array[jnp.float32], y):",
    ),
    "a dataclass": (
        """
        @dataclasses.dataclass
        class Layer:
            w: jax.Array

            def f(self, x):
                return self.w @ x

        Layer(jnp.ones(2)).f(jnp.ones(2))
        """,
        "w: Array[jnp.float32]",
    ),
}


@pytest.fixture(scope="module")
def annotated(programs: Callable[[], Program]) -> Program:
    return annotated_modules(programs(), HEAD, {case: body for case, (body, _) in CASES.items()})


@pytest.mark.parametrize("case", CASES)
def test_what_is_written(case: str, annotated: Program) -> None:
    assert CASES[case][1] in annotated.read(f"{module(case)}.py")


def test_it_runs_and_is_checked(annotated: Program) -> None:
    assert annotated.python("main.py").status == 0
    checked = annotated.promo("check", ".")
    assert checked.status == 0, checked.out


def test_a_second_run_changes_nothing(annotated: Program) -> None:
    result = annotated.promo("annotate", ".", "--run", "python main.py", "--check")
    assert (result.status, result.out) == (0, ""), result.err
