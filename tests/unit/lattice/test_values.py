"""The values of dtypes, and the losses of promotion, compared with NumPy and ml_dtypes."""

from __future__ import annotations

import math
from typing import Any

import jax.numpy as jnp
import ml_dtypes
import numpy as np
import pytest

from promo_typing.core.dtypes import NODES, STRONG
from promo_typing.lattice.values import node_of, values_of
from promo_typing.lattice.wishes import Wish, lost_in

FINFO: Any = ml_dtypes.finfo
IINFO: Any = ml_dtypes.iinfo
FLOATS = [name for name in STRONG if NODES[name].kind == "float"]
INTEGERS = [name for name in STRONG if NODES[name].is_a("integer")]
EXACT = [name for name in STRONG if NODES[name].kind != "complex"]
SMALL = [name for name in EXACT if NODES[name].bits <= 16 and NODES[name].kind != "bool"]


def numpy_dtype(name: str) -> np.dtype[Any]:
    """The NumPy dtype, which JAX has, too, except for int1 and uint1; their ranges are below."""
    return np.dtype(jnp.dtype(name))


@pytest.mark.parametrize("name", FLOATS)
def test_a_float_is_that_of_finfo(name: str) -> None:
    info, values = FINFO(numpy_dtype(name)), values_of(NODES[name])
    assert values.highest == float(info.max)
    assert values.digits == info.nmant + 1
    assert 2.0**values.finest == float(info.smallest_subnormal)
    if values.zero:
        assert values.lowest == float(info.min)
    else:
        assert math.isnan(float(np.array(-1.0).astype(numpy_dtype(name))))


@pytest.mark.parametrize("name", INTEGERS)
def test_an_integer_is_that_of_iinfo(name: str) -> None:
    values = values_of(NODES[name])
    if NODES[name].bits == 1:
        assert (values.lowest, values.highest) == ((0, 1) if name == "uint1" else (-1, 0))
    else:
        info = IINFO(numpy_dtype(name))
        assert (values.lowest, values.highest) == (info.min, info.max)


def every_value(name: str) -> np.ndarray[Any, Any]:
    """All finite values of a dtype of at most 16 bits, exactly, as float64."""
    node = NODES[name]
    if node.is_a("integer"):
        values = values_of(node)
        return np.arange(values.lowest, values.highest + 1, dtype=np.float64)
    bits = np.arange(2**node.bits, dtype=np.uint16 if node.bits == 16 else np.uint8)
    with np.errstate(invalid="ignore"):
        found = bits.view(numpy_dtype(name)).astype(np.float64)
    return found[np.isfinite(found)]


def lost(
    values: np.ndarray[Any, Any], within: np.ndarray[Any, Any], after: np.ndarray[Any, Any]
) -> set[Wish]:
    """The losses of a conversion: ``within`` are the values in range, ``after`` the results."""
    overflow = {Wish.RANGE} if len(within) < len(values) else set[Wish]()
    return overflow | (set() if np.array_equal(within, after) else {Wish.PRECISION})


def in_range(values: np.ndarray[Any, Any], name: str) -> np.ndarray[Any, Any]:
    ends = values_of(NODES[name])
    return values[(values >= ends.lowest) & (values <= ends.highest)]


@pytest.mark.parametrize("target", FLOATS)
def test_what_a_conversion_to_a_float_loses(target: str) -> None:
    for source in SMALL:
        values = every_value(source)
        within = in_range(values, target)
        with np.errstate(over="ignore", invalid="ignore"):
            converted = within.astype(numpy_dtype(target)).astype(np.float64)
        assert lost_in(source, target) == frozenset(lost(values, within, converted)), source


@pytest.mark.parametrize("target", INTEGERS)
def test_what_a_conversion_to_an_integer_loses(target: str) -> None:
    for source in SMALL:
        values = every_value(source)
        within = in_range(values, target)
        if within.size:  # This does not hold for int1, whose values are -1 and 0.
            expected = lost(values, within, np.trunc(within))
            assert lost_in(source, target) == frozenset(expected), source


def test_names_of_nodes() -> None:
    assert node_of("i*") is node_of("int") is node_of("weak_int") is NODES["weak_int"]
    assert node_of("float32") is NODES["float32"]
    assert node_of("A") is None
