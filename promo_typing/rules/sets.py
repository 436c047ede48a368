"""Functions of jax.numpy about sets, indices, polynomials, statistics and bits."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from promo_typing.rules.group import group
from promo_typing.rules.model import Before, Rule, Variant
from promo_typing.rules.products import PREFERRED
from promo_typing.rules.shaping import FILL_VALUE

_UNIQUE: Final = "nan_to_num but weak_float=weak_float"
_INDEX: Final = "default_int"

_COV: Final = ("fweights", "aweights")


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
    """Before 0.12, JAX refused some 64-bit dtypes with x64 off."""
    newer = Rule(("ar1", "ar2"), results=results, container=container, unknown_with=FILL_VALUE)
    return replace(newer, before=Before((0, 12), replace(newer, unknown_for="wide")))


def _alike(operands: str) -> Rule:
    """Before 0.12, JAX returned a list and no tuple."""
    newer = Rule((operands,), combine="alike", container="variadic")
    return replace(newer, before=Before((0, 12), replace(newer, container="list")))


def _polyfit(*results: str) -> Rule:
    """Before 0.12, JAX found solutions for floats of fewer bits, too."""
    newer = Rule(
        ("x", "y"),
        combine="fitted",
        accepts="lapack",
        results=results,
        container="tuple" if len(results) > 1 else "single",
        unknown_with=("w",),
    )
    return replace(newer, before=Before((0, 12), replace(newer, accepts="any")))


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
    "jax.numpy.setxor1d": Rule(
        ("ar1", "ar2"),
        results=("concrete",),
        unknown_with=FILL_VALUE,
        before=Before(
            (0, 12),
            Rule(
                ("ar1", "ar2"),
                accepts="any but uint64/narrow int64/narrow",
                results=("concrete",),
                unknown_with=FILL_VALUE,
            ),
        ),
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
    **group(
        "a",
        "nonzero",
        results=(_INDEX,),
        container="variadic",
        unknown_with=FILL_VALUE,
        known_with_int=FILL_VALUE,
    ),
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
        unknown_with=("dtype",),
    ),
    **group("keys", "lexsort", results=(_INDEX,)),
    **group("a", "compress", results=("concrete",)),
    **group("a val", "fill_diagonal", combine="scatter"),
    **group("arr vals", "place", combine="scatter"),
    **group("a v", "put", combine="scatter"),
    **group("arr values", "put_along_axis", combine="scatter"),
}

POLYNOMIALS: Final[dict[str, Rule]] = {
    **group("p", "polyder", accepts="not_tiny_int", results=("inexact_concrete",)),
    **group(
        "p",
        "polyint",
        accepts="not_tiny_int but bool/strict",
        results=("inexact_concrete but bool/x64=float64",),
        unknown_with=("k",),
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
            Variant("axis", axis, Rule(("f",), accepts="not_tiny_int", results=("inexact",)))
            for axis in (0, -1)
        ),
    ),
    # The distance of the samples is promoted, too; its default is not.
    **group(
        "y x",
        "trapezoid",
        accepts="not_tiny_int",
        results=("inexact_concrete",),
        unknown_with=("dx",),
        known_with_float=("dx",),
    ),
    **group("a1 a2", "polyadd polysub", accepts="not_bool"),
    **group("a1 a2", "polymul", results=("inexact",)),
    **group("seq_of_zeros", "poly", results=("inexact_concrete",)),
    "jax.numpy.roots": Rule(
        ("p",),
        accepts="lapack",
        results=("complex_concrete",),
        before=Before((0, 12), Rule(("p",), accepts="not_tiny_int", results=("complex_concrete",))),
    ),
    **group(
        "p",
        "unwrap",
        accepts="fabs but uint4 int1 int4 bool/strict uint8/strict uint16/strict uint32/strict"
        " int8/strict int16/strict int32/strict uint64/strict int64/strict",
        results=("rint but weak_float/narrow=float32 weak_float/x64=float64",),
        unknown_with=("period",),
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
        ),
        unknown_with=("w", "cov"),
    ),
    **group("x xp fp", "interp", combine="interpolated", unknown_with=("left", "right", "period")),
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
        before=Before((0, 12), Rule(("p", "x"), results=("concrete",))),
    ),
}

STATISTICS: Final[dict[str, Rule]] = {
    **group("", "kaiser", combine="none", default="weak_float", results=("concrete",)),
    **group("ary", "ediff1d", accepts="not_bool", unknown_with=("to_end", "to_begin")),
    **group(
        "a weights",
        "histogram",
        accepts="not_tiny_int",
        results=("inexact_concrete", "inexact_concrete"),
        container="tuple",
        unknown_with=("bins",),
        known_with_int=("bins",),
    ),
    **group(
        "a",
        "histogram_bin_edges",
        accepts="not_tiny_int",
        results=("inexact_concrete",),
        unknown_for="wide",
        unknown_with=("bins", "weights"),
        known_with_int=("bins",),
    ),
    **group("a", "minmax", results=("concrete", "concrete"), container="tuple"),
    **group(
        "x y",
        "histogram2d",
        accepts="not_tiny_int",
        results=(_INDEX, "inexact_concrete", "inexact_concrete"),
        container="tuple",
        unknown_with=("bins", "weights", "density"),
        known_with_int=("bins",),
    ),
    **group(
        "sample",
        "histogramdd",
        accepts="not_tiny_int",
        results=(_INDEX, "inexact_concrete"),
        container="histogram",
        unknown_with=("bins", "weights", "density"),
        known_with_int=("bins",),
    ),
    **group("m y", "cov", results=("inexact_concrete",), unknown_with=_COV),
    **group("x y", "corrcoef", accepts="not_tiny_int", results=("inexact_concrete",)),
    **group("choices[]", "choose", results=("concrete",)),
    # The default, 0, takes part in the promotion.
    **group(
        "choicelist[]",
        "select",
        accepts="any but bool/strict",
        results=("same but bool=weak_int",),
        unknown_with=("default",),
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
