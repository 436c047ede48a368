"""Functions of ``jax.numpy`` about polynomials, and about samples of functions."""

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
    STRICT,
    STRICT_X32,
    X32,
    X64,
    After,
    Before,
    Case,
    Check,
    Counts,
    Dtype,
    Expression,
    Given,
    If,
    Is,
    Join,
    Known,
    Map,
    Of,
    One,
    Open,
    Rest,
    Rule,
    dtypes,
)
from promo_typing.rules.model.dtype_maps import (
    TO_COMPLEX_STRONG,
    TO_DEFAULT_INT,
    TO_INEXACT,
    TO_INEXACT_STRONG,
    TO_MAGNITUDE,
    TO_REAL,
    TO_ROUNDED,
    TO_STRONG,
)
from promo_typing.rules.model.dtype_sets import (
    ABSOLUTE,
    BOOL,
    FABS,
    INEXACT,
    LAPACK,
    NONE,
    NOT_SMALL,
    NOT_TINY,
    NUMBERS,
    REAL,
    SPACED,
    WIDE_REAL,
)

# --- Fits ---


def _weighted(part: Expression) -> Expression:
    """The product of a part and the weights, if weights are given."""
    return Join(part, Map(TO_INEXACT, Of("w")))


_POWERS: Final = _weighted(Map(TO_STRONG, Check(Of("x"), INEXACT)))
"""The powers of ``x``, which must be inexact; they are strong."""
_FITTED: Final = Join(_POWERS, Of("y"), Map(TO_INEXACT, Of("w")))
_FIT: Final = Map(TO_STRONG, taken(_FITTED, LAPACK))
_FIT_BY_ANY: Final = Map(TO_STRONG, _FITTED)
_FULL: Final = (
    Map(TO_REAL, _FITTED),
    Map(TO_DEFAULT_INT, _FITTED),
    Map(TO_REAL, _FITTED),
    Dtype("weak_float"),
)
"""The further results with ``full=True``: residuals, rank, singular values and ``rcond``."""
_RESIDUAL: Final = Map(TO_REAL, Map(TO_STRONG, _FITTED))
_SCALED: Final = Join(_POWERS, _RESIDUAL)
"""The covariance of the powers, times the squares of the residuals."""


def _inverted(part: Expression) -> Expression:
    """A part, if JAX can invert the covariance of the powers."""
    return After(Check(_POWERS, LAPACK), part)


def _fits(covariance: Expression, value: bool | str) -> tuple[Case, Case]:
    """The cases of ``polyfit`` with a value of ``cov``.

    An older JAX also accepts floats that LAPACK lacks.
    """
    of_covariance = Is("cov", value)
    return (
        case(several(_FIT_BY_ANY, covariance), of_covariance, Before(JAX_0_11)),
        case(several(_inverted(_FIT), covariance), of_covariance),
    )


POLYFIT: Final = rule(
    ("x", "y", "w"),
    case(several(_FIT_BY_ANY, *_FULL), Is("full", True), Before(JAX_0_11)),
    case(several(_FIT, *_FULL), Is("full", True)),
    *_fits(_SCALED, True),
    *_fits(_POWERS, "unscaled"),
    case(_FIT_BY_ANY, Before(JAX_0_11)),
    _FIT,
)

# --- Interpolation ---

_STEPPED: Final = SPACED - dtypes("bfloat16") - WIDE_REAL.under(STRICT_X32)
"""Dtypes whose inexact dtype ``np.spacing`` takes."""
_PLACES: Final = promoted("x", "xp")
_PLACE: Final = Map(TO_INEXACT, _PLACES)
_VALUES: Final = Map(TO_INEXACT, Of("fp"))
_PERIOD: Final = Map(TO_MAGNITUDE, Check(Of("period"), ABSOLUTE))


def _interpolated(*outside: str) -> Expression:
    """The promotion of the coordinates, the values and the values for points outside."""
    return After(Check(_PLACES, _STEPPED), Join(_PLACE, _VALUES, Of(*outside)))


INTERP: Final = rule(
    ("x", "xp", "fp", "left", "right", "period"),
    # With a period no point is outside, so ``left`` and ``right`` do not count.
    case(
        After(Check(_PLACES, REAL), Join(Check(Join(_PLACE, _PERIOD), _STEPPED), _VALUES)),
        Given("period"),
    ),
    case(_interpolated(), Is("left", "extrapolate"), Is("right", "extrapolate")),
    case(_interpolated("right"), Is("left", "extrapolate")),
    case(_interpolated("left"), Is("right", "extrapolate")),
    _interpolated("left", "right"),
)

# --- Differences and sums of samples ---

_SAMPLES: Final = promoted("y", accepts=NOT_TINY)
_DISTANCES: Final = Join(Of("f"), Of("varargs"))
_ALONG_AXIS: Final = Map(
    TO_INEXACT,
    # JAX accepts tiny integers if all distances are equal.
    If(Counts(Of("varargs"), 0), Check(Of("f"), NOT_TINY), Known(_DISTANCES, NOT_TINY)),
)

GRADIENT: Final = rule(
    ("f", Rest("varargs")),
    case(_ALONG_AXIS, Is("axis", 0)),
    case(_ALONG_AXIS, Is("axis", -1)),
    case(Open(), Given("varargs")),
    # JAX returns a list of gradients along all axes, unless there is only one axis.
    Map(TO_INEXACT, Known(Check(Of("f"), NOT_TINY), NONE)),
)

TRAPEZOID: Final = rule(
    ("y", "x", "dx"),
    case(Map(TO_INEXACT_STRONG, promoted("y", "x", accepts=NOT_TINY)), Given("x")),
    case(Join(Map(TO_INEXACT_STRONG, _SAMPLES), Of("dx")), Given("dx", beyond="float")),
    Map(TO_INEXACT_STRONG, _SAMPLES),
)

_NOT_UNWRAPPED: Final = dtypes("uint4", "int1", "int4") | (
    BOOL | dtypes(*(f"{u}int{bits}" for u in ("u", "") for bits in (8, 16, 32, 64)))
).under(STRICT)
"""Further dtypes that ``unwrap`` refuses."""

UNWRAP: Final = rule(
    ("p", "period"),
    case(
        Map(
            TO_STRONG.but({"bool": "float32"}, X32).but({"bool": "float64"}, X64),
            promoted("p", "period", accepts=REAL - dtypes("int2") - _NOT_UNWRAPPED),
        ),
        Given("period"),
    ),
    Map(
        TO_ROUNDED.but({"weak_float": "float32"}, X32).but({"weak_float": "float64"}, X64),
        promoted("p", accepts=FABS - _NOT_UNWRAPPED),
    ),
)

POLYNOMIALS: Final[dict[str, Rule]] = {
    "jax.numpy.polyder": promoting("p", accepts=NOT_TINY, to=TO_INEXACT_STRONG),
    "jax.numpy.polyint": promoting(
        "p", One("k", absent="weak_int"), accepts=NOT_TINY, to=TO_INEXACT_STRONG
    ),
    "jax.numpy.vander": promoting("x", accepts=NOT_SMALL - BOOL, to=TO_STRONG),
    "jax.numpy.gradient": GRADIENT,
    "jax.numpy.trapezoid": TRAPEZOID,
    **shared(promoting("a1", "a2", accepts=NUMBERS), "jax.numpy.polyadd", "jax.numpy.polysub"),
    "jax.numpy.polymul": promoting("a1", "a2", to=TO_INEXACT),
    "jax.numpy.poly": promoting("seq_of_zeros", to=TO_INEXACT_STRONG),
    "jax.numpy.roots": rule(
        ("p",),
        case(Map(TO_COMPLEX_STRONG, promoted("p", accepts=NOT_TINY)), Before(JAX_0_11)),
        Map(TO_COMPLEX_STRONG, promoted("p", accepts=LAPACK)),
    ),
    "jax.numpy.unwrap": UNWRAP,
    "jax.numpy.polydiv": rule(
        ("u", "v"),
        several(
            Map(TO_INEXACT_STRONG, promoted("u", "v", accepts=NOT_TINY)),
            Map(TO_INEXACT, promoted("u", "v")),
        ),
    ),
    "jax.numpy.polyfit": POLYFIT,
    "jax.numpy.interp": INTERP,
    "jax.numpy.polyval": rule(
        ("p", "x"),
        case(Map(TO_STRONG, promoted("p", "x")), Before(JAX_0_12)),
        Map(TO_STRONG, promoted("p", "x", accepts=NUMBERS)),
    ),
}
"""Functions about polynomials and samples."""
