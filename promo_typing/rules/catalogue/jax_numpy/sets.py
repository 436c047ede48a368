"""Functions of ``jax.numpy`` about sets of elements."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from promo_typing.core.versions import JAX_0_11
from promo_typing.rules.catalogue.notation import case, promoted, rule, several
from promo_typing.rules.model import (
    STRICT,
    X32,
    After,
    ArrayOf,
    Before,
    Case,
    DtypeSet,
    Expression,
    Given,
    Is,
    Join,
    Known,
    Map,
    NamedTuple,
    Of,
    Open,
    Rule,
    Under,
)
from promo_typing.rules.model.dtype_maps import (
    TO_DEFAULT_INT,
    TO_SAME,
    TO_STRONG,
    TO_STRONG_FLOAT,
)
from promo_typing.rules.model.dtype_sets import ANY, INT64S, WIDE

_TO_VALUES: Final = TO_STRONG_FLOAT.but({"weak_float": "weak_float"})
"""The dtype of sorted values: strong, except for a weak float."""
_FILL_VALUE: Final = "fill_value"
_SHORT: Final = ANY - WIDE


def _values(*operands: str) -> Expression:
    return Map(_TO_VALUES, promoted(*operands))


def _index(operand: str) -> Expression:
    return Map(TO_DEFAULT_INT, Of(operand))


_FLAGS: Final = ("return_index", "return_inverse", "return_counts")


def _unique(flags: tuple[str, ...], given: tuple[str, ...] = ()) -> Iterator[Case]:
    """The cases of ``unique``: each flag that is set adds an array of indices or counts."""
    for place, flag in enumerate(flags):
        yield from _unique(flags[place + 1 :], (*given, flag))
    results = [_values("ar"), *(_index("ar") for _ in given)]
    yield case(several(*results) if given else results[0], *(Is(flag, True) for flag in given))


def _by_class(name: str, count: int) -> Rule:
    """The rule of a named tuple of the values and ``count`` arrays of indices or counts."""
    arrays = (_values("x"), *(_index("x"),) * count)
    return rule(("x",), NamedTuple(f"jax._src.numpy.setops._{name}", *map(ArrayOf, arrays)))


def _intersection(known: DtypeSet) -> Iterator[Case]:
    """The cases of ``intersect1d``: the common values, and with a flag their indices."""
    common = promoted("ar1", "ar2", known=known)
    value, index = Map(TO_STRONG, common), Map(TO_DEFAULT_INT, common)
    arrays = several(value, index, index)
    older = () if known == ANY else (Before(JAX_0_11),)
    indices = Is("return_indices", True)
    yield case(several(Open(), Open(), Open()), indices, Given(_FILL_VALUE), *older)
    yield case(arrays, indices, *older)
    yield case(Open(), Given(_FILL_VALUE), *older)
    yield case(value, *older)


_TO_STORED: Final = TO_SAME.but({"weak_complex": "complex64"}, STRICT).but(
    {"weak_complex": "complex128"}, Under(x64=True, strict=True)
)
"""The dtype in which numbers are sorted: a weak complex one becomes strong by that.

Strict promotion then refuses it beside complex numbers of another width.
"""


def _exclusive() -> Iterator[Case]:
    """The cases of ``setxor1d``: the values in exactly one array, filled up if ``size`` is given.

    An older JAX refuses some 64-bit dtypes while x64 is off.
    """
    sized, filled = Given("size"), Given(_FILL_VALUE)
    joined = promoted("ar1", "ar2")
    filling = Join(Map(TO_STRONG, joined), Of(_FILL_VALUE))
    older = promoted("ar1", "ar2", accepts=ANY - INT64S.under(X32))
    yield case(Known(filling, _SHORT), sized, filled, Before(JAX_0_11))
    yield case(filling, sized, filled)
    yield case(Map(TO_STRONG, older), Before(JAX_0_11))
    yield case(Map(TO_STRONG, joined))


SETS: Final[dict[str, Rule]] = {
    "jax.numpy.unique": rule(("ar",), *_unique(_FLAGS)),
    "jax.numpy.unique_all": _by_class("UniqueAllResult", 3),
    "jax.numpy.unique_counts": _by_class("UniqueCountsResult", 1),
    "jax.numpy.unique_inverse": _by_class("UniqueInverseResult", 1),
    "jax.numpy.unique_values": rule(("x",), _values("x")),
    "jax.numpy.union1d": rule(("ar1", "ar2"), _values("ar1", "ar2")),
    # An older JAX refuses some 64-bit dtypes while x64 is off.
    "jax.numpy.intersect1d": rule(("ar1", "ar2"), *_intersection(_SHORT), *_intersection(ANY)),
    "jax.numpy.setdiff1d": rule(
        ("ar1", "ar2"),
        Map(
            _TO_VALUES,
            After(Join(Map(_TO_STORED, Of("ar1")), Of("ar2")), Of("ar1")),
        ),
    ),
    "jax.numpy.setxor1d": rule(("ar1", "ar2", _FILL_VALUE), *_exclusive()),
}
"""Functions about sets."""
