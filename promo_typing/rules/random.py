"""jax.random: keys, and samples, whose dtype is the requested one or a default.

The parameters of most distributions do not take part: JAX casts them to the dtype of the samples,
or refuses them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from promo_typing.core.versions import JAX_0_11
from promo_typing.rules.group import group
from promo_typing.rules.model import GIVEN, Before, Rule, Variant

_MODULE: Final = "jax.random"
_NO_OPERANDS: Final[dict[str, Any]] = {"combine": "none", "default": "weak_float"}


def _keys(operands: str, functions: str, result: str, **rule: Any) -> dict[str, Rule]:
    return group(operands, functions, _MODULE, results=(result,), **rule)


def _sample(
    dtype_combine: str, before: Before | None = None, result: str = "default_float"
) -> Rule:
    return Rule(
        (),
        combine="none",
        default="weak_float",
        results=(result,),
        dtype_parameter="dtype",
        dtype_combine=dtype_combine,
        before=before,
    )


def _samples(functions: str, *fields: Any, **more: Any) -> dict[str, Rule]:
    return {f"{_MODULE}.{name}": _sample(*fields, **more) for name in functions.split()}


_ORTHOGONAL: Final = _sample("requested_normal")

KEYS: Final[dict[str, Rule]] = {
    **_keys("", "key", "prng_key", **_NO_OPERANDS),
    **_keys("", "PRNGKey", "uint32", **_NO_OPERANDS),
    **_keys("key", "split fold_in", "same", accepts="only uint32", keys=True),
    **_keys("key", "clone", "same", keys=True),
    **_keys("keys", "key_data", "uint32", accepts="only uint32", keys=True),
    **_keys("key_bits_array", "wrap_key_data", "prng_key", accepts="only uint32"),
}

_FIXED: Final[dict[str, Rule]] = {
    **_keys("", "bernoulli", "bool", **_NO_OPERANDS),
    **_keys("", "categorical", "default_int", **_NO_OPERANDS),
}

_ELEMENTS: Final[dict[str, Rule]] = {
    name: Rule(
        (operand,),
        keys=True,
        with_python_int=Rule((), combine="none", default="weak_int", results=("concrete",)),
    )
    for name, operand in ((f"{_MODULE}.permutation", "x"), (f"{_MODULE}.choice", "a"))
}
"""A Python int stands for the numbers below it."""


def _with_parameters(operands: str, name: str, combine: str, dtype_combine: str) -> dict[str, Rule]:
    """Samples that are promoted with the parameters of the distribution."""
    return group(
        operands,
        name,
        _MODULE,
        combine=combine,
        dtype_parameter="dtype",
        dtype_combine=dtype_combine,
    )


_UNDRAWN: Final = (
    "float4_e2m1fn float6_e2m3fn float6_e3m2fn complex64 weak_complex complex128 uint64/narrow"
    " int64/narrow float64/narrow"
)
"""No numbers of these dtypes are drawn, or of those that integers become."""


def _correlated(accepts: str, dtype_combine: str) -> Rule:
    return Rule(
        ("mean", "cov"),
        accepts=accepts,
        results=("inexact_concrete",),
        dtype_parameter="dtype",
        dtype_combine=dtype_combine,
    )


_IN_BALL: Final = Rule(
    ("p",), "in_ball", dtype_parameter="dtype", dtype_combine="requested_in_ball"
)

RANDOM: Final[dict[str, Rule]] = {
    f"{_MODULE}.multivariate_normal": replace(
        _correlated(f"lapack but {_UNDRAWN}", "requested_correlated"),
        before=Before(
            JAX_0_11, _correlated(f"not_tiny_int but {_UNDRAWN}", "requested_correlated_any")
        ),
    ),
    **_with_parameters("scale concentration", "weibull_min", "drawn", "requested_drawn"),
    **_with_parameters("loc scale", "double_sided_maxwell", "drawn", "requested_drawn_normal"),
    **_with_parameters("p", "generalized_normal", "drawn_inverse", "requested_drawn_inverse"),
    **KEYS,
    **_FIXED,
    **_ELEMENTS,
    f"{_MODULE}.ball": replace(
        _sample("requested_uniform"),
        unknown_with=("p",),
        known_with_float=("p",),
        variants=(Variant("p", GIVEN, _IN_BALL),),
    ),
    **_samples(
        "uniform cauchy exponential gumbel laplace logistic pareto rayleigh triangular",
        "requested_uniform",
    ),
    **_samples("truncated_normal maxwell t wald", "requested_truncated"),
    **_samples("gamma loggamma dirichlet binomial beta chisquare f", "requested_real"),
    **_samples("normal lognormal", "requested_normal"),
    **_samples("orthogonal", "requested_orthogonal", Before(JAX_0_11, _ORTHOGONAL)),
    **_samples("multinomial", "requested"),
    **_samples("randint poisson geometric", "requested_integer", result="default_int"),
    **_samples("rademacher", "requested_signs", result="default_int"),
    **_samples("bits", "requested_bits", result="bits"),
}
