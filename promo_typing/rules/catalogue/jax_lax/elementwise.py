"""Element-wise functions of ``jax.lax``."""

from __future__ import annotations

from typing import Final

from promo_typing.rules.catalogue.jax_lax.notation import one_dtype, unpromoted
from promo_typing.rules.catalogue.notation import case, promoting, rule, shared, taken
from promo_typing.rules.model import (
    X32,
    After,
    Check,
    DtypeParameter,
    Expression,
    If,
    IfTaken,
    In,
    Known,
    Map,
    Of,
    Open,
    Requested,
    Rest,
    Rule,
    Same,
    Truncation,
    always,
    dtypes,
)
from promo_typing.rules.model.dtype_maps import TO_COMPLEX, TO_MAGNITUDE, TO_REAL, TO_STRONG
from promo_typing.rules.model.dtype_sets import (
    ABSOLUTE,
    ANY,
    BOOL,
    COMPLEX,
    FLOATS,
    INEXACT,
    INTEGERS,
    INTEGRAL,
    LAPACK_INEXACT,
    NUMBERS,
    REAL,
    UNSIGNED,
    WEAK,
)

_BOOL: Final = always("bool")

UNARY: Final[dict[str, Rule]] = {
    **shared(
        promoting("x", accepts=INEXACT),
        "jax.lax.acos",
        "jax.lax.acosh",
        "jax.lax.asin",
        "jax.lax.asinh",
        "jax.lax.atan",
        "jax.lax.atanh",
        "jax.lax.cos",
        "jax.lax.cosh",
        "jax.lax.exp",
        "jax.lax.exp2",
        "jax.lax.expm1",
        "jax.lax.log",
        "jax.lax.log1p",
        "jax.lax.log2",
        "jax.lax.logistic",
        "jax.lax.reciprocal",
        "jax.lax.rsqrt",
        "jax.lax.sin",
        "jax.lax.sinh",
        "jax.lax.sqrt",
        "jax.lax.tan",
        "jax.lax.tanh",
    ),
    **shared(
        promoting("x", accepts=FLOATS),
        "jax.lax.bessel_i0e",
        "jax.lax.bessel_i1e",
        "jax.lax.cbrt",
        "jax.lax.ceil",
        "jax.lax.digamma",
        "jax.lax.erf",
        "jax.lax.erf_inv",
        "jax.lax.erfc",
        "jax.lax.floor",
        "jax.lax.lgamma",
        "jax.lax.round",
    ),
    "jax.lax.reduce_precision": promoting("operand", accepts=FLOATS),
    "jax.lax.is_finite": promoting("x", accepts=FLOATS, to=_BOOL),
    **shared(
        promoting("x", accepts=NUMBERS),
        "jax.lax.neg",
        "jax.lax.one_minus_square",
        "jax.lax.sign",
        "jax.lax.square",
        "jax.lax.integer_pow",
    ),
    "jax.lax.abs": promoting("x", accepts=ABSOLUTE - BOOL - UNSIGNED, to=TO_MAGNITUDE),
    "jax.lax.bitwise_not": promoting("x", accepts=INTEGRAL),
    **shared(promoting("x", accepts=INTEGERS), "jax.lax.clz", "jax.lax.population_count"),
    "jax.lax.conj": promoting("x", accepts=LAPACK_INEXACT, to=TO_COMPLEX),
    **shared(promoting("x", accepts=COMPLEX, to=TO_REAL), "jax.lax.imag", "jax.lax.real"),
    "jax.lax.stage": promoting("x"),
}
"""Functions of one operand."""

_MULTIPLE: Final = rule(
    ("x", "y"),
    case(
        one_dtype("x", "y", accepts=NUMBERS),
        # With weak operands the result is weak and has the requested dtype: no node stands for it.
        requested=After(
            Check(Of("x", "y"), NUMBERS), If(In(Of("x", "y"), WEAK), Open(), Requested())
        ),
    ),
    dtype=DtypeParameter("out_dtype", Truncation.SILENT),
)

_INTEGER_POWER: Final = If(In(Of("y"), WEAK), Of("x"), Map(TO_STRONG, Of("x")))
"""The dtype of the base, which is weak if the exponent is weak, too."""

_POWER: Final = rule(
    ("x", "y"),
    # The exponent must be an integer or have the dtype of the base.
    After(
        Check(Of("x"), INEXACT),
        If(In(Of("y"), INTEGERS), _INTEGER_POWER, Same(Of("x", "y"))),
    ),
)

_SAMPLED: Final[Expression] = Known(
    IfTaken(Same(Of("args"))), ANY - WEAK - dtypes("float64").under(X32)
)
"""The dtype of all operands, if they have the same; else unknown: the algorithm's steps decide.

It is also unknown for weak operands, which broadcasting makes strong, and for float64 with x64 off,
which meets float32 constants.
"""

SEVERAL: Final[dict[str, Rule]] = {
    **shared(unpromoted("x", "y", accepts=NUMBERS), "jax.lax.add", "jax.lax.div", "jax.lax.sub"),
    "jax.lax.mul": _MULTIPLE,
    "jax.lax.rem": unpromoted("x", "y", accepts=REAL - BOOL),
    **shared(unpromoted("x", "y"), "jax.lax.max", "jax.lax.min"),
    "jax.lax.atan2": unpromoted("x", "y", accepts=INEXACT),
    "jax.lax.pow": _POWER,
    **shared(
        unpromoted("x", "y", accepts=INTEGRAL),
        "jax.lax.bitwise_and",
        "jax.lax.bitwise_or",
        "jax.lax.bitwise_xor",
    ),
    **shared(
        unpromoted("x", "y", accepts=INTEGERS),
        "jax.lax.mulhi",
        "jax.lax.shift_left",
        "jax.lax.shift_right_arithmetic",
        "jax.lax.shift_right_logical",
    ),
    **shared(unpromoted("x", "y", to=_BOOL), "jax.lax.eq", "jax.lax.ne"),
    **shared(
        unpromoted("x", "y", accepts=REAL, to=_BOOL),
        "jax.lax.ge",
        "jax.lax.gt",
        "jax.lax.le",
        "jax.lax.lt",
    ),
    "jax.lax.complex": unpromoted(
        "x", "y", accepts=dtypes("float32", "float64", "weak_float"), to=TO_COMPLEX
    ),
    "jax.lax.nextafter": unpromoted("x1", "x2", accepts=FLOATS),
    **shared(
        unpromoted("a", "x", accepts=FLOATS),
        "jax.lax.igamma",
        "jax.lax.igammac",
        "jax.lax.igamma_grad_a",
    ),
    "jax.lax.zeta": unpromoted("x", "q", accepts=FLOATS),
    "jax.lax.polygamma": unpromoted("m", "x", accepts=FLOATS),
    "jax.lax.betainc": unpromoted("a", "b", "x", accepts=FLOATS),
    "jax.lax.random_gamma_grad": rule((Rest("args"),), taken(_SAMPLED, accepts=FLOATS)),
    "jax.lax.rng_uniform": unpromoted("a", "b"),
    "jax.lax.clamp": unpromoted("min", "x", "max"),
    "jax.lax.select": unpromoted("on_true", "on_false", keys=True),
    "jax.lax.select_n": unpromoted(Rest("cases"), keys=True),
}
"""Functions of several operands."""

ELEMENTWISE: Final[dict[str, Rule]] = {**UNARY, **SEVERAL}
"""Functions of ``jax.lax`` that work element by element."""
