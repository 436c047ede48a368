"""The layers that are known, by the full names of their classes.

Each is compared with the library itself by ``tests/layers``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from promo_mypy.features.layers.rules import DEFAULT_FLOAT, Layer, Result

_LINEN: Final = "flax.linen."
_NNX: Final = "flax.nnx.nn."
_EQUINOX: Final = "equinox.nn."
_HAIKU: Final = "haiku._src."

_NORMS: Final = ("BatchNorm", "LayerNorm", "RMSNorm", "GroupNorm", "InstanceNorm")
_ATTENTION_INPUTS: Final = ("inputs_q", "inputs_k", "inputs_v")


def _named(package: str, modules: dict[str, Iterable[str]]) -> Iterator[str]:
    for module, names in modules.items():
        yield from (f"{package}{module}.{name}" for name in names)


def _of_flax(*inputs: str, result: Result = Result.PROMOTED) -> Layer:
    return Layer(result, inputs, dtype="dtype", param_dtype="param_dtype")


_OF_LINEN: Final = {
    "linear": ("Dense", "DenseGeneral", "Einsum", "Conv", "ConvLocal", "ConvTranspose"),
}
_OF_NNX: Final = {"linear": ("Linear", "LinearGeneral", "Einsum", "Conv", "ConvTranspose")}
_CONVOLUTIONS: Final = ("Conv", "Conv1d", "Conv2d", "Conv3d")
_TRANSPOSED: Final = ("ConvTranspose", "ConvTranspose1d", "ConvTranspose2d", "ConvTranspose3d")
_OF_EQUINOX: Final = {"_linear": ("Linear",), "_conv": (*_CONVOLUTIONS, *_TRANSPOSED)}
_OF_HAIKU: Final = {
    "basic": ("Linear",),
    "conv": (
        *("ConvND", "Conv1D", "Conv2D", "Conv3D"),
        *("ConvNDTranspose", "Conv1DTranspose", "Conv2DTranspose", "Conv3DTranspose"),
    ),
}

LAYERS: Final[dict[str, Layer]] = {
    **dict.fromkeys(_named(_LINEN, _OF_LINEN), _of_flax("inputs")),
    **dict.fromkeys(_named(_LINEN, {"normalization": _NORMS}), _of_flax("x")),
    **dict.fromkeys(
        _named(_LINEN, {"attention": ("MultiHeadDotProductAttention", "MultiHeadAttention")}),
        _of_flax(*_ATTENTION_INPUTS),
    ),
    f"{_LINEN}attention.SelfAttention": _of_flax("inputs_q"),
    f"{_LINEN}linear.Embed": _of_flax("inputs", result=Result.CHOSEN),
    f"{_LINEN}stochastic.Dropout": Layer(Result.KEPT, ("inputs",)),
    **dict.fromkeys(_named(_NNX, _OF_NNX), _of_flax("inputs")),
    **dict.fromkeys(_named(_NNX, {"normalization": _NORMS}), _of_flax("x")),
    # Its statistics are promoted, too, and are float32 whatever is chosen for the parameters.
    f"{_NNX}normalization.BatchNorm": Layer(Result.PROMOTED, ("x",), dtype="dtype"),
    f"{_NNX}attention.MultiHeadAttention": _of_flax(*_ATTENTION_INPUTS),
    f"{_NNX}linear.Embed": _of_flax("inputs", result=Result.CHOSEN),
    f"{_NNX}stochastic.Dropout": Layer(Result.KEPT, ("inputs",)),
    # Their ``dtype`` is that of the parameters.
    **dict.fromkeys(
        _named(_EQUINOX, _OF_EQUINOX),
        Layer(Result.PROMOTED, ("x",), param_dtype="dtype", widest=DEFAULT_FLOAT),
    ),
    **dict.fromkeys(
        _named(_EQUINOX, {"_normalisation": ("LayerNorm", "RMSNorm", "GroupNorm")}),
        Layer(Result.KEPT, ("x",)),
    ),
    f"{_EQUINOX}_dropout.Dropout": Layer(Result.KEPT, ("x",)),
    # They make their parameters in the dtype of the first input, which may be wider than the next.
    **dict.fromkeys(
        _named(_HAIKU, _OF_HAIKU), Layer(Result.PROMOTED, ("inputs",), widest=DEFAULT_FLOAT)
    ),
    **dict.fromkeys(
        _named(_HAIKU, {"layer_norm": ("LayerNorm", "InstanceNorm")}),
        Layer(Result.PROMOTED, ("inputs",), widest=DEFAULT_FLOAT),
    ),
    f"{_HAIKU}group_norm.GroupNorm": Layer(Result.PROMOTED, ("x",), widest=DEFAULT_FLOAT),
}

HARMLESS_CONSTRUCTION: Final = frozenset(
    (
        *("features", "in_features", "out_features", "qkv_features", "output_size", "shape"),
        *("output_channels", "in_channels", "out_channels", "num_embeddings", "num_features"),
        *("num_spatial_dims", "num_heads", "num_groups", "groups", "group_size", "channels"),
        *("in_size", "out_size", "kernel_size", "kernel_shape", "output_shape"),
        *("strides", "stride", "padding", "padding_mode", "input_dilation", "kernel_dilation"),
        *("dilation", "output_padding", "rate", "feature_group_count", "data_format"),
        *("use_bias", "with_bias", "use_scale", "use_weight", "create_scale", "create_offset"),
        *("elementwise_affine", "channelwise_affine", "precision", "transpose_kernel"),
        *("kernel_init", "bias_init", "scale_init", "embedding_init", "w_init", "b_init"),
        *("out_kernel_init", "out_bias_init", "offset_init"),
        *("axis", "batch_axis", "batch_dims", "reduction_axes", "feature_axes", "channel_axes"),
        *("axis_name", "axis_index_groups", "epsilon", "eps", "momentum", "use_fast_variance"),
        *("use_running_average", "force_float32_reductions", "einsum_str"),
        *("deterministic", "broadcast_dropout", "dropout_rate", "broadcast_dims", "p"),
        *("inference", "decode", "normalize_qk", "rng_collection"),
        *("rngs", "key", "name", "parent"),
    )
)
"""Parameters of constructors that leave the dtype of the result as it is."""

HARMLESS_CALL: Final = frozenset(
    (
        *("mask", "deterministic", "use_running_average", "einsum_str", "decode"),
        *("dropout_rng", "rng", "rngs", "key", "inference", "precision"),
    )
)
"""Parameters of calls that do."""

INTERFERING: Final = frozenset(
    (
        *("intercept_methods", "map_variables", "tree_at"),
        *("set_policy", "push_policy", "custom_creator", "custom_getter"),
        *("custom_creator_scope", "custom_getter_scope"),
    )
)
"""Functions of these libraries with which a program changes what a layer does."""
