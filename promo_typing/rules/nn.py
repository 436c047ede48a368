"""jax.nn and its initializers, jax.image and jax.ops.

Activations are written with Python numbers, which make weak floats of integers, and with jax.numpy
functions whose small-integer gaps they inherit.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from promo_typing.core.versions import JAX_0_11, JAX_0_12, Minor
from promo_typing.rules.group import group
from promo_typing.rules.model import GIVEN, Before, Rule, Variant
from promo_typing.rules.scipy_special import SPECIAL

_STRICT: Final = " ".join(
    f"{sign}int{bits}/strict" for sign in ("u", "") for bits in (8, 16, 32, 64)
)
"""Integers meet a constant of a floating dtype, which strict promotion refuses."""

_WIDE_STRICT: Final = " ".join(
    f"{wide}/narrow+strict" for wide in ("uint64", "int64", "float64", "complex128")
)

_ERF: Final = "fabs but int1 uint64/narrow+strict int64/narrow+strict float64/narrow+strict"

_CONCRETE: Final = ("inexact_concrete",)


def _nn(operands: str, functions: str, *results: str, **rule: Any) -> dict[str, Rule]:
    return group(operands, functions, "jax.nn", results=results, **rule)


_ACTIVATIONS: Final[dict[str, Rule]] = {
    **_nn("x", "relu hard_tanh", "same but bool=weak_int", accepts="any but bool/strict"),
    **_nn(
        "x",
        "relu6 selu hard_sigmoid hard_silu hard_swish sparse_plus",
        "weak_inexact",
        accepts=f"not_small_int but bool/strict {_STRICT}",
    ),
    **_nn(
        "x",
        "sparse_sigmoid",
        "weak_inexact",
        accepts=f"fabs but uint4 int1 int4 bool/strict {_STRICT}",
    ),
    **_nn(
        "x alpha",
        "celu elu",
        "weak_inexact",
        accepts=f"not_small_int but bool/strict {_STRICT}",
        absent="weak_float",
    ),
    **_nn(
        "x",
        "leaky_relu",
        "weak_inexact",
        accepts=f"not_small_int but bool/strict {_STRICT}",
        variants=(
            Variant(
                "negative_slope",
                GIVEN,
                Rule(("x", "negative_slope"), accepts="any but bool/strict"),
            ),
        ),
    ),
    **_nn("x b", "squareplus", "same", combine="squareplus", absent="weak_int"),
    **_nn("x", "sigmoid silu swish glu", "same", accepts="inexact"),
    **_nn("x", "tanh", "inexact", accepts="not_tiny_int"),
    **_nn("x", "identity", "same"),
    **_nn(
        "x",
        "log_sigmoid",
        "inexact",
        accepts="not_tiny_int but bool",
        unknown_for="weak_complex",
    ),
    **_nn(
        "x",
        "softplus",
        "inexact but bool=weak_float",
        accepts="not_tiny_int but bool/strict",
        unknown_for="weak_complex",
    ),
    **_nn(
        "x",
        "mish",
        "inexact but bool=weak_float",
        accepts=f"not_small_int but bool/strict {_STRICT}",
        unknown_for="weak_complex",
    ),
    **_nn(
        "x",
        "soft_sign",
        "inexact but bool=weak_float",
        accepts="absolute but int1 bool/strict complex64/strict complex128/strict",
    ),
    **_nn("x", "log1mexp", "inexact", accepts=f"not_small_int but bool {_STRICT}"),
    **_nn(
        "x",
        "gelu",
        *_CONCRETE,
        accepts=f"not_tiny_int but {_WIDE_STRICT}",
        variants=(Variant("approximate", False, Rule(("x",), accepts=_ERF, results=_CONCRETE)),),
    ),
}


def _standardized(combine: str, *operands: str, variants: tuple[Variant, ...] = ()) -> Rule:
    """The rule where some statistics are given, and perhaps what keeps the variance from 0."""
    combine = f"standardized_{combine}"
    with_epsilon = Variant("epsilon", GIVEN, Rule(("x", *operands, "epsilon"), combine))
    return Rule(("x", *operands), combine, variants=(*variants, with_epsilon))


_AS_GIVEN: Final = _standardized("as_given", "mean", "variance")

_STANDARDIZED: Final = (
    Variant(
        "mean",
        GIVEN,
        _standardized("about", "mean", variants=(Variant("variance", GIVEN, _AS_GIVEN),)),
    ),
    Variant("variance", GIVEN, _standardized("by", "variance")),
    Variant("epsilon", GIVEN, Rule(("x", "epsilon"), "standardized_alone")),
)

_LOG_SOFTMAX: Final = f"not_small_int but bool weak_int/strict {_STRICT}"


def _older(accepts: str) -> Before:
    return Before(JAX_0_11, Rule(("x",), accepts=accepts, results=_CONCRETE))


_ONE_HOT: Final = {"dtype_parameter": "dtype", "dtype_combine": "requested_labels"}

_NORMALIZATIONS: Final[dict[str, Rule]] = {
    **_nn(
        "x",
        "softmax",
        *_CONCRETE,
        accepts="not_tiny_int but bool",
        before=_older("not_tiny_int but bool int64/narrow"),
    ),
    **_nn(
        "x",
        "log_softmax",
        *_CONCRETE,
        accepts=_LOG_SOFTMAX,
        before=_older(f"{_LOG_SOFTMAX} int64/narrow"),
    ),
    **_nn(
        "x",
        "standardize",
        *_CONCRETE,
        accepts=f"fabs but uint4 int1 int4 bool/strict {_STRICT}",
        variants=_STANDARDIZED,
    ),
    **_nn("x", "logmeanexp", *_CONCRETE, accepts="not_tiny_int"),
    "jax.nn.logsumexp": SPECIAL["jax.scipy.special.logsumexp"],
    **_nn("x", "one_hot", "default_float", accepts="not_bool", **_ONE_HOT),
}

NN: Final[dict[str, Rule]] = {**_ACTIVATIONS, **_NORMALIZATIONS}

IMAGE: Final[dict[str, Rule]] = group(
    "image", "resize scale_and_translate", "jax.image", results=_CONCRETE
)

SEGMENTS: Final[dict[str, Rule]] = {
    **group("data", "segment_max segment_min", "jax.ops", results=("concrete",)),
    **group(
        "data", "segment_sum segment_prod", "jax.ops", accepts="not_bool", results=("concrete",)
    ),
}


def _made(functions: str, dtype_combine: str = "requested", **fields: Any) -> dict[str, Rule]:
    """What makes an array of a requested dtype, the default float unless there is one."""
    rule = Rule(
        (),
        combine="none",
        default="weak_float",
        results=("concrete",),
        dtype_parameter="dtype",
        dtype_combine=dtype_combine,
        **fields,
    )
    return {f"jax.nn.initializers.{name}": rule for name in functions.split()}


def _factories(
    functions: str, dtype_combine: str, earlier: str | None = None, since: Minor = JAX_0_11
) -> dict[str, Rule]:
    """Factories of initializers; the dtypes that JAX takes were ``earlier`` others."""
    fields: dict[str, Any] = {"container": "initializer"}
    older = _made(functions, earlier, **fields) if earlier else {}
    newer = _made(functions, dtype_combine, **fields)
    return {
        name: replace(rule, before=Before(since, older[name])) if older else rule
        for name, rule in newer.items()
    }


INITIALIZERS: Final[dict[str, Rule]] = {
    **_made("zeros ones"),
    **_factories("constant", "requested"),
    **_factories("uniform", "requested_uniform"),
    **_factories("truncated_normal", "requested_truncated"),
    **_factories("normal", "requested_deviating", earlier="requested_normal", since=JAX_0_12),
    **_factories("orthogonal delta_orthogonal", "requested_orthogonal", earlier="requested_normal"),
    **_factories(
        "variance_scaling glorot_normal he_normal kaiming_normal lecun_normal xavier_normal",
        "requested_variance",
    ),
    **_factories(
        "glorot_uniform he_uniform kaiming_uniform lecun_uniform xavier_uniform",
        "requested_bounded",
    ),
}
