"""NumPy's element-wise functions."""

from __future__ import annotations

from typing import Final

from promo_typing.numpy_rules.catalogue.notation import (
    as_arrays,
    binary,
    common,
    made,
    promoted,
    ufunc,
    unary,
)
from promo_typing.numpy_rules.dtype_maps import (
    AS_ARRAY,
    BOOL_TO_INT8,
    TO_INEXACT,
    TO_MEAN,
    TO_REAL,
    TO_WIDEST,
)
from promo_typing.numpy_rules.shapes import Elementwise
from promo_typing.rules.catalogue.notation import shared
from promo_typing.rules.model import Check, If, In, Map, Of, Rule, always
from promo_typing.rules.model.dtype_sets import FLOATS, INTEGERS, INTEGRAL, NUMBERS, REAL, STRONG

_TO_BOOL: Final = always("bool")
_SHORT_AS_FLOAT32: Final = {"bfloat16": "float32"}

UNARY: Final[dict[str, Rule]] = {
    **shared(
        unary(TO_INEXACT),
        "numpy.sqrt",
        "numpy.exp",
        "numpy.exp2",
        "numpy.expm1",
        "numpy.log",
        "numpy.log2",
        "numpy.log10",
        "numpy.log1p",
        "numpy.sin",
        "numpy.cos",
        "numpy.tan",
        "numpy.sinh",
        "numpy.cosh",
        "numpy.tanh",
        "numpy.arcsin",
        "numpy.arccos",
        "numpy.arctan",
        "numpy.arcsinh",
        "numpy.arccosh",
        "numpy.arctanh",
        "numpy.rint",
    ),
    **shared(
        unary(TO_INEXACT, accepts=REAL),
        "numpy.cbrt",
        "numpy.fabs",
        "numpy.spacing",
        "numpy.deg2rad",
        "numpy.rad2deg",
    ),
    **shared(
        unary(TO_INEXACT.but(_SHORT_AS_FLOAT32), accepts=REAL), "numpy.degrees", "numpy.radians"
    ),
    "numpy.absolute": unary(TO_REAL),
    **shared(unary(accepts=NUMBERS), "numpy.negative", "numpy.positive", "numpy.sign"),
    **shared(unary(BOOL_TO_INT8), "numpy.square", "numpy.reciprocal", "numpy.conjugate"),
    # Integers became floats before NumPy 2.1.
    **shared(unary(accepts=REAL, known=FLOATS), "numpy.floor", "numpy.ceil", "numpy.trunc"),
    "numpy.invert": unary(accepts=INTEGRAL),
    **shared(
        unary(_TO_BOOL),
        "numpy.isnan",
        "numpy.isinf",
        "numpy.isfinite",
        "numpy.logical_not",
    ),
    "numpy.signbit": unary(_TO_BOOL, accepts=REAL),
}

_FLOATING: Final = If(
    # Strong operands become floats one by one. Beside a Python scalar, which is weak, operands are
    # promoted first.
    In(Of("x1", "x2"), STRONG),
    common(Map(TO_INEXACT, Check(Of("x1", "x2"), REAL))),
    Map(TO_INEXACT, Check(promoted("x1", "x2"), REAL)),
)

BINARY: Final[dict[str, Rule]] = {
    **shared(
        binary(),
        "numpy.add",
        "numpy.multiply",
        "numpy.maximum",
        "numpy.minimum",
        "numpy.fmax",
        "numpy.fmin",
    ),
    "numpy.subtract": binary(accepts=NUMBERS),
    "numpy.divide": binary(TO_MEAN),
    **shared(
        binary(BOOL_TO_INT8, accepts=REAL), "numpy.floor_divide", "numpy.remainder", "numpy.fmod"
    ),
    "numpy.power": binary(BOOL_TO_INT8),
    **shared(binary(accepts=INTEGERS), "numpy.gcd", "numpy.lcm"),
    **shared(
        binary(accepts=INTEGRAL), "numpy.bitwise_and", "numpy.bitwise_or", "numpy.bitwise_xor"
    ),
    **shared(binary(BOOL_TO_INT8, accepts=INTEGRAL), "numpy.left_shift", "numpy.right_shift"),
    **shared(
        binary(_TO_BOOL),
        "numpy.equal",
        "numpy.not_equal",
        "numpy.less",
        "numpy.less_equal",
        "numpy.greater",
        "numpy.greater_equal",
        "numpy.logical_and",
        "numpy.logical_or",
        "numpy.logical_xor",
    ),
    **shared(
        ufunc("x1", "x2", result=_FLOATING),
        "numpy.arctan2",
        "numpy.hypot",
        "numpy.copysign",
        "numpy.nextafter",
        "numpy.logaddexp",
        "numpy.logaddexp2",
        "numpy.heaviside",
    ),
    "numpy.float_power": binary(TO_WIDEST),
}


def clip(array: str, *bounds: str) -> Rule:
    """Return the rule of ``clip``, the function or the method, by the names of its operands."""
    joined = common(as_arrays(array), Of(*bounds))
    return ufunc(array, *bounds, result=Map(AS_ARRAY.but(_SHORT_AS_FLOAT32), joined))


UFUNCS: Final[dict[str, Rule]] = {
    **UNARY,
    **BINARY,
    "numpy.clip": clip("a", "a_min", "a_max"),
    "numpy.where": made(("x", "y"), Elementwise(Map(AS_ARRAY, promoted("x", "y")))),
}
"""The rules of element-wise functions; some are not ufuncs in NumPy."""
