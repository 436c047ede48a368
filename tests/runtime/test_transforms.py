"""Instance checks inside every public transform of JAX."""

# JAX leaves some of these functions without annotations.
# mypy: disallow-untyped-calls=False

from __future__ import annotations

import inspect
from types import ModuleType
from typing import Any

import jax
import jax.numpy as jnp
import pytest

from promo_typing import Array
from promo_typing.core.dtypes import NODES, STRONG

from .spelling import array_of
from .transforms import ALL, NEEDS_VALUES, ON_ANY, ON_FLOAT32, ON_NUMBERS, ON_REAL, F

KEY = "key<fry>"


def applies(transform: str, dtype: str) -> bool:
    """Whether JAX applies the transform to arrays of the dtype."""
    if dtype == KEY or transform in ON_ANY:
        return transform in ON_ANY
    if transform in ON_NUMBERS:
        return True
    if transform in ON_FLOAT32:
        return dtype == "float32"
    return NODES[dtype].is_a("floating" if transform in ON_REAL else "inexact")


def a_vector(dtype: str) -> jax.Array:
    if dtype == KEY:
        return jax.random.split(jax.random.key(0), 2)
    return jnp.zeros(2, dtype)


DTYPE = {name: jnp.dtype(name) for name in STRONG} | {KEY: jax.random.key(0).dtype}
TYPES = {name: array_of(dtype) for name, dtype in DTYPE.items()}


class Probe:
    """A function that returns its argument, makes instance checks on it, and counts the arrays."""

    def __init__(self, dtype: str) -> None:
        self.dtype = dtype
        self.arrays = 0

    def __call__(self, x: Any) -> Any:
        is_array = isinstance(x, jax.Array)
        assert isinstance(x, Array) == is_array, type(x)
        named = [name for name, array in TYPES.items() if isinstance(x, array)]
        assert named == ([self.dtype] if is_array else []), (type(x), x.dtype)
        self.arrays += is_array
        return x


SOME = ("float32", "bfloat16", "int4", "complex64", KEY)


@pytest.mark.parametrize(
    ("transform", "dtype"),
    [(name, dtype) for name in ALL for dtype in SOME if applies(name, dtype)],
)
def test_of_a_concrete_array(transform: str, dtype: str) -> None:
    probe = Probe(dtype)
    ALL[transform](probe, a_vector(dtype))
    assert probe.arrays


TRACEABLE = [name for name in ALL if name not in NEEDS_VALUES]


@pytest.mark.parametrize("transform", TRACEABLE)
def test_of_a_traced_array(transform: str) -> None:
    """All dtypes are tested: nothing is compiled here, so it is fast."""
    for dtype in DTYPE:
        if not applies(transform, dtype):
            continue
        probe = Probe(dtype)

        def traced(x: Any, probe: Probe = probe) -> Any:
            ALL[transform](probe, x)
            return x

        with jax.enable_x64(dtype in NODES and NODES[dtype].bits >= 64):
            jax.eval_shape(traced, jax.ShapeDtypeStruct((2,), DTYPE[dtype]))
        assert probe.arrays, dtype


INNER = (
    "jax.jit",
    "jax.vmap",
    "jax.grad",
    "jax.jvp",
    "jax.checkpoint",
    "jax.lax.scan",
    "jax.lax.while_loop",
    "jax.lax.cond",
    "jax.vjp of custom_vjp",
)
NO_RULES = {"jax.experimental.jet.jet"}
"""Outer transforms that JAX does not support around the inner ones."""


def shown_to(transform: str, f: F) -> F:
    """A function that returns its argument, after applying a transform of ``f`` to a vector."""

    def identity(x: Any) -> Any:
        ALL[transform](f, jnp.full(2, x.sum()))
        return x

    return identity


@pytest.mark.parametrize("outer", [name for name in TRACEABLE if name not in NO_RULES])
def test_of_a_transform_inside_of_another(outer: str) -> None:
    for inner in INNER:
        probe = Probe("float32")
        nested = shown_to(outer, shown_to(inner, probe))
        jax.eval_shape(nested, jax.ShapeDtypeStruct((2,), "float32"))
        assert probe.arrays, inner


FUNCTION_PARAMETERS = {
    "f",
    "fun",
    "fn",
    "function",
    "callback",
    "computation",
    "matvec",
    "body_fun",
}


@pytest.mark.parametrize("module", [jax, jax.lax, jax.custom_batching, jax.custom_derivatives])
def test_no_transform_is_forgotten(module: ModuleType) -> None:
    """Every public function whose first parameter is a function has an entry."""
    entries = " ".join(ALL)
    for name, value in vars(module).items():
        if not name.startswith("_") and callable(value) and takes_a_function(value):
            assert f".{name}" in entries, f"{module.__name__}.{name}"


def takes_a_function(value: Any) -> bool:
    try:
        parameters = inspect.signature(value).parameters
    except (TypeError, ValueError):  # a builtin
        return False
    return not FUNCTION_PARAMETERS.isdisjoint(parameters)
