"""Methods and properties of arrays and of ``array.at[...]``; the first operand is the array."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from promo_typing.rules.catalogue.notation import case, mapped, promoting, rule, shared
from promo_typing.rules.catalogue.renaming import renamed
from promo_typing.rules.model import (
    X32,
    X64,
    After,
    Alike,
    Check,
    DtypeMap,
    DtypeSet,
    If,
    Join,
    Map,
    Of,
    Reinterprets,
    Requested,
    Rows,
    Rule,
)
from promo_typing.rules.model.dtype_maps import (
    TO_DEFAULT_FLOAT,
    TO_INEXACT,
    TO_NUMERIC,
    TO_SAME,
    TO_STRONG,
)
from promo_typing.rules.model.dtype_sets import ANY, INTEGERS, NOT_SMALL, NUMBERS

_OF_FUNCTIONS: Final = (
    "all",
    "any",
    "argmax",
    "argmin",
    "argpartition",
    "clip",
    "compress",
    "conj",
    "conjugate",
    "copy",
    "cumprod",
    "cumsum",
    "diagonal",
    "dot",
    "imag",
    "max",
    "mean",
    "min",
    "nonzero",
    "prod",
    "ptp",
    "ravel",
    "real",
    "repeat",
    "reshape",
    "round",
    "searchsorted",
    "sort",
    "squeeze",
    "std",
    "sum",
    "swapaxes",
    "take",
    "trace",
    "transpose",
    "var",
)
"""Methods with the rule of the function of the same name in ``jax.numpy``."""

_ARRAY: Final = Of("self")
_AT_RUN_TIME: Final = Map(TO_STRONG, _ARRAY)

_OWN: Final[dict[str, Rule]] = {
    **shared(promoting("self", keys=True), "T", "mT", "flatten", "__getitem__"),
    "byteswap": promoting("self", to=TO_STRONG),
    "choose": rule(
        ("self", Rows("choices")),
        After(Check(_ARRAY, INTEGERS), Map(TO_STRONG, Join(Of("choices")))),
    ),
    "view": rule(
        ("self",),
        case(
            _ARRAY,
            # A view as the dtype that the array already has stays weak.
            requested=If(
                Alike(_AT_RUN_TIME, Requested()), _ARRAY, Reinterprets(Requested(), _AT_RUN_TIME)
            ),
        ),
        dtype="dtype",
    ),
    "astype": rule(
        ("self",), case(Map(TO_DEFAULT_FLOAT, _ARRAY), requested=Requested()), dtype="dtype"
    ),
}

_SCATTERED: Final = Join(_AT_RUN_TIME, Of("values"))
"""The promotion that JAX tries before it casts the values to the dtype of the array."""


def _updating(takes: DtypeSet = ANY, computes: DtypeSet = ANY, to: DtypeMap = TO_SAME) -> Rule:
    """The rule of an update: values are scattered into the array, whose dtype decides the result.

    Args:
        takes: the dtypes of the array that JAX accepts.
        computes: the common dtypes of array and values that JAX accepts.
        to: the map from the dtype of the array to that of the result.
    """
    common = _SCATTERED if computes == ANY else Check(_SCATTERED, computes)
    array = _ARRAY if takes == ANY else Check(_ARRAY, takes)
    return rule(("self", "values"), mapped(to, After(common, array)))


_AT: Final[dict[str, Rule]] = {
    **shared(_updating(), "at.set", "at.min", "at.max"),
    **shared(_updating(computes=NUMBERS), "at.add", "at.subtract", "at.multiply", "at.mul"),
    "at.divide": _updating(computes=NUMBERS, to=TO_INEXACT),
    "at.power": _updating(
        takes=NOT_SMALL,
        computes=NUMBERS,
        to=TO_NUMERIC.but({"weak_int": "int32"}, under=X32).but({"weak_int": "int64"}, under=X64),
    ),
    "at.apply": promoting("self"),
    "at.get": promoting("self", keys=True),
}


def array_methods(functions: Mapping[str, Rule]) -> dict[str, Rule]:
    """Return the rules of methods by name, from those of functions by qualified name."""
    return {
        **{name: _method(functions[f"jax.numpy.{name}"]) for name in _OF_FUNCTIONS},
        # The method, unlike the function, has no parameter for the dtype of the indices.
        "argsort": _without_request(_method(functions["jax.numpy.argsort"])),
        **_OWN,
        **_AT,
    }


def _method(function: Rule) -> Rule:
    """The rule of a method that passes the array as first operand to a function."""
    return renamed(function, {function.operands[0].name: "self"})


def _without_request(asked: Rule) -> Rule:
    return Rule(asked.operands, tuple(replace(each, requested=()) for each in asked.cases))
