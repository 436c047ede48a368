"""Functions of ``jax.numpy`` that move, select, join and split elements without computing."""

from __future__ import annotations

from typing import Final

from promo_typing.core.versions import JAX_0_11, JAX_0_12
from promo_typing.rules.catalogue.notation import (
    case,
    mapped,
    promoted,
    promoting,
    rule,
    several,
    shared,
    taken,
)
from promo_typing.rules.model import (
    STRICT,
    After,
    Alike,
    ArrayOf,
    Before,
    Check,
    Counts,
    DtypeSet,
    Expression,
    First,
    Given,
    If,
    Join,
    ListOf,
    Map,
    Of,
    Open,
    Requested,
    Rest,
    Rows,
    Rule,
    Variadic,
)
from promo_typing.rules.model.dtype_maps import TO_INDEX, TO_SAME, TO_STRONG
from promo_typing.rules.model.dtype_sets import ANY, BOOL, NUMBERS, REAL

_STRICT_BOOL: Final = BOOL.under(STRICT)
_SORTED_BEFORE: Final = Check(promoted("a", accepts=REAL), ANY - BOOL)
"""The dtypes that ``partition`` accepts in an older JAX, which negates all elements."""


def _moving(operand: str, *functions: str) -> dict[str, Rule]:
    """The rule of functions that only move elements, of any dtype, typed PRNG keys included."""
    return shared(promoting(operand, keys=True), *functions)


def _scattered(array: str, values: str) -> Rule:
    """The rule of a function that puts values into an array; see :func:`scattered`."""
    return rule((array, values), scattered(array, values))


def scattered(array: str, values: str) -> Expression:
    """Return the array's dtype, after the check that JAX can promote the values with the array."""
    return After(Join(Map(TO_STRONG, Of(array)), Of(values)), Of(array))


REARRANGING: Final[dict[str, Rule]] = {
    **_moving(
        "a",
        "jax.numpy.reshape",
        "jax.numpy.ravel",
        "jax.numpy.transpose",
        "jax.numpy.permute_dims",
        "jax.numpy.squeeze",
        "jax.numpy.expand_dims",
        "jax.numpy.moveaxis",
        "jax.numpy.swapaxes",
        "jax.numpy.rollaxis",
        "jax.numpy.roll",
        "jax.numpy.repeat",
        "jax.numpy.resize",
        "jax.numpy.take",
    ),
    "jax.numpy.sort": promoting("a"),
    **_moving("arr", "jax.numpy.take_along_axis", "jax.numpy.delete"),
    **_moving("m", "jax.numpy.flip", "jax.numpy.fliplr", "jax.numpy.flipud", "jax.numpy.rot90"),
    **shared(promoting("m"), "jax.numpy.tril", "jax.numpy.triu"),
    **_moving("x", "jax.numpy.matrix_transpose"),
    **_moving("A", "jax.numpy.tile"),
    **_moving("array", "jax.numpy.broadcast_to"),
    "jax.numpy.pad": promoting("array"),
    # JAX returns a list if there are several arrays.
    **shared(
        rule((Rest("arys"),), If(Counts(Of("arys"), 1), Of("arys"), Open())),
        "jax.numpy.atleast_1d",
        "jax.numpy.atleast_2d",
        "jax.numpy.atleast_3d",
    ),
    **shared(promoting("v", to=TO_STRONG), "jax.numpy.diag", "jax.numpy.diagflat"),
    "jax.numpy.diagonal": promoting("a", to=TO_STRONG),
    "jax.numpy.partition": rule(
        ("a",), case(_SORTED_BEFORE, Before(JAX_0_12)), case(promoted("a", accepts=REAL))
    ),
    "jax.numpy.extract": promoting("arr", to=TO_STRONG),
    "jax.numpy.compress": promoting("a", to=TO_STRONG),
    "jax.numpy.argpartition": rule(
        ("a",),
        case(Map(TO_INDEX, _SORTED_BEFORE), Before(JAX_0_12)),
        case(Map(TO_INDEX, promoted("a", accepts=REAL))),
    ),
    "jax.numpy.piecewise": promoting("x", to=TO_STRONG),
}

SCATTERING: Final[dict[str, Rule]] = {
    "jax.numpy.fill_diagonal": _scattered("a", "val"),
    "jax.numpy.place": _scattered("arr", "vals"),
    "jax.numpy.put": _scattered("a", "v"),
    "jax.numpy.put_along_axis": _scattered("arr", "values"),
}
"""Functions that put values into an array."""


def _joining(operand: str, *functions: str, dtype: str | None = None) -> dict[str, Rule]:
    joined = case(promoted(operand), requested=Requested() if dtype else (), keys=True)
    return shared(rule((Rows(operand),), joined, dtype=dtype), *functions)


JOINING: Final[dict[str, Rule]] = {
    **_joining("arrays", "jax.numpy.concatenate", "jax.numpy.stack", dtype="dtype"),
    **_joining("arrays", "jax.numpy.concat"),
    **_joining("tup", "jax.numpy.hstack", "jax.numpy.vstack", "jax.numpy.dstack", dtype="dtype"),
    **_joining("tup", "jax.numpy.column_stack"),
    "jax.numpy.block": promoting(Rows("arrays")),
    "jax.numpy.append": promoting("arr", "values", keys=True),
    "jax.numpy.insert": rule(("arr", "values"), After(Of("values"), Of("arr"))),
    "jax.numpy.diff": promoting("a", "prepend", "append"),
}

SPLITTING: Final[dict[str, Rule]] = {
    **shared(
        rule(("ary",), case(ListOf(ArrayOf(Of("ary"))), keys=True)),
        "jax.numpy.split",
        "jax.numpy.array_split",
        "jax.numpy.hsplit",
        "jax.numpy.vsplit",
        "jax.numpy.dsplit",
    ),
    "jax.numpy.unstack": rule(("x",), case(Variadic(ArrayOf(Of("x"))), keys=True)),
}


def _each_its_own(operand: str, accepts: DtypeSet = ANY) -> Expression:
    """The dtype of each of several arrays, which keep their own; unknown if these differ."""
    arrays = Of(operand)
    return taken(If(Alike(arrays), First(arrays), Open()), accepts)


def _broadcasting(operand: str) -> Rule:
    """The rule of broadcasting several arrays: a tuple, but a list in an older JAX."""
    each = ArrayOf(_each_its_own(operand))
    return rule((Rest(operand),), case(ListOf(each), Before(JAX_0_11)), Variadic(each))


ARRANGING: Final[dict[str, Rule]] = {
    "jax.numpy.broadcast_arrays": _broadcasting("args"),
    "jax.numpy.meshgrid": _broadcasting("xi"),
    "jax.numpy.ix_": rule((Rest("args"),), Variadic(ArrayOf(_each_its_own("args", NUMBERS)))),
}

_WITH_ZERO: Final = TO_SAME.but({"bool": "weak_int"})
"""The dtype after promotion with the default, a Python 0."""

CHOOSING: Final[dict[str, Rule]] = {
    "jax.numpy.choose": promoting(Rows("choices"), to=TO_STRONG),
    "jax.numpy.select": rule(
        (Rows("choicelist"), "default"),
        case(promoted("choicelist", "default"), Given("default")),
        mapped(_WITH_ZERO, promoted("choicelist", accepts=ANY - _STRICT_BOOL)),
    ),
    "jax.numpy.top_k": rule(
        ("a",),
        several(promoted("a", accepts=REAL), Map(TO_INDEX, Of("a"))),
    ),
}

SHAPING: Final[dict[str, Rule]] = {
    **REARRANGING,
    **SCATTERING,
    **JOINING,
    **SPLITTING,
    **ARRANGING,
    **CHOOSING,
}
"""Functions that move, select, join and split elements."""
