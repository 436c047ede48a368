"""Element-wise functions: those behind operators are in ``operators``, the others here."""

from __future__ import annotations

from typing import Final

from promo_typing.core.versions import JAX_0_11, JAX_0_12
from promo_typing.rules.group import group
from promo_typing.rules.model import ABSENT, Before, Rule, Variant
from promo_typing.rules.shaping import indices_of

_INEXACT: Final = ("inexact",)
_BOOL: Final = ("bool",)

_OLDER_FREXP: Final = Rule(
    ("x",),
    accepts="spacing",
    results=("inexact_concrete", "int32"),
    container="tuple",
    unknown_for="wide",
)

_WHERE_TRUE: Final = indices_of("condition", container="variadic")
"""``where`` with one argument: the indices of its non-zero elements."""

UNARY: Final[dict[str, Rule]] = {
    **group(
        "x",
        "acos acosh arccos arccosh arcsin arcsinh arctan arctanh asin asinh atan atanh cos cosh exp"
        " exp2 expm1 log log1p reciprocal sin sinh sqrt tan tanh",
        accepts="not_tiny_int",
        results=_INEXACT,
    ),
    **group(
        "x",
        "log2",
        accepts="not_tiny_int",
        results=_INEXACT,
        before=Before(
            JAX_0_11, Rule(("x",), accepts="not_tiny_int", results=("inexact_concrete",))
        ),
    ),
    **group("x", "cbrt", accepts="real_not_tiny_int", results=_INEXACT),
    **group("x", "log10", accepts="log10", results=("inexact_concrete",)),
    # The answers for the nodes that this and some rules below leave open depend on the rank, or on
    # the version of JAX.
    **group("x", "deg2rad radians", accepts="deg2rad", results=_INEXACT, unknown_for="weak"),
    **group(
        "x", "rad2deg degrees sinc", accepts="not_tiny_int", results=_INEXACT, unknown_for="weak"
    ),
    **group("x", "i0", accepts="real_not_tiny_int", results=_INEXACT),
    **group("x", "fabs", accepts="fabs", results=("inexact_absolute",)),
    **group("x", "ceil floor trunc", accepts="not_complex"),
    **group("x", "rint", results=("rint",)),
    **group("a", "round around", accepts="not_bool"),
    **group("x", "sign", accepts="not_bool"),
    **group("x", "square", results=("numeric",)),
    **group("x", "absolute", accepts="absolute", results=("absolute",)),
    **group("x", "conj conjugate"),
    **group("val", "real imag", results=("real",)),
    **group("z", "angle", results=("angle",), unknown_for="real_but_default"),
    **group("x", "isnan isfinite isinf isreal iscomplex logical_not", results=_BOOL),
    **group("x", "isneginf isposinf", accepts="not_complex", results=_BOOL),
    **group("x", "signbit", accepts="signbit", results=_BOOL),
    **group(
        "x",
        "spacing",
        accepts="spacing but uint64/narrow+strict int64/narrow+strict float64/narrow+strict",
        results=("inexact_concrete",),
    ),
    **group("x", "invert bitwise_invert", accepts="integer_or_bool"),
    **group("x", "bitwise_count", accepts="bitwise_count", results=("uint8",)),
    **group("x", "nan_to_num", results=("nan_to_num",)),
    **group(
        "x",
        "frexp",
        accepts="not_complex",
        results=("inexact_concrete", "int32"),
        container="tuple",
        before=Before(JAX_0_12, _OLDER_FREXP),
    ),
    **group("x", "modf", accepts="not_complex", results=("inexact", "inexact"), container="tuple"),
}

BINARY: Final[dict[str, Rule]] = {
    **group("x1 x2", "divide", results=_INEXACT),
    **group("x1 x2", "mod fmod", accepts="not_complex", results=("numeric",)),
    **group("x1 x2", "maximum minimum fmax fmin"),
    **group(
        "x1 x2",
        "arctan2 atan2",
        accepts="not_tiny_int",
        results=_INEXACT,
    ),
    **group(
        "x1 x2",
        "logaddexp",
        accepts="not_tiny_int",
        results=_INEXACT,
        unknown_for="weak_complex",
    ),
    **group("x1 x2", "logaddexp2", accepts="not_tiny_int", results=_INEXACT, unknown_for="weak"),
    **group("x y", "float_power", accepts="not_tiny_int", results=_INEXACT),
    **group("x1 x2", "hypot", accepts="real_not_tiny_int", results=_INEXACT, unknown_for="weak"),
    **group("x y", "nextafter", accepts="real_not_tiny_int", results=_INEXACT),
    **group("x1 x2", "heaviside", accepts="not_complex", results=_INEXACT, unknown_for="weak"),
    **group("x1 x2", "copysign", accepts="copysign", results=("inexact_absolute",)),
    **group("x1 x2", "gcd lcm", accepts="gcd", results=("absolute",), unknown_for="weak"),
    **group(
        "x1 x2",
        "ldexp",
        combine="ldexp",
        accepts="not_complex",
        results=("inexact_concrete",),
        unknown_for="unusual",
    ),
    **group("x1 x2", "logical_and logical_or logical_xor", results=_BOOL),
    **group("x y", "bitwise_left_shift", accepts="integer_or_bool", results=("numeric",)),
    **group("x1 x2", "bitwise_right_shift", accepts="integer_or_bool", results=("numeric",)),
    **group("a b", "isclose allclose", accepts="not_tiny_int", results=_BOOL),
    **group("a1 a2", "array_equal", combine="any_pair", results=_BOOL),
    **group("a1 a2", "array_equiv", combine="first", results=_BOOL),
    **group("arr min max", "clip", accepts="not_complex"),
    # The condition may have any dtype and has no influence on the choice between two arrays.
    **group("x y", "where", variants=(Variant("x", ABSENT, _WHERE_TRUE),)),
}
