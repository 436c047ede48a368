"""Element-wise functions of ``jax.numpy``, those behind Python's operators among them."""

from __future__ import annotations

from typing import Final

from promo_typing.core.versions import JAX_0_11, JAX_0_12
from promo_typing.rules.catalogue.notation import (
    case,
    promoted,
    promoting,
    rule,
    several,
    shared,
    taken,
)
from promo_typing.rules.model import (
    STRICT_X32,
    X32,
    X64,
    After,
    AnyOf,
    Before,
    Both,
    Check,
    Either,
    If,
    IfTaken,
    In,
    Map,
    Of,
    PythonInt,
    Rule,
    always,
    dtypes,
)
from promo_typing.rules.model.dtype_maps import (
    TO_ANGLE,
    TO_INEXACT,
    TO_INEXACT_MAGNITUDE,
    TO_INEXACT_STRONG,
    TO_MAGNITUDE,
    TO_NUMERIC,
    TO_NUMERIC_STRONG,
    TO_REAL,
    TO_ROUNDED,
    TO_STRONG_FLOAT,
)
from promo_typing.rules.model.dtype_sets import (
    ABSOLUTE,
    ANY,
    FABS,
    FLOATS,
    INEXACT,
    INTEGERS,
    INTEGRAL,
    NOT_SMALL,
    NOT_TINY,
    NUMBERS,
    REAL,
    REAL_NOT_TINY,
    SMALL_FLOATS,
    SMALL_INTEGERS,
    SPACED,
    STRONG,
    TINY_INTEGERS,
    WEAK,
    WIDE,
    WIDE_REAL,
    WITHOUT_ABSOLUTE,
)

_BOOL: Final = always("bool")
_WEAK_COMPLEX: Final = dtypes("weak_complex")

_JOINED: Final = promoted("x1", "x2", accepts=NOT_SMALL)
_POWER_BY_DTYPE: Final = If(
    # JAX computes powers of integers by multiplication, and powers of an inexact base with an
    # integer exponent by a primitive that takes both unpromoted, for the derivative at 0. The
    # result of a primitive is weak only if all its operands are.
    AnyOf(In(_JOINED, INTEGRAL), Both(In(Of("x1"), INEXACT), In(Of("x2"), INTEGERS - WEAK))),
    Map(TO_NUMERIC_STRONG, _JOINED),
    _JOINED,
)
_POWER: Final = rule(
    ("x1", "x2"),
    case(Map(TO_NUMERIC, Of("x1")), PythonInt("x2")),
    # JAX treats an integer exponent without dimensions, if it is no tracer, like a Python int: its
    # dtype does not count, and int8 ** int32 is int8, not int32.
    If(
        In(Of("x2"), INTEGRAL - SMALL_INTEGERS),
        Either(_POWER_BY_DTYPE, Map(TO_NUMERIC, Of("x1"))),
        _POWER_BY_DTYPE,
    ),
)

_REAL_NUMBERS: Final = promoted("x1", "x2", accepts=REAL)

OPERATORS: Final[dict[str, Rule]] = {
    "jax.numpy.add": promoting("x1", "x2"),
    "jax.numpy.subtract": promoting("x1", "x2", accepts=NUMBERS),
    "jax.numpy.multiply": promoting("x1", "x2"),
    **shared(promoting("x1", "x2", to=TO_INEXACT), "jax.numpy.divide", "jax.numpy.true_divide"),
    **shared(
        promoting("x1", "x2", accepts=REAL, to=TO_NUMERIC),
        "jax.numpy.floor_divide",
        "jax.numpy.remainder",
        "jax.numpy.mod",
        "jax.numpy.fmod",
    ),
    "jax.numpy.divmod": rule(
        ("x1", "x2"),
        several(Map(TO_NUMERIC, _REAL_NUMBERS), Map(TO_NUMERIC, _REAL_NUMBERS)),
    ),
    **shared(_POWER, "jax.numpy.power", "jax.numpy.pow"),
    **shared(
        promoting("x1", "x2", accepts=INTEGRAL),
        "jax.numpy.bitwise_and",
        "jax.numpy.bitwise_or",
        "jax.numpy.bitwise_xor",
    ),
    **shared(
        promoting("x", "y", accepts=INTEGRAL, to=TO_NUMERIC),
        "jax.numpy.left_shift",
        "jax.numpy.bitwise_left_shift",
    ),
    **shared(
        promoting("x1", "x2", accepts=INTEGRAL, to=TO_NUMERIC),
        "jax.numpy.right_shift",
        "jax.numpy.bitwise_right_shift",
    ),
    **shared(
        promoting("x", "y", to=_BOOL),
        "jax.numpy.equal",
        "jax.numpy.not_equal",
        "jax.numpy.less",
        "jax.numpy.less_equal",
        "jax.numpy.greater",
        "jax.numpy.greater_equal",
    ),
    "jax.numpy.negative": promoting("x", accepts=NUMBERS),
    "jax.numpy.positive": promoting("x"),
    **shared(
        promoting("x", accepts=ABSOLUTE, to=TO_MAGNITUDE), "jax.numpy.abs", "jax.numpy.absolute"
    ),
    **shared(
        promoting("x", accepts=INTEGRAL),
        "jax.numpy.bitwise_not",
        "jax.numpy.invert",
        "jax.numpy.bitwise_invert",
    ),
}
"""The functions that Python's operators on arrays call, and their other names."""

UNARY: Final[dict[str, Rule]] = {
    **shared(
        promoting("x", accepts=NOT_TINY, to=TO_INEXACT),
        "jax.numpy.acos",
        "jax.numpy.acosh",
        "jax.numpy.arccos",
        "jax.numpy.arccosh",
        "jax.numpy.arcsin",
        "jax.numpy.arcsinh",
        "jax.numpy.arctan",
        "jax.numpy.arctanh",
        "jax.numpy.asin",
        "jax.numpy.asinh",
        "jax.numpy.atan",
        "jax.numpy.atanh",
        "jax.numpy.cos",
        "jax.numpy.cosh",
        "jax.numpy.exp",
        "jax.numpy.exp2",
        "jax.numpy.expm1",
        "jax.numpy.log",
        "jax.numpy.log1p",
        "jax.numpy.reciprocal",
        "jax.numpy.sin",
        "jax.numpy.sinh",
        "jax.numpy.sqrt",
        "jax.numpy.tan",
        "jax.numpy.tanh",
    ),
    "jax.numpy.log2": rule(
        ("x",),
        case(Map(TO_INEXACT_STRONG, promoted("x", accepts=NOT_TINY)), Before(JAX_0_11)),
        Map(TO_INEXACT, promoted("x", accepts=NOT_TINY)),
    ),
    **shared(
        promoting("x", accepts=REAL_NOT_TINY, to=TO_INEXACT), "jax.numpy.cbrt", "jax.numpy.i0"
    ),
    "jax.numpy.log10": promoting("x", accepts=NOT_TINY - WIDE, to=TO_INEXACT_STRONG),
    **shared(
        promoting("x", accepts=ANY - dtypes("int1"), known=STRONG, to=TO_INEXACT),
        "jax.numpy.deg2rad",
        "jax.numpy.radians",
    ),
    **shared(
        promoting("x", accepts=NOT_TINY, known=STRONG, to=TO_INEXACT),
        "jax.numpy.rad2deg",
        "jax.numpy.degrees",
        "jax.numpy.sinc",
    ),
    "jax.numpy.fabs": promoting("x", accepts=FABS, to=TO_INEXACT_MAGNITUDE),
    **shared(promoting("x", accepts=REAL), "jax.numpy.ceil", "jax.numpy.floor", "jax.numpy.trunc"),
    "jax.numpy.rint": promoting("x", to=TO_ROUNDED),
    **shared(promoting("a", accepts=NUMBERS), "jax.numpy.round", "jax.numpy.around"),
    "jax.numpy.sign": promoting("x", accepts=NUMBERS),
    "jax.numpy.square": promoting("x", to=TO_NUMERIC),
    **shared(promoting("x"), "jax.numpy.conj", "jax.numpy.conjugate"),
    **shared(promoting("val", to=TO_REAL), "jax.numpy.real", "jax.numpy.imag"),
    # The angle of a float has the default float dtype, unless the float has no dimensions.
    "jax.numpy.angle": promoting(
        "z",
        to=TO_ANGLE,
        known=ANY - FLOATS | dtypes("float32").under(X32) | dtypes("float64").under(X64),
    ),
    **shared(
        promoting("x", to=_BOOL),
        "jax.numpy.isnan",
        "jax.numpy.isfinite",
        "jax.numpy.isinf",
        "jax.numpy.isreal",
        "jax.numpy.iscomplex",
        "jax.numpy.logical_not",
    ),
    **shared(promoting("x", accepts=REAL, to=_BOOL), "jax.numpy.isneginf", "jax.numpy.isposinf"),
    "jax.numpy.signbit": promoting("x", accepts=REAL - SMALL_FLOATS, to=_BOOL),
    "jax.numpy.spacing": promoting(
        "x", accepts=SPACED - WIDE_REAL.under(STRICT_X32), to=TO_INEXACT_STRONG
    ),
    "jax.numpy.bitwise_count": promoting(
        "x", accepts=INTEGRAL - WITHOUT_ABSOLUTE, to=always("uint8")
    ),
    "jax.numpy.nan_to_num": promoting("x", to=TO_STRONG_FLOAT),
    "jax.numpy.frexp": rule(
        ("x",),
        case(
            several(
                Map(TO_INEXACT_STRONG, promoted("x", accepts=SPACED, known=ANY - WIDE)),
                Map(always("int32"), Of("x")),
            ),
            Before(JAX_0_12),
        ),
        several(
            Map(TO_INEXACT_STRONG, promoted("x", accepts=REAL)),
            Map(always("int32"), Of("x")),
        ),
    ),
    "jax.numpy.modf": rule(
        ("x",),
        several(
            Map(TO_INEXACT, promoted("x", accepts=REAL)),
            Map(TO_INEXACT, promoted("x", accepts=REAL)),
        ),
    ),
}

_SCALED: Final = After(Check(Of("x2"), INTEGRAL), Of("x1"))
"""The dtype of the first operand of ``ldexp``; the second, an exponent of two, must be integral."""

BINARY: Final[dict[str, Rule]] = {
    **shared(
        promoting("x1", "x2"),
        "jax.numpy.maximum",
        "jax.numpy.minimum",
        "jax.numpy.fmax",
        "jax.numpy.fmin",
    ),
    **shared(
        promoting("x1", "x2", accepts=NOT_TINY, to=TO_INEXACT),
        "jax.numpy.arctan2",
        "jax.numpy.atan2",
    ),
    "jax.numpy.logaddexp": promoting(
        "x1", "x2", accepts=NOT_TINY, known=ANY - _WEAK_COMPLEX, to=TO_INEXACT
    ),
    "jax.numpy.logaddexp2": promoting("x1", "x2", accepts=NOT_TINY, known=STRONG, to=TO_INEXACT),
    "jax.numpy.float_power": promoting("x", "y", accepts=NOT_TINY, to=TO_INEXACT),
    # In an older JAX the ranks decide whether a weak result stays weak.
    "jax.numpy.hypot": rule(
        ("x1", "x2"),
        case(
            Map(TO_INEXACT, promoted("x1", "x2", accepts=REAL_NOT_TINY, known=STRONG)),
            Before(JAX_0_12),
        ),
        case(Map(TO_INEXACT, promoted("x1", "x2", accepts=REAL_NOT_TINY))),
    ),
    "jax.numpy.nextafter": promoting("x", "y", accepts=REAL_NOT_TINY, to=TO_INEXACT),
    "jax.numpy.heaviside": promoting("x1", "x2", accepts=REAL, known=STRONG, to=TO_INEXACT),
    "jax.numpy.copysign": promoting(
        "x1", "x2", accepts=FABS - SMALL_FLOATS, to=TO_INEXACT_MAGNITUDE
    ),
    **shared(
        promoting("x1", "x2", accepts=INTEGERS - WITHOUT_ABSOLUTE, known=STRONG, to=TO_MAGNITUDE),
        "jax.numpy.gcd",
        "jax.numpy.lcm",
    ),
    "jax.numpy.ldexp": rule(
        ("x1", "x2"),
        Map(
            TO_INEXACT_STRONG,
            taken(_SCALED, accepts=REAL, known=ANY - TINY_INTEGERS - SMALL_FLOATS - WIDE),
        ),
    ),
    **shared(
        promoting("x1", "x2", to=_BOOL),
        "jax.numpy.logical_and",
        "jax.numpy.logical_or",
        "jax.numpy.logical_xor",
    ),
    **shared(
        promoting("a", "b", accepts=NOT_TINY, to=_BOOL), "jax.numpy.isclose", "jax.numpy.allclose"
    ),
    # Arrays of different shapes are unequal without a promotion, which may then not be refused.
    "jax.numpy.array_equal": rule(("a1", "a2"), Map(_BOOL, IfTaken(promoted("a1", "a2")))),
    "jax.numpy.array_equiv": rule(("a1", "a2"), After(Of("a2"), Map(_BOOL, Of("a1")))),
    "jax.numpy.clip": promoting("arr", "min", "max", accepts=REAL),
}

UFUNCS: Final[dict[str, Rule]] = {**OPERATORS, **UNARY, **BINARY}
