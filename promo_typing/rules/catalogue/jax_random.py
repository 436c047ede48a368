"""``jax.random``: keys, and samples of the requested dtype or a default dtype.

For most distributions the dtypes of parameters do not count: JAX casts the parameters to the dtype
of the samples, or refuses them.
"""

from __future__ import annotations

from typing import Final

from promo_typing.core.dtypes import PRNG_KEY
from promo_typing.core.versions import JAX_0_11
from promo_typing.rules.catalogue.drawn_dtypes import (
    NORMAL,
    ORTHOGONAL,
    TOO_FEW_BITS,
    TRUNCATED,
    UNIFORM,
)
from promo_typing.rules.catalogue.notation import (
    DEFAULT_FLOAT,
    case,
    promoted,
    rule,
    shared,
)
from promo_typing.rules.model import (
    STRICT,
    X32,
    After,
    Before,
    Case,
    Check,
    Condition,
    Dtype,
    DtypeSet,
    Expression,
    Given,
    Join,
    Map,
    Of,
    PythonInt,
    Requested,
    Rule,
    dtypes,
)
from promo_typing.rules.model.dtype_maps import (
    TO_DEFAULT_INT,
    TO_INEXACT,
    TO_INEXACT_STRONG,
    TO_RANDOM_BITS,
    TO_SAME,
)
from promo_typing.rules.model.dtype_sets import (
    ANY,
    BOOL,
    COMPLEX,
    FLOATS,
    INTEGERS,
    LAPACK,
    NOT_TINY,
    UNSIGNED,
    WIDE_REAL,
)

_DEFAULT_INT: Final = Map(TO_DEFAULT_INT, Dtype("weak_int"))
_RAW_KEY: Final = dtypes("uint32")

KEYS: Final[dict[str, Rule]] = {
    "jax.random.key": rule((), Dtype(PRNG_KEY)),
    "jax.random.PRNGKey": rule((), Dtype("uint32")),
    **shared(
        rule(("key",), case(Check(Of("key"), _RAW_KEY), keys=True)),
        "jax.random.split",
        "jax.random.fold_in",
    ),
    "jax.random.clone": rule(("key",), case(Of("key"), keys=True)),
    "jax.random.key_data": rule(
        ("keys",), case(After(Check(Of("keys"), _RAW_KEY), Dtype("uint32")), keys=True)
    ),
    "jax.random.wrap_key_data": rule(
        ("key_bits_array",), After(Check(Of("key_bits_array"), _RAW_KEY), Dtype(PRNG_KEY))
    ),
}
"""Functions that make keys, or take them apart."""


def _elements(operand: str) -> Rule:
    """The rule for elements of an array; a Python int ``n`` stands for ``jnp.arange(n)``."""
    return rule((operand,), case(_DEFAULT_INT, PythonInt(operand)), case(Of(operand), keys=True))


def _drawn(accepts: DtypeSet, *when: Condition, default: Expression = DEFAULT_FLOAT) -> Case:
    return case(default, *when, requested=Check(Requested(), accepts))


def _sample(*cases: Case) -> Rule:
    return rule((), *cases, dtype="dtype")


SAMPLES: Final[dict[str, Rule]] = {
    "jax.random.bernoulli": rule((), Dtype("bool")),
    "jax.random.categorical": rule((), _DEFAULT_INT),
    "jax.random.permutation": _elements("x"),
    "jax.random.choice": _elements("a"),
    **shared(
        _sample(_drawn(UNIFORM)),
        "jax.random.uniform",
        "jax.random.cauchy",
        "jax.random.exponential",
        "jax.random.gumbel",
        "jax.random.laplace",
        "jax.random.logistic",
        "jax.random.pareto",
        "jax.random.rayleigh",
        "jax.random.triangular",
    ),
    **shared(
        _sample(_drawn(TRUNCATED)),
        "jax.random.truncated_normal",
        "jax.random.maxwell",
        "jax.random.t",
        "jax.random.wald",
    ),
    **shared(
        _sample(_drawn(FLOATS)),
        "jax.random.gamma",
        "jax.random.loggamma",
        "jax.random.dirichlet",
        "jax.random.binomial",
        "jax.random.beta",
        "jax.random.chisquare",
        "jax.random.f",
    ),
    **shared(_sample(_drawn(NORMAL)), "jax.random.normal", "jax.random.lognormal"),
    "jax.random.orthogonal": _sample(_drawn(NORMAL, Before(JAX_0_11)), _drawn(ORTHOGONAL)),
    "jax.random.multinomial": _sample(case(DEFAULT_FLOAT, requested=Requested())),
    **shared(
        _sample(_drawn(INTEGERS, default=_DEFAULT_INT)),
        "jax.random.randint",
        "jax.random.poisson",
        "jax.random.geometric",
    ),
    "jax.random.rademacher": _sample(_drawn(ANY - BOOL.under(STRICT), default=_DEFAULT_INT)),
    "jax.random.bits": _sample(
        case(
            Map(TO_RANDOM_BITS, Dtype("weak_int")),
            # JAX draws at least 8 random bits.
            requested=Map(
                TO_SAME.but(dict.fromkeys(("uint1", "uint2", "uint4"), "uint8")),
                Check(Requested(), UNSIGNED),
            ),
        )
    ),
}
"""Samples whose dtype no parameter of the distribution changes, and elements of an array."""


def _inverse(parameter: str) -> Expression:
    """The reciprocal of a parameter."""
    return Map(TO_INEXACT, Join(Dtype("weak_int"), Of(parameter)))


def _in_ball(drawn: Expression) -> Expression:
    """The dtype of samples after both ``** (1 / p)`` and ``** p``."""
    return Join(Join(drawn, _inverse("p")), Of("p"))


_UNDRAWN: Final = TOO_FEW_BITS | COMPLEX | WIDE_REAL.under(X32)
"""Dtypes for which JAX draws no numbers, neither in them nor in the floats they convert to."""


def _correlated(mean: DtypeSet, covariance: DtypeSet, *when: Condition) -> Case:
    """The case of normal numbers with a mean and a covariance, which JAX decomposes."""
    requested = Join(
        Map(TO_INEXACT, promoted("mean", "cov", accepts=covariance)),
        Check(Requested(), TRUNCATED),
    )
    default = Map(TO_INEXACT_STRONG, promoted("mean", "cov", accepts=mean - _UNDRAWN))
    return case(default, *when, requested=requested)


def _promoted_with(drawn: Expression, *parameters: str) -> Expression:
    return Join(drawn, Of(*parameters))


PROMOTED: Final[dict[str, Rule]] = {
    "jax.random.weibull_min": rule(
        ("scale", "concentration"),
        case(
            _promoted_with(DEFAULT_FLOAT, "scale", "concentration"),
            requested=_promoted_with(Check(Requested(), UNIFORM), "scale", "concentration"),
        ),
        dtype="dtype",
    ),
    "jax.random.double_sided_maxwell": rule(
        ("loc", "scale"),
        case(
            _promoted_with(DEFAULT_FLOAT, "loc", "scale"),
            requested=_promoted_with(Check(Requested(), TRUNCATED), "loc", "scale"),
        ),
        dtype="dtype",
    ),
    "jax.random.generalized_normal": rule(
        ("p",),
        case(
            Join(DEFAULT_FLOAT, _inverse("p")),
            requested=Join(Check(Requested(), FLOATS), _inverse("p")),
        ),
        dtype="dtype",
    ),
    "jax.random.ball": rule(
        ("p",),
        case(
            _in_ball(DEFAULT_FLOAT),
            # A Python float does not change the dtype of the samples.
            Given("p", beyond="float"),
            requested=_in_ball(Check(Requested(), UNIFORM)),
        ),
        _drawn(UNIFORM),
        dtype="dtype",
    ),
    "jax.random.multivariate_normal": rule(
        ("mean", "cov"),
        _correlated(NOT_TINY, ANY, Before(JAX_0_11)),
        _correlated(LAPACK, LAPACK),
        dtype="dtype",
    ),
}
"""Samples that are promoted with parameters of their distribution."""

RANDOM: Final[dict[str, Rule]] = {**KEYS, **SAMPLES, **PROMOTED}
"""Functions of ``jax.random``."""
