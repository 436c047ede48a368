"""Functions of ``jax.numpy`` about distributions of samples, and about single bits."""

from __future__ import annotations

from typing import Final

from promo_typing.rules.catalogue.notation import (
    case,
    promoted,
    promoting,
    rule,
    several,
    taken,
)
from promo_typing.rules.model import (
    After,
    ArrayOf,
    Case,
    Check,
    Either,
    Expression,
    Given,
    Is,
    Join,
    ListOf,
    Map,
    Of,
    Requested,
    Rule,
    always,
    dtypes,
)
from promo_typing.rules.model.dtype_maps import (
    TO_COMPLEX_STRONG,
    TO_DEFAULT_INT,
    TO_INEXACT,
    TO_INEXACT_STRONG,
    TO_MAGNITUDE,
    TO_STRONG,
    TO_SUM,
    DtypeMap,
)
from promo_typing.rules.model.dtype_sets import (
    ABSOLUTE,
    ANY,
    INEXACT,
    INTEGERS,
    INTEGRAL,
    NOT_TINY,
    NUMBERS,
    TINY_INTEGERS,
    WIDE,
)

# --- Covariances ---

_SAMPLES: Final = promoted("m", "y")
_COUNTS: Final = Map(TO_MAGNITUDE, Check(Check(Of("fweights"), INTEGERS), ABSOLUTE))
_WEIGHTS: Final = Map(TO_MAGNITUDE, Check(Of("aweights"), ABSOLUTE))
_REQUESTED: Final = After(_SAMPLES, Check(Requested(), INEXACT))
"""The requested dtype, to which the promoted samples are converted."""


def _total(samples: Expression, factor: Expression) -> Expression:
    """The sum of the weights."""
    return Map(TO_INEXACT_STRONG, Join(Map(TO_INEXACT, samples), factor))


def _weighed_covariance(samples: Expression, factor: Expression) -> Expression:
    """The covariance of samples that are multiplied by weights."""
    total = _total(samples, factor)
    deviation = Join(Map(TO_INEXACT, samples), total)
    product = Join(deviation, Join(deviation, factor))
    return Join(Check(product, NOT_TINY), total)


def _corrected(samples: Expression, factor: Expression, weights: Expression) -> Expression:
    """The covariance divided by the degrees of freedom, which depend on the weights.

    With ``ddof=0`` they do not. Where that makes a difference, the dtype is unknown.
    """
    covariance, total = _weighed_covariance(samples, factor), _total(samples, factor)
    added = Map(TO_SUM, Join(factor, weights))
    divided = Join(covariance, total, Map(TO_INEXACT, Join(added, total)))
    return Either(covariance, divided)


_BOTH: Final = Join(_COUNTS, _WEIGHTS)
_REQUESTED_WEIGHED: Final = After(_WEIGHTS, _corrected(_REQUESTED, _REQUESTED, _WEIGHTS))
"""With a requested dtype JAX converts the weights to it for the products only."""

COV: Final = rule(
    ("m", "y", "fweights", "aweights"),
    case(
        _corrected(_SAMPLES, _BOTH, _WEIGHTS),
        Given("fweights"),
        Given("aweights"),
        requested=After(_BOTH, _REQUESTED_WEIGHED),
    ),
    case(
        _weighed_covariance(_SAMPLES, _COUNTS),
        Given("fweights"),
        requested=After(_COUNTS, _REQUESTED),
    ),
    case(
        _corrected(_SAMPLES, _WEIGHTS, _WEIGHTS),
        Given("aweights"),
        requested=_REQUESTED_WEIGHED,
    ),
    case(Map(TO_INEXACT_STRONG, _SAMPLES), requested=_REQUESTED),
    dtype="dtype",
)

CORRCOEF: Final = rule(
    ("x", "y"),
    case(
        Map(TO_INEXACT_STRONG, promoted("x", "y", accepts=NOT_TINY)),
        requested=After(promoted("x", "y"), Check(Requested(), INEXACT)),
    ),
    dtype="dtype",
)

# --- Histograms ---

_BINNED: Final = ANY - TINY_INTEGERS
"""Dtypes for which JAX can compute the edges of bins; for others edges must be given."""


def _binned(count: DtypeMap, samples: Expression) -> tuple[Expression, Expression]:
    """The dtypes of the counts and of the edges of the bins."""
    return Map(count, samples), Map(TO_INEXACT_STRONG, samples)


def _in_planes(count: DtypeMap, samples: Expression, *when: Given | Is) -> Case:
    counts, edges = _binned(count, samples)
    return case(several(counts, edges, edges), *when)


def _in_space(count: DtypeMap, samples: Expression, *when: Given | Is) -> Case:
    counts, edges = _binned(count, samples)
    return case(several(counts, ListOf(ArrayOf(edges))), *when)


_PAIRS_AND_WEIGHTS: Final = Join(Map(TO_STRONG, promoted("x", "y")), Of("weights"))
"""The samples, which JAX first stacks, promoted with their weights."""

HISTOGRAMS: Final[dict[str, Rule]] = {
    "jax.numpy.histogram": rule(
        ("a", "weights"),
        several(*_binned(TO_INEXACT_STRONG, promoted("a", "weights", known=_BINNED))),
    ),
    "jax.numpy.histogram_bin_edges": promoting("a", known=_BINNED - WIDE, to=TO_INEXACT_STRONG),
    "jax.numpy.histogram2d": rule(
        ("x", "y", "weights"),
        _in_planes(TO_INEXACT_STRONG, taken(_PAIRS_AND_WEIGHTS, known=_BINNED), Given("weights")),
        _in_planes(TO_INEXACT_STRONG, promoted("x", "y", accepts=NOT_TINY), Is("density", True)),
        _in_planes(TO_DEFAULT_INT, promoted("x", "y", known=_BINNED)),
    ),
    "jax.numpy.histogramdd": rule(
        ("sample", "weights"),
        _in_space(
            TO_INEXACT_STRONG, promoted("sample", "weights", known=_BINNED), Given("weights")
        ),
        _in_space(TO_INEXACT_STRONG, promoted("sample", accepts=NOT_TINY), Is("density", True)),
        _in_space(TO_DEFAULT_INT, promoted("sample", known=_BINNED)),
    ),
}

STATISTICS: Final[dict[str, Rule]] = {
    "jax.numpy.cov": COV,
    "jax.numpy.corrcoef": CORRCOEF,
    **HISTOGRAMS,
    "jax.numpy.ediff1d": rule(
        ("ary",),
        case(Map(TO_STRONG, promoted("ary", accepts=NUMBERS)), Given("to_end")),
        case(Map(TO_STRONG, promoted("ary", accepts=NUMBERS)), Given("to_begin")),
        promoted("ary", accepts=NUMBERS),
    ),
    "jax.numpy.minmax": rule(("a",), several(Map(TO_STRONG, Of("a")), Map(TO_STRONG, Of("a")))),
    "jax.numpy.sort_complex": promoting("a", to=TO_COMPLEX_STRONG),
    "jax.numpy.packbits": promoting("a", accepts=INTEGRAL, to=always("uint8")),
    "jax.numpy.unpackbits": promoting("a", accepts=dtypes("uint8")),
}
"""Functions about samples and bits."""
