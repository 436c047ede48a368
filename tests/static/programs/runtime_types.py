"""The names of promo_typing: ``Array`` is ``jax.Array``, and ``is_array`` narrows to a dtype."""

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, SupportsIndex, TypeVar, assert_type

import jax
import jax.numpy as jnp
import numpy as np

from promo_typing import (
    Array,
    ArrayLike,
    DType,
    DTypeLike,
    NamedShape,
    Shape,
    ShapeLike,
    dtypechecked,
    is_array,
    named_shape,
    weak_float,
)

D = TypeVar("D")
Pair = tuple[Array[D], Array[D]]


def is_the_array_of_jax(f32: Array[jnp.float32], x: jax.Array) -> jax.Array[jnp.float32]:
    assert_type(f32 + f32, Array[jnp.float32])
    assert_type(f32 + f32, jax.Array[jnp.float32])
    unknown: Array = x
    assert_type(unknown, Array[Any])
    floating: Array[jnp.floating] = f32
    print(floating)
    integer: Array[jnp.integer] = f32  # error
    print(integer)
    return f32


def aliases(pair: Pair[jnp.float32], dtype: DType, of_f32: DType[jnp.float32]) -> None:
    assert_type(pair, tuple[Array[jnp.float32], Array[jnp.float32]])
    assert_type(dtype, np.dtype[Any])
    assert_type(of_f32, np.dtype[jnp.float32])


def shapes(shape: Shape, like: ShapeLike, named: NamedShape) -> None:
    assert_type(shape, tuple[int, ...])
    assert_type(like, SupportsIndex | Sequence[SupportsIndex])
    assert_type(named, tuple[int, ...] | Mapping[Any, int])


def likes(x: ArrayLike, dtype: DTypeLike, shape: ShapeLike, named: NamedShape) -> Array:
    return jnp.ones(3)


def use_likes(f32: Array[jnp.float32], n: np.ndarray[Any, Any]) -> None:
    likes(f32, jnp.float32, f32.shape, {"batch": 3})
    likes(n, np.float32, [3, np.int32(2)], (2, 3))
    likes(np.float32(1), "float32", 3, ())
    likes(True, np.dtype("float32"), (), ())
    likes(1.0, float, (2,), ())
    likes("1", float, (2,), ())  # error
    likes(1, 3, (2,), ())  # error
    likes(1, float, (2.5,), ())  # error
    likes(1, float, (2,), {"batch": "3"})  # error


def narrows_an_object(x: object) -> None:
    if is_array(x):
        assert_type(x, Array[Any])


def narrows_to_a_dtype(x: object) -> None:
    if is_array(x, jnp.float32):
        assert_type(x, Array[jnp.float32])


def narrows_to_an_extension(x: object) -> None:
    if is_array(x, jnp.int4):
        assert_type(x, Array[jnp.int4])


def narrows_to_an_abstract_dtype(x: object) -> None:
    if is_array(x, jnp.integer):
        assert_type(x, Array[jnp.integer])


def narrows_to_a_key(x: object) -> None:
    if is_array(x, jax.dtypes.prng_key):
        assert_type(x, Array[jax.dtypes.prng_key])


def narrows_by_the_dtype_of_an_array(given: object, like: Array[jnp.float32]) -> None:
    if is_array(given, like.dtype):
        assert_type(given, Array[jnp.float32])


def narrows_to_an_array(named: object) -> None:
    if is_array(named, "float32"):
        assert_type(named, Array[Any])


def narrows_to_an_array_of_a_default_dtype(default: object) -> None:
    if is_array(default, float):
        assert_type(default, Array[Any])


def narrows_a_union(x: Array[jnp.float32] | Array[jnp.int8]) -> None:
    if is_array(x, jnp.float32):
        assert_type(x, Array[jnp.float32])


def narrows_the_rest_of_a_union(rest: Array[jnp.float32] | Array[jnp.int8]) -> None:
    if not is_array(rest, jnp.float32):
        assert_type(rest, Array[jnp.int8])


def narrows_away_none(x: Array[jnp.float32] | None) -> None:
    if not is_array(x):
        assert_type(x, None)


def narrows_any(anything: Any) -> None:
    if is_array(anything, jnp.float32):
        assert_type(anything, Array[jnp.float32])


def narrows_an_unknown_array(unknown: Array) -> None:
    if is_array(unknown, jnp.float32):
        assert_type(unknown, Array[jnp.float32])


def keeps_the_rest_of_an_unknown_array(still_unknown: Array) -> None:
    if not is_array(still_unknown, jnp.float32):
        likes(still_unknown, 3, (), ())  # error


def takes_only_dtypes(x: object) -> None:
    is_array(x, 3)  # error
    is_array(x, None)  # error


def a_type_checker(function: Callable[..., Any]) -> Callable[..., Any]:
    return function


@dtypechecked
def same(x: Array[D], y: Annotated[Array[D], named_shape("batch", 3)]) -> Array[D]:
    return x


@dtypechecked(typechecker=a_type_checker)
def same_when_checked(x: Array[D], y: Array[D]) -> Array[D]:
    return x


def decorators_keep_signatures(f32: Array[jnp.float32], weak: Array[weak_float]) -> None:
    assert_type(same(f32, f32), Array[jnp.float32])
    assert_type(same_when_checked(f32, f32), Array[jnp.float32])
    same(1.0, f32)  # error
    same_when_checked(f32)  # error
    f32 = weak
