"""Continuous distributions other than the normal one.

Their functions promote all operands to a common inexact dtype. Weak results are unknown where JAX
may broadcast an operand, since that makes a weak array strong.
"""

from __future__ import annotations

from typing import Final

from promo_typing.core.versions import JAX_0_12
from promo_typing.rules.catalogue.jax_scipy.stats.location import LOC, SCALE
from promo_typing.rules.catalogue.notation import case, promoted, promoting, rule, shared
from promo_typing.rules.model import (
    STRICT,
    STRICT_X32,
    Before,
    Map,
    Rule,
    dtypes,
)
from promo_typing.rules.model.dtype_maps import TO_INEXACT, TO_INEXACT_STRONG
from promo_typing.rules.model.dtype_sets import (
    LAPACK_REAL,
    NOT_TINY,
    REAL,
    REAL_NOT_TINY,
    STRONG,
    WIDE,
    WIDE_REAL,
)

_LOCATED: Final[dict[str, Rule]] = {
    **shared(
        promoting("q", LOC, SCALE, accepts=NOT_TINY, to=TO_INEXACT),
        "jax.scipy.stats.expon.ppf",
        "jax.scipy.stats.uniform.ppf",
    ),
    **shared(
        promoting("x", LOC, SCALE, accepts=NOT_TINY, to=TO_INEXACT),
        "jax.scipy.stats.logistic.cdf",
        "jax.scipy.stats.logistic.sf",
    ),
    **shared(
        promoting("x", LOC, SCALE, accepts=NOT_TINY, known=STRONG, to=TO_INEXACT),
        "jax.scipy.stats.cauchy.cdf",
        "jax.scipy.stats.cauchy.logcdf",
        "jax.scipy.stats.cauchy.logpdf",
        "jax.scipy.stats.cauchy.logsf",
        "jax.scipy.stats.cauchy.pdf",
        "jax.scipy.stats.cauchy.sf",
        "jax.scipy.stats.logistic.isf",
        "jax.scipy.stats.logistic.logpdf",
        "jax.scipy.stats.logistic.pdf",
        "jax.scipy.stats.logistic.ppf",
    ),
    **shared(
        rule(
            ("q", LOC, SCALE),
            case(
                Map(
                    TO_INEXACT,
                    promoted("q", "loc", "scale", accepts=NOT_TINY, known=STRONG),
                ),
                Before(JAX_0_12),
            ),
            # A newer JAX uses constants that strict promotion refuses beside these dtypes.
            Map(
                TO_INEXACT,
                promoted(
                    "q",
                    "loc",
                    "scale",
                    accepts=NOT_TINY
                    - dtypes("complex64", "complex128").under(STRICT)
                    - WIDE_REAL.under(STRICT_X32),
                    known=STRONG,
                ),
            ),
        ),
        "jax.scipy.stats.cauchy.isf",
        "jax.scipy.stats.cauchy.ppf",
    ),
    "jax.scipy.stats.expon.logsf": promoting("x", LOC, SCALE, accepts=REAL, to=TO_INEXACT),
    **shared(
        promoting("x", LOC, SCALE, accepts=REAL_NOT_TINY, to=TO_INEXACT),
        "jax.scipy.stats.expon.cdf",
        "jax.scipy.stats.expon.logcdf",
        "jax.scipy.stats.expon.logpdf",
        "jax.scipy.stats.expon.pdf",
        "jax.scipy.stats.expon.sf",
        "jax.scipy.stats.gumbel_l.cdf",
        "jax.scipy.stats.gumbel_l.logcdf",
        "jax.scipy.stats.gumbel_l.logpdf",
        "jax.scipy.stats.gumbel_l.logsf",
        "jax.scipy.stats.gumbel_l.pdf",
        "jax.scipy.stats.gumbel_l.sf",
        "jax.scipy.stats.gumbel_r.cdf",
        "jax.scipy.stats.gumbel_r.logcdf",
        "jax.scipy.stats.gumbel_r.logpdf",
        "jax.scipy.stats.gumbel_r.logsf",
        "jax.scipy.stats.gumbel_r.pdf",
    ),
    **shared(
        promoting("x", LOC, SCALE, accepts=REAL_NOT_TINY, known=STRONG, to=TO_INEXACT),
        "jax.scipy.stats.gumbel_r.sf",
        "jax.scipy.stats.laplace.cdf",
        "jax.scipy.stats.laplace.logpdf",
        "jax.scipy.stats.laplace.pdf",
    ),
    **shared(
        promoting("p", LOC, SCALE, accepts=REAL_NOT_TINY, to=TO_INEXACT),
        "jax.scipy.stats.gumbel_l.ppf",
        "jax.scipy.stats.gumbel_r.ppf",
    ),
    **shared(
        rule(
            ("x", LOC, SCALE),
            case(
                Map(TO_INEXACT, promoted("x", "loc", "scale", accepts=REAL_NOT_TINY)),
                Before(JAX_0_12),
            ),
            Map(TO_INEXACT, promoted("x", "loc", "scale", accepts=NOT_TINY)),
        ),
        "jax.scipy.stats.uniform.logpdf",
        "jax.scipy.stats.uniform.pdf",
    ),
    "jax.scipy.stats.uniform.cdf": rule(
        ("x", LOC, SCALE),
        case(Map(TO_INEXACT_STRONG, promoted("x", "loc", "scale", accepts=REAL)), Before(JAX_0_12)),
        Map(TO_INEXACT, promoted("x", "loc", "scale", accepts=REAL)),
    ),
}
"""Distributions without further parameters."""

_SHAPED: Final[dict[str, Rule]] = {
    **shared(
        promoting("x", "a", LOC, SCALE, accepts=REAL_NOT_TINY, to=TO_INEXACT),
        "jax.scipy.stats.gamma.logsf",
        "jax.scipy.stats.gamma.sf",
    ),
    **shared(
        promoting("x", "a", LOC, SCALE, accepts=REAL_NOT_TINY, known=STRONG, to=TO_INEXACT),
        "jax.scipy.stats.gamma.cdf",
        "jax.scipy.stats.gamma.logcdf",
        "jax.scipy.stats.gamma.logpdf",
        "jax.scipy.stats.gamma.pdf",
    ),
    "jax.scipy.stats.pareto.logcdf": promoting(
        "x", "b", LOC, SCALE, accepts=REAL_NOT_TINY, to=TO_INEXACT
    ),
    **shared(
        promoting("x", "b", LOC, SCALE, accepts=REAL_NOT_TINY, known=STRONG, to=TO_INEXACT),
        "jax.scipy.stats.pareto.cdf",
        "jax.scipy.stats.pareto.logpdf",
        "jax.scipy.stats.pareto.logsf",
        "jax.scipy.stats.pareto.pdf",
        "jax.scipy.stats.pareto.sf",
    ),
    "jax.scipy.stats.pareto.ppf": promoting(
        "q", "b", LOC, SCALE, accepts=NOT_TINY, known=STRONG, to=TO_INEXACT
    ),
    **shared(
        promoting("x", "df", LOC, SCALE, accepts=REAL_NOT_TINY, known=STRONG, to=TO_INEXACT),
        "jax.scipy.stats.chi2.cdf",
        "jax.scipy.stats.chi2.logcdf",
        "jax.scipy.stats.chi2.logpdf",
        "jax.scipy.stats.chi2.logsf",
        "jax.scipy.stats.chi2.pdf",
        "jax.scipy.stats.chi2.sf",
        "jax.scipy.stats.t.logpdf",
        "jax.scipy.stats.t.pdf",
    ),
    **shared(
        promoting("x", "a", "b", LOC, SCALE, accepts=REAL_NOT_TINY, known=STRONG, to=TO_INEXACT),
        "jax.scipy.stats.beta.cdf",
        "jax.scipy.stats.beta.logcdf",
        "jax.scipy.stats.beta.logpdf",
        "jax.scipy.stats.beta.logsf",
        "jax.scipy.stats.beta.pdf",
        "jax.scipy.stats.beta.sf",
    ),
    **shared(
        promoting("x", "beta", accepts=REAL_NOT_TINY, to=TO_INEXACT),
        "jax.scipy.stats.gennorm.cdf",
        "jax.scipy.stats.gennorm.logpdf",
        "jax.scipy.stats.gennorm.pdf",
    ),
    **shared(
        promoting("x", "c", accepts=REAL_NOT_TINY, to=TO_INEXACT),
        "jax.scipy.stats.wrapcauchy.logpdf",
        "jax.scipy.stats.wrapcauchy.pdf",
    ),
    **shared(
        promoting("x", "kappa", accepts=REAL_NOT_TINY, to=TO_INEXACT),
        "jax.scipy.stats.vonmises.logpdf",
        "jax.scipy.stats.vonmises.pdf",
    ),
    # The dtypes are those of the normal distribution.
    **shared(
        promoting("x", "a", "b", LOC, SCALE, accepts=LAPACK_REAL - WIDE, to=TO_INEXACT_STRONG),
        "jax.scipy.stats.truncnorm.cdf",
        "jax.scipy.stats.truncnorm.logcdf",
        "jax.scipy.stats.truncnorm.logpdf",
        "jax.scipy.stats.truncnorm.logsf",
        "jax.scipy.stats.truncnorm.pdf",
        "jax.scipy.stats.truncnorm.sf",
    ),
}
"""Distributions with parameters for their shape."""

CONTINUOUS: Final[dict[str, Rule]] = {**_LOCATED, **_SHAPED}
"""Densities, distribution functions and their inverses."""
