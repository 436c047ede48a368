"""Functions of ``jax.numpy`` that return indices, such as ``where`` with one argument."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from promo_typing.core.versions import JAX_0_12
from promo_typing.rules.catalogue.notation import (
    case,
    promoted,
    promoting,
    rule,
    several,
    shape,
    shared,
)
from promo_typing.rules.model import (
    STRICT,
    Absent,
    After,
    ArgumentCondition,
    ArrayOf,
    Before,
    Case,
    Check,
    Dtype,
    Expression,
    Given,
    Is,
    Join,
    Known,
    Map,
    Of,
    Open,
    Requested,
    Rows,
    Rule,
    Shape,
    Variadic,
    always,
    dtypes,
)
from promo_typing.rules.model.dtype_maps import TO_DEFAULT_INT, TO_SAME, TO_STRONG
from promo_typing.rules.model.dtype_sets import (
    ANY,
    BOOL,
    INTEGERS,
    NUMBERS,
    REAL,
    integers_below,
)

_INDEX: Final = Map(TO_DEFAULT_INT, Dtype("weak_int"))
_INT32: Final = always("int32")
FILL_VALUE: Final = "fill_value"


def _indices_of(operand: str) -> Expression:
    return Map(TO_DEFAULT_INT, Of(operand))


def _sized(
    operand: str, container: Callable[[Expression], Shape], *when: ArgumentCondition
) -> tuple[Case, ...]:
    """The cases of a function that returns the indices of non-zero elements.

    With ``size`` missing indices are filled with ``fill_value``, and the indices are promoted with
    it. In an older JAX a weak float as ``fill_value`` makes them weak. Without ``size`` only a
    Python int as ``fill_value`` is known to make no difference.
    """
    filled = After(Of(operand), Join(_INDEX, Of(FILL_VALUE)))
    indices = container(_indices_of(operand))
    return (
        case(container(filled), *when, Given("size"), Given(FILL_VALUE), Before(JAX_0_12)),
        case(container(Map(TO_STRONG, filled)), *when, Given("size"), Given(FILL_VALUE)),
        case(indices, *when, Given("size")),
        case(container(Open()), *when, Given(FILL_VALUE, beyond="int")),
        case(indices, *when),
    )


def _each(index: Expression) -> Shape:
    """A tuple of index arrays, one for each dimension."""
    return Variadic(ArrayOf(index))


_WHERE: Final = rule(
    ("condition", "x", "y", FILL_VALUE),
    *_sized("condition", _each, Absent("x")),
    # The condition may have any dtype, and does not influence the result.
    case(promoted("x", "y"), keys=True),
)

_WIDE_INDICES: Final = dtypes("uint32", "uint64", "int32", "int64")
_RAVELED: Final = Join(Dtype("weak_int"), Check(Of("multi_index"), NUMBERS))

INDICES: Final[dict[str, Rule]] = {
    "jax.numpy.where": _WHERE,
    "jax.numpy.nonzero": rule(("a", FILL_VALUE), *_sized("a", _each)),
    **shared(
        rule(("a", FILL_VALUE), *_sized("a", shape)), "jax.numpy.argwhere", "jax.numpy.flatnonzero"
    ),
    "jax.numpy.argsort": rule(
        ("a",),
        case(_indices_of("a"), requested=Check(Requested(), NUMBERS)),
        dtype="dtype",
    ),
    "jax.numpy.lexsort": promoting("keys", to=TO_DEFAULT_INT),
    "jax.numpy.searchsorted": promoting("a", "v", to=_INT32),
    "jax.numpy.digitize": promoting("x", "bins", to=_INT32),
    "jax.numpy.diag_indices": rule((), _each(_INDEX)),
    **shared(
        rule((), several(_INDEX, _INDEX)),
        "jax.numpy.tril_indices",
        "jax.numpy.triu_indices",
        "jax.numpy.mask_indices",
    ),
    "jax.numpy.diag_indices_from": rule(("arr",), _each(_indices_of("arr"))),
    **shared(
        rule(("arr",), several(_indices_of("arr"), _indices_of("arr"))),
        "jax.numpy.tril_indices_from",
        "jax.numpy.triu_indices_from",
    ),
    "jax.numpy.unravel_index": rule(
        ("indices",),
        _each(
            Map(
                TO_SAME.but({"bool": "weak_int"}),
                Check(Of("indices"), REAL - BOOL.under(STRICT)),
            )
        ),
    ),
    # If the join is an integer of fewer than 32 bits, it must hold the product of the dimensions.
    "jax.numpy.ravel_multi_index": rule(
        (Rows("multi_index"),),
        case(
            Map(TO_STRONG, Check(Known(_RAVELED, ANY - integers_below(32)), INTEGERS)),
            requested=After(
                Check(Of("multi_index"), INTEGERS),
                Known(Check(Requested(), INTEGERS), _WIDE_INDICES),
            ),
        ),
        dtype="dtype",
    ),
    "jax.numpy.indices": rule(
        (),
        case(_each(_INDEX), Is("sparse", True), requested=Check(Requested(), NUMBERS)),
        case(_INDEX, requested=Check(Requested(), NUMBERS)),
        dtype="dtype",
    ),
    "jax.numpy.isin": promoting("element", "test_elements", to=always("bool")),
}
"""Functions that return indices, or search for elements."""
