"""jax.scipy.stats: probability distributions, and statistics of samples.

The functions of a distribution promote their operands to a common inexact dtype; its location and
scale, where they are left out, are Python integers and take part like that.
"""

from __future__ import annotations

from typing import Any, Final

from promo_typing.core.versions import JAX_0_11, JAX_0_12
from promo_typing.rules.group import group
from promo_typing.rules.model import Before, Rule

_MODULE: Final = "jax.scipy.stats"

_NUMBERS: Final[dict[str, Any]] = {
    "accepts": "not_tiny_int",
    "results": ("inexact",),
    "absent": "weak_int",
}
_REAL: Final[dict[str, Any]] = {**_NUMBERS, "accepts": "real_not_tiny_int"}

# Where it is broadcast, a weak array stops being weak.
_NUMBERS_OPEN: Final[dict[str, Any]] = {**_NUMBERS, "unknown_for": "weak"}
_REAL_OPEN: Final[dict[str, Any]] = {**_REAL, "unknown_for": "weak"}

_LOCATED: Final = ("x", "loc", "scale")
_QUANTILE: Final = ("q", "loc", "scale")

_NORMAL: Final = "lapack but complex64 complex128 weak_complex"

_NORMAL_QUANTILE_BEFORE: Final = Rule(
    _QUANTILE,
    combine="normal_quantile",
    accepts="any but float64/strict+narrow",
    results=("default_float",),
    absent="weak_int",
)

DISTRIBUTIONS: Final[dict[str, Rule]] = {
    **group(
        "x loc scale",
        "expon.logsf",
        _MODULE,
        accepts="not_complex",
        results=("inexact",),
        absent="weak_int",
    ),
    **group("q loc scale", "expon.ppf uniform.ppf", _MODULE, **_NUMBERS),
    **group("x loc scale", "logistic.cdf logistic.sf", _MODULE, **_NUMBERS),
    **group("k mu loc", "poisson.logpmf poisson.pmf", _MODULE, **_REAL),
    **group("k n p loc", "binom.logpmf binom.pmf", _MODULE, **_REAL),
    **group(
        "mu loc",
        "poisson.entropy",
        _MODULE,
        accepts="real_not_tiny_int",
        results=("inexact_concrete",),
        absent="weak_int",
    ),
    **group("p loc scale", "gumbel_l.ppf gumbel_r.ppf", _MODULE, **_REAL),
    **group("x a loc scale", "gamma.logsf gamma.sf", _MODULE, **_REAL),
    **group("x b loc scale", "pareto.logcdf", _MODULE, **_REAL),
    **group("x beta", "gennorm.cdf gennorm.logpdf gennorm.pdf", _MODULE, **_REAL),
    **group("x c", "wrapcauchy.logpdf wrapcauchy.pdf", _MODULE, **_REAL),
    **group("x kappa", "vonmises.logpdf vonmises.pdf", _MODULE, **_REAL),
    **group(
        "x loc scale",
        "expon.cdf expon.logcdf expon.logpdf expon.pdf expon.sf gumbel_l.cdf"
        " gumbel_l.logcdf gumbel_l.logpdf gumbel_l.logsf gumbel_l.pdf gumbel_l.sf"
        " gumbel_r.cdf gumbel_r.logcdf gumbel_r.logpdf gumbel_r.logsf gumbel_r.pdf"
        " ",
        _MODULE,
        **_REAL,
    ),
    **group(
        "x a b loc scale",
        "truncnorm.cdf truncnorm.logcdf truncnorm.logpdf truncnorm.logsf truncnorm.pdf"
        " truncnorm.sf",
        _MODULE,
        accepts="spacing but uint64/narrow int64/narrow bfloat16 float16 float64/narrow",
        results=("inexact_concrete",),
        absent="weak_int",
    ),
    **group("q b loc scale", "pareto.ppf", _MODULE, **_NUMBERS_OPEN),
    **group(
        "x loc scale",
        "cauchy.cdf cauchy.logcdf cauchy.logpdf cauchy.logsf cauchy.pdf cauchy.sf"
        " logistic.isf logistic.logpdf logistic.pdf logistic.ppf norm.logpdf norm.pdf",
        _MODULE,
        **_NUMBERS_OPEN,
    ),
    **group(
        "q loc scale",
        "cauchy.isf cauchy.ppf",
        _MODULE,
        accepts="not_tiny_int but complex64/strict complex128/strict uint64/strict+narrow"
        " int64/strict+narrow float64/strict+narrow",
        results=("inexact",),
        absent="weak_int",
        unknown_for="weak",
        before=Before(JAX_0_12, Rule(_QUANTILE, **_NUMBERS_OPEN)),
    ),
    **group("k mu loc", "poisson.cdf", _MODULE, **_REAL_OPEN),
    **group("k n a b loc", "betabinom.logpmf betabinom.pmf", _MODULE, **_REAL_OPEN),
    **group("k n p loc", "nbinom.logpmf nbinom.pmf", _MODULE, **_REAL_OPEN),
    **group("k p", "bernoulli.cdf", _MODULE, **_REAL_OPEN),
    **group(
        "k p loc", "bernoulli.logpmf bernoulli.pmf geom.logpmf geom.pmf", _MODULE, **_REAL_OPEN
    ),
    **group("q p", "bernoulli.ppf", _MODULE, **_REAL_OPEN),
    **group(
        "x a b loc scale",
        "beta.cdf beta.logcdf beta.logpdf beta.logsf beta.pdf beta.sf",
        _MODULE,
        **_REAL_OPEN,
    ),
    **group(
        "x a loc scale", "gamma.cdf gamma.logcdf gamma.logpdf gamma.pdf", _MODULE, **_REAL_OPEN
    ),
    **group(
        "x b loc scale",
        "pareto.cdf pareto.logpdf pareto.logsf pareto.pdf pareto.sf",
        _MODULE,
        **_REAL_OPEN,
    ),
    **group(
        "x df loc scale",
        "chi2.cdf chi2.logcdf chi2.logpdf chi2.logsf chi2.pdf chi2.sf t.logpdf t.pdf",
        _MODULE,
        **_REAL_OPEN,
    ),
    **group(
        "x loc scale", "gumbel_r.sf laplace.cdf laplace.logpdf laplace.pdf", _MODULE, **_REAL_OPEN
    ),
    **group(
        "x loc scale",
        "uniform.logpdf uniform.pdf",
        _MODULE,
        **_NUMBERS,
        before=Before(JAX_0_12, Rule(_LOCATED, **_REAL)),
    ),
    **group(
        "x loc scale",
        "uniform.cdf",
        _MODULE,
        accepts="not_complex",
        results=("inexact",),
        absent="weak_int",
        before=Before(
            JAX_0_12,
            Rule(
                _LOCATED,
                accepts="not_complex",
                results=("inexact_concrete",),
                absent="weak_int",
            ),
        ),
    ),
    **group(
        "x loc scale",
        "norm.cdf norm.logcdf norm.logsf norm.sf",
        _MODULE,
        accepts=f"{_NORMAL} uint64/narrow int64/narrow float64/narrow",
        results=("inexact_concrete",),
        absent="weak_int",
    ),
    **group(
        "q loc scale",
        "norm.isf",
        _MODULE,
        accepts=_NORMAL,
        results=("default_float",),
        absent="weak_int",
        before=Before(JAX_0_12, _NORMAL_QUANTILE_BEFORE),
    ),
    **group(
        "q loc scale",
        "norm.ppf",
        _MODULE,
        combine="normal_quantile",
        results=("default_float",),
        absent="weak_int",
        before=Before(JAX_0_12, _NORMAL_QUANTILE_BEFORE),
    ),
    **group(
        "x n p",
        "multinomial.logpmf multinomial.pmf",
        _MODULE,
        combine="trials",
        accepts="fabs but int1",
        results=("inexact_concrete",),
    ),
    **group(
        "x mean cov",
        "multivariate_normal.logpdf multivariate_normal.pdf",
        _MODULE,
        accepts="lapack",
        results=("inexact_concrete",),
        before=Before(
            JAX_0_11,
            Rule(("x", "mean", "cov"), accepts="not_tiny_int", results=("inexact_concrete",)),
        ),
    ),
    **group(
        "x alpha",
        "dirichlet.logpdf dirichlet.pdf",
        _MODULE,
        accepts="real_not_tiny_int",
        results=("inexact_concrete",),
    ),
}

SAMPLES: Final[dict[str, Rule]] = {
    **group(
        "a",
        "mode",
        _MODULE,
        results=("nan_to_num but weak_float=weak_float", "default_int"),
        container="jax._src.scipy.stats._core.ModeResult",
    ),
    **group("a", "rankdata", _MODULE, results=("default_float",)),
    **group(
        "a",
        "sem",
        _MODULE,
        accepts="not_tiny_int but complex64/strict complex128/strict weak_complex/strict",
        results=("inexact_concrete",),
    ),
}

STATS: Final[dict[str, Rule]] = {**DISTRIBUTIONS, **SAMPLES}
