"""How floats are stored, against what NumPy and ml_dtypes say; the parts of complex numbers."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import jax.numpy as jnp
import ml_dtypes
import numpy as np
import pytest

from promo_typing.core.dtypes import NODES, STRONG
from promo_typing.core.formats import (
    COMPLEX_OF,
    FLOAT_FORMATS,
    REAL_PARTS,
    FloatFormat,
    real_part,
    width,
)


def test_every_float_has_a_format() -> None:
    assert [*FLOAT_FORMATS] == [name for name in STRONG if NODES[name].kind == "float"]


@pytest.mark.parametrize(("name", "stored"), FLOAT_FORMATS.items())
def test_a_format_is_that_of_finfo(name: str, stored: FloatFormat) -> None:
    finfo: Any = ml_dtypes.finfo
    info = finfo(jnp.dtype(name))
    assert stored.highest == float(info.max)
    assert stored.mantissa_bits == info.nmant
    assert stored.digits == info.nmant + 1
    assert 2.0**stored.finest == float(info.smallest_subnormal)


@pytest.mark.parametrize("name", ["float16", "float32", "float64"])
def test_a_format_of_numpy_is_that_of_its_finfo(name: str) -> None:
    info, stored = np.finfo(name), FLOAT_FORMATS[name]
    assert (stored.max_exponent, stored.mantissa_bits) == (info.maxexp, info.nmant)
    assert stored.highest == float(info.max)


@pytest.mark.parametrize("stored", FLOAT_FORMATS.values(), ids=[*FLOAT_FORMATS])
def test_the_largest_exponent_is_the_first_that_overflows(stored: FloatFormat) -> None:
    highest = Fraction(stored.highest)
    assert Fraction(2) ** (stored.max_exponent - 1) <= highest < Fraction(2) ** stored.max_exponent


@pytest.mark.parametrize(("name", "stored"), FLOAT_FORMATS.items())
def test_a_format_with_a_sign_has_negative_values(name: str, stored: FloatFormat) -> None:
    negative = float(np.array(-1.0).astype(jnp.dtype(name)))
    assert (negative == -1.0) == stored.signed
    assert math.isnan(negative) != stored.signed


@pytest.mark.parametrize("whole", ["complex64", "complex128"])
def test_the_parts_of_complex_numbers(whole: str) -> None:
    assert real_part(whole) == np.empty(0, whole).real.dtype.name
    assert COMPLEX_OF[real_part(whole)] == whole


def test_only_complex_numbers_have_parts() -> None:
    assert {*REAL_PARTS} == {name for name, node in NODES.items() if node.kind == "complex"}
    assert real_part("int8") == "int8"


def test_widths_are_those_of_the_parts() -> None:
    assert [width(name) for name in ("int8", "complex64", "complex128")] == [8, 32, 64]
    assert width("bool") == 1
