"""``ArrayLike``, ``DType``, ``DTypeLike``, ``Shape``, ``ShapeLike`` and ``NamedShape``."""

from __future__ import annotations

import typing
from collections.abc import Callable
from typing import Any

import beartype.door
import jax
import jax.numpy as jnp
import jax.typing
import ml_dtypes
import numpy as np
import pytest

import promo_typing
from promo_typing import Array, ArrayLike, DType, DTypeLike, NamedShape, Shape, ShapeLike

from .spelling import array_of

VALUES = [
    jnp.ones(3),
    jnp.ones(3, "bfloat16"),
    jax.random.key(0),
    np.ones(3),
    np.ones(3, object),
    np.float32(1),
    np.bool_(True),
    ml_dtypes.bfloat16(1),
    np.str_("a"),
    True,
    1,
    1.0,
    1j,
    "a",
    None,
    [1.0],
    (1.0,),
    jnp.float32,
    jax.ShapeDtypeStruct((), "float32"),
]
ARRAY_LIKE: Any = ArrayLike
DTYPE_LIKE: Any = DTypeLike


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_array_like_is_that_of_jax(value: object) -> None:
    like: Any = jax.typing.ArrayLike
    assert isinstance(value, ARRAY_LIKE) == isinstance(value, like)


def test_tracers_are_array_like() -> None:
    seen = []
    jax.jit(jax.vmap(lambda x: seen.append(isinstance(x, ARRAY_LIKE))))(jnp.ones(3))
    assert seen == [True]


DTYPES = [
    jnp.float32,
    np.float32,
    float,
    "float32",
    np.dtype("float32"),
    jax.ShapeDtypeStruct((), "float32"),
]


@pytest.mark.parametrize("value", DTYPES, ids=lambda value: type(value).__name__)
def test_dtype_like(value: Any) -> None:
    assert isinstance(value, DTYPE_LIKE)
    jnp.zeros(3, value)


@pytest.mark.parametrize("value", [None, 3, 1.0, [], ("f4",)], ids=str)
def test_not_dtype_like(value: object) -> None:
    assert not isinstance(value, DTYPE_LIKE)


def test_dtype() -> None:
    assert isinstance(jnp.ones(3).dtype, np.dtype)
    assert DType is np.dtype
    assert typing.get_args(DType[np.float32]) == (np.float32,)


SHAPES: list[tuple[Any, Any, bool]] = [
    (Shape, (2, 3), True),
    (Shape, (), True),
    (Shape, jnp.ones((2, 3)).shape, True),
    (Shape, [2, 3], False),
    (Shape, ("a", "b"), False),
    (Shape, 3, False),
    (ShapeLike, (2, 3), True),
    (ShapeLike, [2, np.int32(3)], True),
    (ShapeLike, 3, True),
    (ShapeLike, np.int32(3), True),
    (ShapeLike, (2.5, 2.5), False),
    (ShapeLike, 2.5, False),
    (ShapeLike, None, False),
    (NamedShape, (2, 3), True),
    (NamedShape, {"batch": 2, "feature": 3}, True),
    (NamedShape, jax.make_mesh((1,), ("i",)).shape, True),
    (NamedShape, {"batch": "two"}, False),
    (NamedShape, 3, False),
]


@pytest.mark.parametrize(("hint", "value", "expected"), SHAPES)
def test_shapes_under_beartype(hint: Any, value: object, expected: bool) -> None:
    assert beartype.door.is_bearable(value, hint) == expected


@pytest.mark.parametrize(
    "value", [value for hint, value, fits in SHAPES if hint is ShapeLike if fits]
)
def test_what_is_shape_like_is_taken_by_jax(value: Any) -> None:
    jnp.zeros(value)


def test_type_hints() -> None:
    def f(x: ArrayLike, dtype: DTypeLike | None, shape: ShapeLike) -> Array:
        raise NotImplementedError

    def g(x: Array, dtype: DType) -> tuple[Shape, NamedShape]:
        raise NotImplementedError

    for function in (f, g):
        assert set(typing.get_type_hints(function)) == set(function.__annotations__)


def test_all_names_are_there() -> None:
    array_of("float32")
    assert set(promo_typing.__all__) <= set(dir(promo_typing))
    assert all(name.isidentifier() for name in dir(promo_typing))
    for name in promo_typing.__all__:
        assert getattr(promo_typing, name) is not None
    with pytest.raises(AttributeError, match="'promo_typing' has no attribute 'ArrayLik'"):
        _ = getattr(promo_typing, "ArrayLik")  # noqa: B009


def test_a_function_annotated_as_the_jep_asks() -> None:
    @beartype.beartype
    def f(x: ArrayLike, dtype: DTypeLike, shape: ShapeLike) -> Array:
        return jnp.broadcast_to(jnp.asarray(x, dtype), shape)

    call: Callable[..., Any] = f
    assert isinstance(call(1.0, "bfloat16", 3), array_of("bfloat16"))
    assert isinstance(jax.jit(lambda x: call(x, jnp.int8, (2, 3)))(1), array_of("int8"))
