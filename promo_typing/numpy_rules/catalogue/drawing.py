"""``numpy.random``: functions, and methods of its generators.

Without a size they return a number of Python, which is weak: the rules speak of arrays.
"""

from __future__ import annotations

from typing import Final

from promo_typing.numpy_rules.catalogue.notation import array, new, shared
from promo_typing.numpy_rules.model import NumPyRule

GENERATORS: Final = ("numpy.random.Generator", "numpy.random.RandomState")
_DISTRIBUTIONS: Final = (
    "beta chisquare exponential f gamma gumbel laplace logistic lognormal noncentral_chisquare "
    "noncentral_f normal pareto power rayleigh standard_cauchy standard_t triangular uniform "
    "vonmises wald weibull dirichlet multivariate_normal"
)
_COUNTS: Final = "binomial geometric hypergeometric logseries negative_binomial poisson zipf"
_LEGACY: Final = "numpy.random"
_GENERATOR: Final = GENERATORS[0]

RANDOM: Final[dict[str, NumPyRule]] = {
    **shared(new("float64"), f"{_DISTRIBUTIONS} randn rand random random_sample", _LEGACY),
    **shared(new("float64"), "standard_normal standard_exponential standard_gamma", _LEGACY),
    **shared(new("int64"), f"{_COUNTS} multinomial", _LEGACY),
    "numpy.random.randint": new("int64", "dtype"),
    **shared(array("x"), "permutation", _LEGACY),
    **shared(array("a"), "choice", _LEGACY),
    **shared(new("float64"), _DISTRIBUTIONS, _GENERATOR),
    **shared(
        new("float64", "dtype"),
        "random standard_normal standard_exponential standard_gamma",
        _GENERATOR,
    ),
    **shared(new("int64"), f"{_COUNTS} multinomial", _GENERATOR),
    f"{_GENERATOR}.integers": new("int64", "dtype"),
    **shared(array("x"), "permutation permuted", _GENERATOR),
    **shared(array("a"), "choice", _GENERATOR),
}
