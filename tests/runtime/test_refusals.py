"""The error messages of ``Array[...]`` if the brackets have no dtype."""

from __future__ import annotations

from typing import Any, ParamSpec, TypeVar

import jax.numpy as jnp
import numpy as np
import pytest

from promo_typing import Array, is_array

from .spelling import array_of

NOT_A_DTYPE = "is not a dtype; write a dtype, as in Array[jnp.float32]"

REFUSED: list[tuple[object, str]] = [
    (3, f"Array[3]: 3 {NOT_A_DTYPE}"),
    (1.5, f"Array[1.5]: 1.5 {NOT_A_DTYPE}"),
    ([], f"Array[[]]: [] {NOT_A_DTYPE}"),
    ({}, f"Array[{{}}]: {{}} {NOT_A_DTYPE}"),
    (str, f"Array[str]: str {NOT_A_DTYPE}"),
    (object, f"Array[object]: object {NOT_A_DTYPE}"),
    (list, f"Array[list]: list {NOT_A_DTYPE}"),
    (np.ndarray, f"Array[ndarray]: ndarray {NOT_A_DTYPE}"),
    (Array, f"Array[Array]: Array {NOT_A_DTYPE}"),
    (jnp, NOT_A_DTYPE),
    (jnp.zeros, NOT_A_DTYPE),
    (ParamSpec("P"), NOT_A_DTYPE),
    (range(10**6), NOT_A_DTYPE),
    ("x" * 10_000, "JAX has no dtype 'xxx"),
    (np.ones(3), NOT_A_DTYPE),
    (jnp.ones(3), "an array is not a dtype; write the dtype that it has"),
    ("flot32", "Array['flot32']: JAX has no dtype 'flot32'; did you mean 'float32'?"),
    ("bfloat", "did you mean 'bfloat16'?"),
    ("jnp.float32", "did you mean 'float32'?"),
    ("weak_float", "JAX has no dtype 'weak_float'"),
    ("", "JAX has no dtype ''; write a dtype"),
    ("xyz", "JAX has no dtype 'xyz'; write a dtype"),
    ("f4,f4", "JAX has no dtype 'f4,f4'"),
    (">f4", "JAX has no dtype '>f4'"),
    ("U3", "JAX has no dtype 'U3'"),
    ("floating", "the abstract dtype is written Array[jnp.floating], without quotes"),
    (np.dtype(">f4"), "JAX has no dtype dtype('>f4')"),
    (np.dtype("O"), "JAX has no dtype dtype('O')"),
    (np.dtype([("a", "f4")]), "JAX has no dtype dtype([('a', '<f4')])"),
    (np.longdouble, "JAX has no dtype longdouble"),
    (np.datetime64, "JAX has no dtype datetime64"),
    (np.flexible, "JAX has no dtype flexible"),
    (None, "for an array or None write Array[...] | None"),
    (float | None, "for an array or None write Array[...] | None"),
    ((jnp.float32, 3), "Array[float32, 3]: Array takes one dtype, and no shape"),
    ((), "Array takes one dtype, and no shape"),
]


def name_of(item: object) -> str:
    """A test name that is the same in every process, without addresses and paths."""
    return getattr(item, "__name__", None) or repr(item)[:30]


@pytest.mark.parametrize(
    ("item", "message"),
    REFUSED,
    ids=[f"{place}-{name_of(item)}" for place, (item, _) in enumerate(REFUSED)],
)
def test_refused(item: object, message: str) -> None:
    with pytest.raises(TypeError) as error:
        array_of(item)
    assert message in str(error.value)
    assert len(str(error.value)) < 400
    with pytest.raises(TypeError) as again:
        is_array(1, item)  # type: ignore[call-overload]
    assert str(again.value) == str(error.value)


def test_a_number_is_refused_though_it_equals_a_scalar_with_a_dtype() -> None:
    array_of(np.float32(1))
    for number in (1, 1.0, True):
        with pytest.raises(TypeError, match=f"{number} is not a dtype"):
            array_of(number)


@pytest.mark.parametrize("array", [Array, array_of("float32"), array_of(TypeVar("D"))])
def test_arrays_are_not_made_with_it(array: Any) -> None:
    calls: list[tuple[object, ...]] = [(), (3,), ("X", (), {})]
    for arguments in calls:
        with pytest.raises(TypeError, match=r"it makes no arrays; write jnp\.array, jnp\.zeros"):
            array(*arguments)


@pytest.mark.parametrize("array", [Array, array_of("float32"), array_of(TypeVar("D"))])
def test_it_is_not_subclassed(array: Any) -> None:
    with pytest.raises(TypeError, match=r"class Mine: Array cannot be subclassed, .* field"):
        exec("class Mine(array): pass", {"array": array, "__name__": __name__})


def test_it_takes_one_dtype_only() -> None:
    with pytest.raises(TypeError, match=r"\[jnp.float32\] has its dtype already; write Array\["):
        array_of("float32")["int8"]
    with pytest.raises(TypeError):
        array_of(TypeVar("D"))["int8"]["int8"]
    with pytest.raises(TypeError, match="JAX has no dtype"):
        array_of(TypeVar("D"))["flot32"]
