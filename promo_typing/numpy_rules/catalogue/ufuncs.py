"""Functions of NumPy that work element by element."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from promo_typing.numpy_rules.catalogue.notation import binary, elementwise, shared, unary
from promo_typing.numpy_rules.dtype_maps import (
    BITS,
    BOOL_TO_INT8,
    COMPLEX,
    FLOAT,
    FLOATS,
    INEXACT,
    INTEGERS,
    MEAN,
    NUMBERS,
    REAL_PART,
    REALS,
    SAME,
    TO_BOOL,
    always,
    same,
)
from promo_typing.numpy_rules.model import NumPyRule, Promotion

_NO_COMPLEX: Final = {name: BOOL_TO_INT8[name] for name in REALS}
_ROUNDED: Final = {**dict.fromkeys((*BITS,)), **same((*FLOATS, "bfloat16"))}
"""Integers became floats before NumPy 2.1."""
_REAL_TO_BOOL: Final = always("bool", REALS)
_SHIFTED: Final = {"bool": "int8", **same(INTEGERS)}
_WIDEST: Final = {**always("float64", REALS), **always("complex128", COMPLEX)}


def clip(operands: str) -> NumPyRule:
    """Return the rule of the function or the method ``clip``, given the names of its operands."""
    to = {**SAME, "bfloat16": "float32"}
    return replace(elementwise(operands, to), promotion=Promotion.FIRST_ARRAY)


UFUNCS: Final[dict[str, NumPyRule]] = {
    **shared(
        unary(INEXACT),
        "sqrt exp exp2 expm1 log log2 log10 log1p sin cos tan sinh cosh tanh arcsin arccos arctan "
        "arcsinh arccosh arctanh rint",
    ),
    **shared(unary(FLOAT), "cbrt fabs spacing deg2rad rad2deg"),
    **shared(unary({**FLOAT, "bfloat16": "float32"}), "degrees radians"),
    **shared(unary(REAL_PART), "absolute"),
    **shared(unary(NUMBERS), "negative positive sign"),
    **shared(unary(BOOL_TO_INT8), "square reciprocal conjugate"),
    **shared(unary(_ROUNDED), "floor ceil trunc"),
    **shared(unary(BITS), "invert"),
    **shared(unary(TO_BOOL), "isnan isinf isfinite logical_not"),
    **shared(unary(_REAL_TO_BOOL), "signbit"),
    **shared(binary(), "add multiply maximum minimum fmax fmin"),
    **shared(binary(NUMBERS), "subtract"),
    **shared(binary(MEAN), "divide"),
    **shared(binary(_NO_COMPLEX), "floor_divide remainder fmod"),
    **shared(binary(BOOL_TO_INT8), "power"),
    **shared(binary(same(INTEGERS)), "gcd lcm"),
    **shared(binary(BITS), "bitwise_and bitwise_or bitwise_xor"),
    **shared(binary(_SHIFTED), "left_shift right_shift"),
    **shared(binary(TO_BOOL), "equal not_equal less less_equal greater greater_equal"),
    **shared(binary(TO_BOOL), "logical_and logical_or logical_xor"),
    **shared(
        binary(same((*FLOATS, "bfloat16")), before=FLOAT),
        "arctan2 hypot copysign nextafter logaddexp logaddexp2 heaviside",
    ),
    **shared(binary(_WIDEST), "float_power"),
    "numpy.clip": clip("a a_min a_max"),
    "numpy.where": elementwise("x y", SAME),
}
