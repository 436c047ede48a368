"""Functions of ``jax.nn`` that normalize or add up numbers along an axis, and ``one_hot``."""

from __future__ import annotations

from typing import Final

from promo_typing.core.versions import JAX_0_11
from promo_typing.rules.catalogue.jax_nn.activations import WITH_FLOAT
from promo_typing.rules.catalogue.logsumexp import LOGSUMEXP
from promo_typing.rules.catalogue.notation import case, promoted, promoting, rule
from promo_typing.rules.model import (
    STRICT,
    STRICT_X32,
    X32,
    After,
    Before,
    Check,
    Dtype,
    DtypeSet,
    Expression,
    Given,
    Join,
    Map,
    Of,
    One,
    Requested,
    Rule,
    dtypes,
)
from promo_typing.rules.model.dtype_maps import (
    TO_DEFAULT_FLOAT,
    TO_INEXACT_STRONG,
    TO_NUMERIC,
    TO_STRONG,
)
from promo_typing.rules.model.dtype_sets import ANY, BOOL, INEXACT, NOT_TINY, NUMBERS, REAL


def _softmax(accepts: DtypeSet) -> Rule:
    """The rule of ``softmax`` and ``log_softmax``.

    JAX replaces elements that ``where`` masks by minus infinity, a Python float. An older JAX
    refuses int64 with x64 off.
    """
    refused, wide = dtypes("int64").under(X32), dtypes("float64", "complex128").under(STRICT_X32)
    older, strong, infinity = accepts - refused, Map(TO_STRONG, Of("x")), Dtype("weak_float")
    return rule(
        ("x",),
        case(
            Map(TO_STRONG, Join(Check(strong, ANY - refused - wide), infinity)),
            Given("where"),
            Before(JAX_0_11),
        ),
        case(Map(TO_STRONG, Join(strong, infinity)), Given("where")),
        case(Map(TO_INEXACT_STRONG, promoted("x", accepts=older)), Before(JAX_0_11)),
        Map(TO_INEXACT_STRONG, promoted("x", accepts=accepts)),
    )


_OWN_MEAN: Final = Map(TO_INEXACT_STRONG, Of("x"))


def _variance_about(mean: Expression) -> Expression:
    """The variance: the mean of the squares minus the square of the mean."""
    squares = Map(TO_INEXACT_STRONG, Map(TO_NUMERIC, Of("x")))
    return Check(Join(squares, Map(TO_NUMERIC, mean)), REAL)


def _standardized(mean: Expression, variance: Expression) -> Expression:
    """The deviation divided by the root of the variance plus ``epsilon``."""
    deviation = Check(Join(Of("x"), mean), NUMBERS)
    return Join(deviation, Check(Join(variance, Of("epsilon")), INEXACT))


_STANDARDIZE: Final = rule(
    # The default of epsilon is a Python float.
    ("x", "mean", "variance", One("epsilon", absent="weak_float")),
    case(_standardized(Of("mean"), Of("variance")), Given("mean"), Given("variance")),
    case(_standardized(Of("mean"), _variance_about(Of("mean"))), Given("mean")),
    case(_standardized(_OWN_MEAN, Of("variance")), Given("variance")),
    case(_standardized(_OWN_MEAN, _variance_about(_OWN_MEAN)), Given("epsilon")),
    Map(TO_INEXACT_STRONG, promoted("x", accepts=REAL & WITH_FLOAT)),
)

_LABEL: Final = Check(Of("x"), NUMBERS)

NORMALIZATIONS: Final[dict[str, Rule]] = {
    "jax.nn.softmax": _softmax(NOT_TINY - BOOL),
    "jax.nn.log_softmax": _softmax(WITH_FLOAT - BOOL - dtypes("weak_int").under(STRICT)),
    "jax.nn.standardize": _STANDARDIZE,
    "jax.nn.logmeanexp": promoting("x", accepts=NOT_TINY, to=TO_INEXACT_STRONG),
    "jax.nn.logsumexp": LOGSUMEXP,
    "jax.nn.one_hot": rule(
        ("x",),
        case(Map(TO_DEFAULT_FLOAT, _LABEL), requested=After(_LABEL, Requested())),
        dtype="dtype",
    ),
}
"""Functions that combine elements of an array, and ``one_hot``."""
