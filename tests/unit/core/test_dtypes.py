"""The list of dtypes agrees with the installed JAX."""

from __future__ import annotations

import itertools
from typing import Any

import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np
import pytest

from promo_typing.core.dtypes import (
    ALIASES,
    CATEGORIES,
    DEFAULTS,
    NODES,
    OF_NUMPY,
    PYTHON_SCALARS,
    STRONG,
    TRUNCATED,
    WEAK,
)

_INT_INFO = {"int1": 1, "uint1": 1}


def bits_of(name: str) -> int:
    """The width of an element in bits, from JAX, NumPy or ml_dtypes."""
    dtype = jnp.dtype(name)
    if name in _INT_INFO or dtype.kind == "b":
        return _INT_INFO.get(name, dtype.itemsize * 8)
    if jnp.issubdtype(dtype, jnp.complexfloating):
        return int(np.finfo(dtype).bits * 2)
    info: Any = ml_dtypes.finfo if jnp.issubdtype(dtype, jnp.floating) else ml_dtypes.iinfo
    return int(info(dtype).bits)


@pytest.mark.parametrize("name", STRONG)
def test_jax_has_the_dtype_under_this_name(name: str) -> None:
    scalar = getattr(jnp, name, None) or getattr(ml_dtypes, name)
    assert jnp.dtype(scalar) == jnp.dtype(name)
    assert str(jnp.dtype(name)) == name


@pytest.mark.parametrize("name", STRONG)
def test_width(name: str) -> None:
    assert NODES[name].bits == bits_of(name)


@pytest.mark.parametrize(("name", "category"), list(itertools.product(STRONG, CATEGORIES)))
def test_category(name: str, category: str) -> None:
    expected = jnp.issubdtype(jnp.dtype(name), getattr(jnp, category))
    assert NODES[name].is_a(category) == expected


@pytest.mark.parametrize("name", STRONG)
def test_a_dtype_is_itself_and_no_other(name: str) -> None:
    assert [other for other in STRONG if NODES[name].is_a(other)] == [name]


def test_no_dtype_of_the_scalar_types_of_jax_is_missing() -> None:
    scalar_types = {
        str(jnp.dtype(value))
        for value in vars(jnp).values()
        if isinstance(value, type(jnp.float32))
    }
    assert scalar_types <= set(STRONG)
    assert len(scalar_types) >= 30


def test_weak_nodes_are_of_the_default_dtypes_category() -> None:
    for weak in WEAK:
        for default in DEFAULTS[weak]:
            assert NODES[weak].kind == NODES[default].kind


@pytest.mark.parametrize("value", [True, 1, 1.0, 1j])
def test_python_scalars(value: complex) -> None:
    node = NODES[PYTHON_SCALARS[type(value).__name__]]
    array = jnp.asarray(value)
    assert array.weak_type == node.weak
    dtype = DEFAULTS[node.name][0] if node.weak else node.name
    assert str(array.dtype) == dtype


@pytest.mark.parametrize("name", STRONG)
def test_which_dtypes_are_truncated(name: str) -> None:
    array = np.ones(1, jnp.dtype(name))
    assert str(jax.eval_shape(lambda: jnp.asarray(array)).dtype) == TRUNCATED.get(name, name)


@pytest.mark.parametrize(("alias", "name"), ALIASES.items())
def test_alias(alias: str, name: str) -> None:
    assert jnp.dtype(getattr(jnp, alias)) == jnp.dtype(name)


@pytest.mark.parametrize("name", STRONG)
def test_numpy_has_its_own_dtypes(name: str) -> None:
    """The class of a dtype's scalars is in NumPy if NumPy has it, and else in ml_dtypes."""
    assert (jnp.dtype(name).type.__module__ == "numpy") == (name in OF_NUMPY)
