"""The formats of floats agree with NumPy and ml_dtypes; so do the parts of complex numbers."""

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
    extreme,
    integer_bounds,
    real_part,
    rounds_to_one,
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


_NEAR = [name for name, stored in FLOAT_FORMATS.items() if stored.signed and width(name) >= 8]


@pytest.mark.parametrize("name", _NEAR)
def test_what_numbers_become_at_the_ends_of_a_format(name: str) -> None:
    stored = FLOAT_FORMATS[name]
    for end in (stored.last_rounded, stored.smallest / 2):
        for value in (math.nextafter(end, 0.0), end, math.nextafter(end, math.inf), -end):
            became = float(np.array(value).astype(jnp.dtype(name)))
            lost = extreme(value, name)
            is_lost = (
                math.isfinite(value) and value != 0 and (became == 0 or not math.isfinite(became))
            )
            assert (lost is not None) == is_lost, (value, became)
            assert lost is None or lost == became or (math.isnan(lost) and math.isnan(became))


@pytest.mark.parametrize(("name", "stored"), FLOAT_FORMATS.items())
def test_a_format_has_infinities_or_none(name: str, stored: FloatFormat) -> None:
    became = float(np.array(math.inf).astype(jnp.dtype(name)))
    assert math.isinf(became) == stored.infinite


@pytest.mark.parametrize("name", _NEAR)
def test_what_becomes_one(name: str) -> None:
    spacing = math.ldexp(1.0, -FLOAT_FORMATS[name].digits)
    for end in (1 - spacing / 2, 1 + spacing):
        for value in (math.nextafter(end, 0.0), end, math.nextafter(end, 2.0)):
            became = float(np.array(value).astype(jnp.dtype(name)))
            assert rounds_to_one(value, name) == (became == 1 != value), value


@pytest.mark.parametrize("value", [10**400, -(10**400), math.inf, math.nan])
def test_nothing_is_said_of_what_is_no_finite_float(value: float) -> None:
    """NumPy and JAX raise an error instead of converting such an int."""
    assert extreme(value, "float16") is None
    assert not rounds_to_one(value, "float16")


@pytest.mark.parametrize("name", ["int32", "float4_e2m1fn", "float8_e8m0fnu"])
def test_nothing_is_said_of_other_formats(name: str) -> None:
    assert extreme(1e30, name) is None


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


@pytest.mark.parametrize("name", [name for name in STRONG if "int" in name])
def test_bounds_of_integers_are_those_of_iinfo(name: str) -> None:
    iinfo: Any = ml_dtypes.iinfo
    node, info = NODES[name], iinfo(jnp.dtype(name))
    assert integer_bounds(node.kind, node.bits) == (info.min, info.max)
