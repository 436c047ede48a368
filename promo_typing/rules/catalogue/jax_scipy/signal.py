"""``jax.scipy.signal``: convolutions, correlations and spectra."""

from __future__ import annotations

from typing import Final

from promo_typing.core.versions import JAX_0_11
from promo_typing.rules.catalogue.notation import (
    case,
    promoted,
    promoting,
    rule,
    several,
    taken,
)
from promo_typing.rules.model import (
    STRICT_X32,
    Before,
    DtypeMap,
    DtypeSet,
    Either,
    Expression,
    Given,
    Is,
    Join,
    Map,
    Of,
    Open,
    Rule,
)
from promo_typing.rules.model.dtype_maps import (
    TO_COMPLEX_STRONG,
    TO_INEXACT,
    TO_INEXACT_REAL_SINGLE,
    TO_INEXACT_REAL_STRONG,
    TO_INEXACT_STRONG,
    TO_NUMPY_CONJUGATE,
)
from promo_typing.rules.model.dtype_sets import ANY, LAPACK, NOT_TINY, WIDE_ALL

_IN1: Final = Of("in1")
_IN2: Final = Of("in2")
_FFT: Final = Is("method", "fft")


def _correlated(
    *operands: tuple[Expression, Expression], to: DtypeMap, accepts: DtypeSet = ANY
) -> Expression:
    """The dtype of a correlation, for which JAX conjugates one operand before the promotion.

    JAX calls the method ``conj`` of the operand, which may be a NumPy array. NumPy then makes int8
    of integers with fewer bits, and JAX does not. The dtype is unknown where that matters.

    Args:
        operands: the possible pairs of dtypes after the conjugation.
        to: the map from their common dtype to that of the result.
        accepts: the common dtypes that JAX accepts.
    """
    return Either(*(Map(to, taken(Join(*pair), accepts)) for pair in operands))


_AS_THEY_ARE: Final = (_IN1, _IN2)
_FIRST_CONJUGATED: Final = (Map(TO_NUMPY_CONJUGATE, _IN1), _IN2)
_SECOND_CONJUGATED: Final = (_IN1, Map(TO_NUMPY_CONJUGATE, _IN2))

_CONVOLUTIONS: Final[dict[str, Rule]] = {
    "jax.scipy.signal.convolve": rule(
        ("in1", "in2"),
        case(Map(TO_INEXACT_STRONG, promoted("in1", "in2", accepts=LAPACK)), _FFT),
        Map(TO_INEXACT, promoted("in1", "in2")),
    ),
    "jax.scipy.signal.convolve2d": promoting("in1", "in2", to=TO_INEXACT),
    "jax.scipy.signal.fftconvolve": promoting("in1", "in2", accepts=LAPACK, to=TO_INEXACT_STRONG),
    "jax.scipy.signal.correlate": rule(
        ("in1", "in2"),
        case(
            _correlated(_AS_THEY_ARE, _SECOND_CONJUGATED, to=TO_INEXACT_STRONG, accepts=LAPACK),
            _FFT,
        ),
        _correlated(_AS_THEY_ARE, _SECOND_CONJUGATED, to=TO_INEXACT),
    ),
    "jax.scipy.signal.correlate2d": rule(
        ("in1", "in2"),
        _correlated(_AS_THEY_ARE, _FIRST_CONJUGATED, _SECOND_CONJUGATED, to=TO_INEXACT),
    ),
}

_CONSTANTS: Final = WIDE_ALL.under(STRICT_X32)
"""Dtypes that strict promotion refuses with x64 off, beside constants of the default dtypes."""

_DETRENDED: Final[dict[str, Rule]] = {
    "jax.scipy.signal.detrend": rule(
        ("data",),
        case(Map(TO_INEXACT_STRONG, promoted("data")), Is("type", "constant")),
        case(Map(TO_INEXACT, promoted("data", accepts=NOT_TINY - _CONSTANTS)), Before(JAX_0_11)),
        Map(TO_INEXACT, promoted("data", accepts=LAPACK - _CONSTANTS)),
    ),
}

_RATE: Final = Given("fs", beyond="float")
"""A given sampling rate other than a Python float may change dtypes: a complex one, for example."""

_SIGNAL: Final = promoted("x", accepts=LAPACK)
_SIGNALS: Final = promoted("x", "y", accepts=LAPACK)
_SPECTRUM: Final = several(
    Map(TO_INEXACT_REAL_STRONG, _SIGNAL), Map(TO_INEXACT_REAL_STRONG, _SIGNAL)
)
_BOTH_SIDES: Final = promoted("x", accepts=NOT_TINY)
_TRANSFORM: Final = promoted("Zxx")

_SPECTRA: Final[dict[str, Rule]] = {
    "jax.scipy.signal.welch": rule(("x",), _SPECTRUM),
    "jax.scipy.signal.csd": rule(
        ("x", "y"),
        # Without y the result is the spectrum of x alone, which is real.
        case(_SPECTRUM, Is("y", None)),
        several(Map(TO_INEXACT_REAL_STRONG, _SIGNALS), Map(TO_COMPLEX_STRONG, _SIGNALS)),
    ),
    "jax.scipy.signal.stft": rule(
        ("x",),
        case(several(Open(), Open(), Open()), _RATE),
        case(
            several(
                Map(TO_INEXACT_REAL_SINGLE, _BOTH_SIDES),
                Map(TO_INEXACT_REAL_SINGLE, _BOTH_SIDES),
                Map(TO_COMPLEX_STRONG, _BOTH_SIDES),
            ),
            Is("return_onesided", False),
        ),
        several(
            Map(TO_INEXACT_REAL_STRONG, _SIGNAL),
            Map(TO_INEXACT_REAL_STRONG, _SIGNAL),
            Map(TO_COMPLEX_STRONG, _SIGNAL),
        ),
    ),
    "jax.scipy.signal.istft": rule(
        ("Zxx",),
        case(several(Open(), Open()), _RATE),
        case(
            several(Map(TO_INEXACT_REAL_SINGLE, _TRANSFORM), Map(TO_COMPLEX_STRONG, _TRANSFORM)),
            Is("input_onesided", False),
        ),
        several(Map(TO_INEXACT_REAL_SINGLE, _TRANSFORM), Map(TO_INEXACT_REAL_SINGLE, _TRANSFORM)),
    ),
}

SIGNAL: Final[dict[str, Rule]] = {**_CONVOLUTIONS, **_DETRENDED, **_SPECTRA}
"""All functions of ``jax.scipy.signal`` that have a rule."""
