"""Functions of jax.numpy about sets, indices, polynomials, statistics and bits."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from promo_typing.core.versions import JAX_0_11, JAX_0_12
from promo_typing.rules.group import group
from promo_typing.rules.model import GIVEN, Before, Rule, Variant
from promo_typing.rules.products import PREFERRED
from promo_typing.rules.shaping import FILL_VALUE, indices_of, with_size

_UNIQUE: Final = "nan_to_num but weak_float=weak_float"
_INDEX: Final = "default_int"


def _unique(flags: tuple[str, ...], *results: str) -> Rule:
    """The values, and an array of indices or counts for each flag that is set."""
    return Rule(
        ("ar",),
        results=(_UNIQUE, *results),
        container="tuple" if results else "single",
        variants=tuple(
            Variant(flag, True, _unique(flags[place + 1 :], *results, _INDEX))
            for place, flag in enumerate(flags)
        ),
    )


def _by_class(name: str, count: int) -> dict[str, Rule]:
    return group(
        "x",
        name,
        results=(_UNIQUE, *(_INDEX,) * count),
        container=f"jax._src.numpy.setops._{name.title().replace('_', '')}Result",
    )


def _intersection(*results: str, container: str = "single") -> Rule:
    """An older JAX refused some 64-bit dtypes with x64 off."""
    newer = Rule(("ar1", "ar2"), results=results, container=container, unknown_with=(FILL_VALUE,))
    return _with_older(newer, replace(newer, unknown_for="wide"))


_EXCLUSIVE: Final = Rule(("ar1", "ar2"), results=("concrete",))
_FILLED_EXCLUSIVE: Final = Rule(("ar1", "ar2", FILL_VALUE), "filled")


def _with_older(newer: Rule, older: Rule) -> Rule:
    return replace(newer, before=Before(JAX_0_11, older))


def _alike(operands: str) -> Rule:
    """An older JAX returned a list and no tuple."""
    newer = Rule((operands,), combine="alike", container="variadic")
    return _with_older(newer, replace(newer, container="list"))


def _polyfit(*results: str) -> Rule:
    """An older JAX found solutions for floats of fewer bits, too."""
    newer = Rule(
        ("x", "y", "w"),
        combine="fitted_and_inverted" if len(results) == 2 else "fitted",
        accepts="lapack",
        results=results,
        container="tuple" if len(results) > 1 else "single",
    )
    return _with_older(newer, replace(newer, combine="fitted", accepts="any"))


def _interpolation(*outside: str) -> Rule:
    """With values for places outside of those that are given."""
    return Rule(("x", "xp", "fp", *outside), combine="interpolated")


def _covariance(*weights: str, combine: str = "join", **fields: Any) -> Rule:
    """Of some samples and perhaps further ones."""
    requested = f"requested_{combine}" if weights else "requested_covariance"
    return Rule(
        ("m", "y", *weights), combine, dtype_parameter="dtype", dtype_combine=requested, **fields
    )


_EDGES: Final = ("inexact_concrete", "inexact_concrete")
"""Those of the bins in both dimensions."""

_BINNED_OR_NOT: Final = "only uint1 uint2 int1 int2"
"""Dtypes in which JAX cannot compute edges of bins, but take those that are given."""


SETS: Final[dict[str, Rule]] = {
    "jax.numpy.unique": _unique(("return_index", "return_inverse", "return_counts")),
    **_by_class("unique_all", 3),
    **_by_class("unique_counts", 1),
    **_by_class("unique_inverse", 1),
    **group("x", "unique_values", results=(_UNIQUE,)),
    **group("ar1 ar2", "union1d", results=(_UNIQUE,)),
    "jax.numpy.intersect1d": replace(
        _intersection("concrete"),
        variants=(
            Variant(
                "return_indices",
                True,
                _intersection("concrete", _INDEX, _INDEX, container="tuple"),
            ),
        ),
    ),
    **group("ar1 ar2", "setdiff1d", combine="first_of_joined", results=(_UNIQUE,)),
    "jax.numpy.setxor1d": with_size(
        _with_older(_EXCLUSIVE, replace(_EXCLUSIVE, accepts="any but uint64/narrow int64/narrow")),
        _with_older(_FILLED_EXCLUSIVE, replace(_FILLED_EXCLUSIVE, unknown_for="wide")),
    ),
}

INDICES: Final[dict[str, Rule]] = {
    **group(
        "",
        "diag_indices",
        combine="none",
        default="weak_int",
        results=(_INDEX,),
        container="variadic",
    ),
    **group(
        "",
        "tril_indices triu_indices mask_indices",
        combine="none",
        default="weak_int",
        results=(_INDEX, _INDEX),
        container="tuple",
    ),
    **group("*args", "ix_", combine="alike", accepts="not_bool", container="variadic"),
    **group("arr", "diag_indices_from", results=(_INDEX,), container="variadic"),
    **group(
        "arr", "tril_indices_from triu_indices_from", results=(_INDEX, _INDEX), container="tuple"
    ),
    "jax.numpy.nonzero": indices_of("a", container="variadic"),
    **group(
        "indices",
        "unravel_index",
        accepts="not_complex but bool/strict",
        results=("same but bool=weak_int",),
        container="variadic",
    ),
    **group(
        "multi_index[]",
        "ravel_multi_index",
        combine="raveled",
        accepts="integer",
        results=("concrete",),
        dtype_parameter="dtype",
        dtype_combine="requested_raveled",
    ),
    **group("keys", "lexsort", results=(_INDEX,)),
    **group("a", "compress", results=("concrete",)),
    **group("a val", "fill_diagonal", combine="scatter"),
    **group("arr vals", "place", combine="scatter"),
    **group("a v", "put", combine="scatter"),
    **group("arr values", "put_along_axis", combine="scatter"),
}

_UNWRAPPED: Final = (
    "uint4 int1 int4 bool/strict uint8/strict uint16/strict uint32/strict int8/strict int16/strict"
    " int32/strict uint64/strict int64/strict"
)
"""Dtypes that cannot be unwrapped, beside others."""

POLYNOMIALS: Final[dict[str, Rule]] = {
    **group("p", "polyder", accepts="not_tiny_int", results=("inexact_concrete",)),
    **group(
        "p k",
        "polyint",
        absent="weak_int",
        accepts="not_tiny_int",
        results=("inexact_concrete",),
    ),
    **group("x", "vander", accepts="not_small_int but bool", results=("concrete",)),
    **group(
        "f",
        "gradient",
        accepts="not_tiny_int",
        results=("inexact",),
        unknown_for="any",
        unknown_with=("varargs",),
        variants=tuple(
            Variant(
                "axis",
                axis,
                Rule(("f", "*varargs"), combine="gradient", results=("inexact",)),
            )
            for axis in (0, -1)
        ),
    ),
    **group(
        "y",
        "trapezoid",
        accepts="not_tiny_int",
        results=("inexact_concrete",),
        unknown_with=("dx",),
        known_with_float=("dx",),
        variants=(
            Variant(
                "x",
                GIVEN,
                Rule(("y", "x"), accepts="not_tiny_int", results=("inexact_concrete",)),
            ),
            Variant("dx", GIVEN, Rule(("y", "dx"), combine="spaced")),
        ),
    ),
    **group("a1 a2", "polyadd polysub", accepts="not_bool"),
    **group("a1 a2", "polymul", results=("inexact",)),
    **group("seq_of_zeros", "poly", results=("inexact_concrete",)),
    "jax.numpy.roots": Rule(
        ("p",),
        accepts="lapack",
        results=("complex_concrete",),
        before=Before(
            JAX_0_11, Rule(("p",), accepts="not_tiny_int", results=("complex_concrete",))
        ),
    ),
    **group(
        "p",
        "unwrap",
        accepts=f"fabs but {_UNWRAPPED}",
        results=("rint but weak_float/narrow=float32 weak_float/x64=float64",),
        variants=(
            Variant(
                "period",
                GIVEN,
                Rule(
                    ("p", "period"),
                    accepts=f"not_complex but int2 {_UNWRAPPED}",
                    results=("concrete but bool/narrow=float32 bool/x64=float64",),
                ),
            ),
        ),
    ),
    **group(
        "u v",
        "polydiv",
        accepts="not_tiny_int",
        results=("inexact_concrete", "inexact"),
        container="tuple",
    ),
    "jax.numpy.polyfit": replace(
        _polyfit("concrete"),
        variants=(
            Variant("full", True, _polyfit("concrete", "real", _INDEX, "real", "weak_float")),
            Variant("cov", True, _polyfit("concrete", "scaled_covariance")),
            Variant("cov", "unscaled", _polyfit("concrete", "unscaled_covariance")),
        ),
    ),
    "jax.numpy.interp": replace(
        _interpolation("left", "right"),
        variants=(
            Variant(
                "period", GIVEN, Rule(("x", "xp", "fp", "period"), combine="interpolated_periodic")
            ),
            Variant(
                "left",
                "extrapolate",
                replace(
                    _interpolation("right"),
                    variants=(Variant("right", "extrapolate", _interpolation()),),
                ),
            ),
            Variant("right", "extrapolate", _interpolation("left")),
        ),
    ),
    **group(
        "a v",
        "convolve correlate",
        results=("inexact",),
        dtype_parameter=PREFERRED,
        dtype_combine="requested_filtering",
    ),
    **group(
        "p x",
        "polyval",
        accepts="not_bool",
        results=("concrete",),
        before=Before(JAX_0_12, Rule(("p", "x"), results=("concrete",))),
    ),
}

STATISTICS: Final[dict[str, Rule]] = {
    **group("", "kaiser", combine="none", default="weak_float", results=("concrete",)),
    **group(
        "ary",
        "ediff1d",
        accepts="not_bool",
        variants=tuple(
            Variant(extended, GIVEN, Rule(("ary",), accepts="not_bool", results=("concrete",)))
            for extended in ("to_end", "to_begin")
        ),
    ),
    **group(
        "a weights",
        "histogram",
        unknown_for=_BINNED_OR_NOT,
        results=("inexact_concrete", "inexact_concrete"),
        container="tuple",
    ),
    **group(
        "a",
        "histogram_bin_edges",
        results=("inexact_concrete",),
        unknown_for=_BINNED_OR_NOT + " uint64/narrow int64/narrow float64/narrow complex128/narrow",
    ),
    **group("a", "minmax", results=("concrete", "concrete"), container="tuple"),
    **group(
        "x y",
        "histogram2d",
        unknown_for=_BINNED_OR_NOT,
        results=(_INDEX, *_EDGES),
        container="tuple",
        variants=(
            Variant(
                "weights",
                GIVEN,
                Rule(
                    ("x", "y", "weights"),
                    combine="sampled_pairs",
                    unknown_for=_BINNED_OR_NOT,
                    results=("inexact_concrete", *_EDGES),
                    container="tuple",
                ),
            ),
            Variant(
                "density",
                True,
                Rule(
                    ("x", "y"),
                    accepts="not_tiny_int",
                    results=("inexact_concrete", *_EDGES),
                    container="tuple",
                ),
            ),
        ),
    ),
    **group(
        "sample",
        "histogramdd",
        unknown_for=_BINNED_OR_NOT,
        results=(_INDEX, "inexact_concrete"),
        container="histogram",
        variants=(
            Variant(
                "weights",
                GIVEN,
                Rule(
                    ("sample", "weights"),
                    unknown_for=_BINNED_OR_NOT,
                    results=("inexact_concrete", "inexact_concrete"),
                    container="histogram",
                ),
            ),
            Variant(
                "density",
                True,
                Rule(
                    ("sample",),
                    accepts="not_tiny_int",
                    results=("inexact_concrete", "inexact_concrete"),
                    container="histogram",
                ),
            ),
        ),
    ),
    "jax.numpy.cov": replace(
        _covariance(results=("inexact_concrete",)),
        variants=(
            Variant(
                "fweights",
                GIVEN,
                _covariance(
                    "fweights",
                    combine="counted",
                    variants=(
                        Variant(
                            "aweights",
                            GIVEN,
                            _covariance("fweights", "aweights", combine="counted_and_weighed"),
                        ),
                    ),
                ),
            ),
            Variant("aweights", GIVEN, _covariance("aweights", combine="weighed")),
        ),
    ),
    **group(
        "x y",
        "corrcoef",
        accepts="not_tiny_int",
        results=("inexact_concrete",),
        dtype_parameter="dtype",
        dtype_combine="requested_covariance",
    ),
    **group("choices[]", "choose", results=("concrete",)),
    # The default, 0, takes part in the promotion.
    **group(
        "choicelist[]",
        "select",
        accepts="any but bool/strict",
        results=("same but bool=weak_int",),
        variants=(Variant("default", GIVEN, Rule(("choicelist[]", "default"))),),
    ),
    "jax.numpy.broadcast_arrays": _alike("*args"),
    "jax.numpy.meshgrid": _alike("*xi"),
    **group(
        "a",
        "top_k",
        accepts="not_complex",
        results=("same", "argpartition"),
        container="tuple",
    ),
    **group("x", "piecewise", results=("concrete",)),
    **group("a", "sort_complex", results=("complex_concrete",)),
    **group("a", "packbits", accepts="integer_or_bool", results=("uint8",)),
    **group("a", "unpackbits", accepts="only uint8"),
}

ALL: Final = {**SETS, **INDICES, **POLYNOMIALS, **STATISTICS}
