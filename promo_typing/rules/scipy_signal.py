"""jax.scipy: signals, transforms, integration, interpolation and clusters."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from promo_typing.core.versions import JAX_0_11
from promo_typing.rules.group import group
from promo_typing.rules.model import Before, Rule, Variant
from promo_typing.rules.sets import POLYNOMIALS

_FS: Final = ("fs",)
"""Frequencies and times are divided by it, so that a complex one makes them complex."""

_WIDE: Final = (
    "uint64/strict+narrow int64/strict+narrow float64/strict+narrow complex128/strict+narrow"
)
_SPECTRUM: Final = ("inexact_real_concrete", "inexact_real_concrete")
_ONE_SIDED: Final = ("inexact_real_concrete", "inexact_real_concrete", "complex_concrete")
_TWO_SIDED: Final = ("inexact_real_single", "inexact_real_single", "complex_concrete")

SIGNAL: Final[dict[str, Rule]] = {
    **group(
        "in1 in2",
        "convolve",
        "jax.scipy.signal",
        results=("inexact",),
        variants=(
            Variant(
                "method",
                "fft",
                Rule(("in1", "in2"), accepts="lapack", results=("inexact_concrete",)),
            ),
        ),
    ),
    **group(
        "in1 in2",
        "correlate",
        "jax.scipy.signal",
        combine="conjugated_second",
        results=("inexact",),
        variants=(
            Variant(
                "method",
                "fft",
                Rule(
                    ("in1", "in2"),
                    combine="conjugated_lapack",
                    accepts="lapack",
                    results=("inexact_concrete",),
                ),
            ),
        ),
    ),
    **group("in1 in2", "convolve2d", "jax.scipy.signal", results=("inexact",)),
    **group(
        "in1 in2",
        "correlate2d",
        "jax.scipy.signal",
        combine="conjugated_either",
        results=("inexact",),
    ),
    **group(
        "in1 in2",
        "fftconvolve",
        "jax.scipy.signal",
        accepts="lapack",
        results=("inexact_concrete",),
    ),
    **group(
        "data",
        "detrend",
        "jax.scipy.signal",
        accepts=f"lapack but {_WIDE}",
        results=("inexact",),
        variants=(Variant("type", "constant", Rule(("data",), results=("inexact_concrete",))),),
        before=Before(
            JAX_0_11, Rule(("data",), accepts=f"not_tiny_int but {_WIDE}", results=("inexact",))
        ),
    ),
    # Without y it is the spectrum of x alone, which is real.
    **group(
        "x y",
        "csd",
        "jax.scipy.signal",
        accepts="lapack",
        results=("inexact_real_concrete", "complex_concrete"),
        container="tuple",
        variants=(
            Variant(
                "y",
                None,
                Rule(("x",), accepts="lapack", results=_SPECTRUM, container="tuple"),
            ),
        ),
    ),
    **group(
        "x",
        "welch",
        "jax.scipy.signal",
        accepts="lapack",
        results=_SPECTRUM,
        container="tuple",
    ),
    **group(
        "x",
        "stft",
        "jax.scipy.signal",
        accepts="lapack",
        results=_ONE_SIDED,
        container="tuple",
        unknown_with=_FS,
        known_with_float=_FS,
        variants=(
            Variant(
                "return_onesided",
                False,
                Rule(
                    ("x",),
                    accepts="not_tiny_int",
                    results=_TWO_SIDED,
                    container="tuple",
                    unknown_with=_FS,
                    known_with_float=_FS,
                ),
            ),
        ),
    ),
    **group(
        "Zxx",
        "istft",
        "jax.scipy.signal",
        results=("inexact_real_single", "inexact_real_single"),
        container="tuple",
        unknown_with=_FS,
        known_with_float=_FS,
        variants=(
            Variant(
                "input_onesided",
                False,
                Rule(
                    ("Zxx",),
                    results=("inexact_real_single", "complex_concrete"),
                    container="tuple",
                    unknown_with=_FS,
                    known_with_float=_FS,
                ),
            ),
        ),
    ),
}

TRANSFORMS: Final[dict[str, Rule]] = {
    **group("x", "dct dctn", "jax.scipy.fft", results=("inexact_single",)),
    **group(
        "x", "idct idctn", "jax.scipy.fft", accepts="not_tiny_int", results=("inexact_single",)
    ),
}


def _mapped(combine: str) -> Rule:
    """The dtype of the values, whatever the coordinates have that they are interpolated at."""
    return Rule(("input", "coordinates[]"), combine=combine, results=("concrete",))


OTHERS: Final[dict[str, Rule]] = {
    "jax.scipy.ndimage.map_coordinates": replace(
        _mapped("nearest_or_linear"),
        variants=(
            Variant("order", 0, _mapped("nearest")),
            Variant("order", 1, _mapped("linear")),
        ),
    ),
    **group(
        "obs code_book",
        "vq",
        "jax.scipy.cluster.vq",
        accepts="not_tiny_int",
        results=("default_int", "inexact_real_concrete"),
        container="tuple",
    ),
    "jax.scipy.integrate.trapezoid": POLYNOMIALS["jax.numpy.trapezoid"],
}
