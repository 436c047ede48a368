"""``numpy.random``: functions, and methods of its generators.

The rules are for calls with a size. Without one, the result is a Python scalar, which is weak.
"""

from __future__ import annotations

from typing import Final

from promo_typing.numpy_rules.catalogue.notation import DTYPE, array, new
from promo_typing.rules.catalogue.notation import shared
from promo_typing.rules.model import Rule

_FUNCTIONS: Final[dict[str, Rule]] = {
    **shared(
        new("float64"),
        "numpy.random.beta",
        "numpy.random.chisquare",
        "numpy.random.dirichlet",
        "numpy.random.exponential",
        "numpy.random.f",
        "numpy.random.gamma",
        "numpy.random.gumbel",
        "numpy.random.laplace",
        "numpy.random.logistic",
        "numpy.random.lognormal",
        "numpy.random.multivariate_normal",
        "numpy.random.noncentral_chisquare",
        "numpy.random.noncentral_f",
        "numpy.random.normal",
        "numpy.random.pareto",
        "numpy.random.power",
        "numpy.random.rand",
        "numpy.random.randn",
        "numpy.random.random",
        "numpy.random.random_sample",
        "numpy.random.rayleigh",
        "numpy.random.standard_cauchy",
        "numpy.random.standard_exponential",
        "numpy.random.standard_gamma",
        "numpy.random.standard_normal",
        "numpy.random.standard_t",
        "numpy.random.triangular",
        "numpy.random.uniform",
        "numpy.random.vonmises",
        "numpy.random.wald",
        "numpy.random.weibull",
    ),
    **shared(
        new("int64"),
        "numpy.random.binomial",
        "numpy.random.geometric",
        "numpy.random.hypergeometric",
        "numpy.random.logseries",
        "numpy.random.multinomial",
        "numpy.random.negative_binomial",
        "numpy.random.poisson",
        "numpy.random.zipf",
    ),
    "numpy.random.randint": new("int64", DTYPE),
    "numpy.random.permutation": array("x"),
    "numpy.random.choice": array("a"),
}

_OF_GENERATORS: Final[dict[str, Rule]] = {
    **shared(
        new("float64"),
        "numpy.random.Generator.beta",
        "numpy.random.Generator.chisquare",
        "numpy.random.Generator.dirichlet",
        "numpy.random.Generator.exponential",
        "numpy.random.Generator.f",
        "numpy.random.Generator.gamma",
        "numpy.random.Generator.gumbel",
        "numpy.random.Generator.laplace",
        "numpy.random.Generator.logistic",
        "numpy.random.Generator.lognormal",
        "numpy.random.Generator.multivariate_normal",
        "numpy.random.Generator.noncentral_chisquare",
        "numpy.random.Generator.noncentral_f",
        "numpy.random.Generator.normal",
        "numpy.random.Generator.pareto",
        "numpy.random.Generator.power",
        "numpy.random.Generator.rayleigh",
        "numpy.random.Generator.standard_cauchy",
        "numpy.random.Generator.standard_t",
        "numpy.random.Generator.triangular",
        "numpy.random.Generator.uniform",
        "numpy.random.Generator.vonmises",
        "numpy.random.Generator.wald",
        "numpy.random.Generator.weibull",
    ),
    **shared(
        new("float64", DTYPE),
        "numpy.random.Generator.random",
        "numpy.random.Generator.standard_exponential",
        "numpy.random.Generator.standard_gamma",
        "numpy.random.Generator.standard_normal",
    ),
    **shared(
        new("int64"),
        "numpy.random.Generator.binomial",
        "numpy.random.Generator.geometric",
        "numpy.random.Generator.hypergeometric",
        "numpy.random.Generator.logseries",
        "numpy.random.Generator.multinomial",
        "numpy.random.Generator.negative_binomial",
        "numpy.random.Generator.poisson",
        "numpy.random.Generator.zipf",
    ),
    "numpy.random.Generator.integers": new("int64", DTYPE),
    **shared(array("x"), "numpy.random.Generator.permutation", "numpy.random.Generator.permuted"),
    "numpy.random.Generator.choice": array("a"),
}

RANDOM: Final[dict[str, Rule]] = {**_FUNCTIONS, **_OF_GENERATORS}
