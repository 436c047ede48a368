"""The known layers, by the full names of their classes.

``tests/layers`` compares each with the library itself.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from promo_mypy.features.layers.rules import DEFAULT_FLOAT, Layer, Result

_LINEN: Final = "flax.linen."
_NNX: Final = "flax.nnx.nn."
_EQUINOX: Final = "equinox.nn."
_HAIKU: Final = "haiku._src."

_NORMS: Final = ("BatchNorm", "LayerNorm", "RMSNorm", "GroupNorm", "InstanceNorm")
_ATTENTION_INPUTS: Final = ("inputs_q", "inputs_k", "inputs_v")


def _of_flax(*inputs: str, result: Result = Result.PROMOTED) -> Layer:
    return Layer(result, inputs, dtype="dtype", param_dtype="param_dtype")


def _all(module: str, layer: Layer, *names: str) -> dict[str, Layer]:
    """The classes of a module that follow one rule."""
    return {f"{module}.{name}": layer for name in names}


_DROPOUT: Final = Layer(Result.KEPT, ("inputs",))
_EMBEDDING: Final = _of_flax("inputs", result=Result.CHOSEN)
_OF_EQUINOX: Final = Layer(Result.PROMOTED, ("x",), param_dtype="dtype", widest=DEFAULT_FLOAT)
"""The rule of equinox's layers, whose ``dtype`` argument is the dtype of the parameters."""
_CELL: Final = Layer(
    Result.PROMOTED, ("input", "hidden"), param_dtype="dtype", widest=DEFAULT_FLOAT
)
_OF_HAIKU: Final = Layer(Result.PROMOTED, ("inputs",), widest=DEFAULT_FLOAT)
"""The rule of haiku's layers, which make parameters in the dtype of the first input. That may be
wider than a later input."""

LAYERS: Final[dict[str, Layer]] = {
    **_all(
        f"{_LINEN}linear",
        _of_flax("inputs"),
        *("Dense", "DenseGeneral", "Einsum", "Conv", "ConvLocal", "ConvTranspose"),
    ),
    **_all(f"{_LINEN}linear", _EMBEDDING, "Embed"),
    **_all(f"{_LINEN}normalization", _of_flax("x"), *_NORMS),
    **_all(
        f"{_LINEN}attention",
        _of_flax(*_ATTENTION_INPUTS),
        *("MultiHeadDotProductAttention", "MultiHeadAttention"),
    ),
    **_all(f"{_LINEN}attention", _of_flax("inputs_q"), "SelfAttention"),
    **_all(f"{_LINEN}stochastic", _DROPOUT, "Dropout"),
    **_all(
        f"{_NNX}linear",
        _of_flax("inputs"),
        *("Linear", "LinearGeneral", "Einsum", "Conv", "ConvTranspose"),
    ),
    **_all(f"{_NNX}linear", _EMBEDDING, "Embed"),
    **_all(f"{_NNX}normalization", _of_flax("x"), *_NORMS),
    # Its statistics are promoted with the input, and stay float32 whatever ``param_dtype`` is.
    **_all(f"{_NNX}normalization", Layer(Result.PROMOTED, ("x",), dtype="dtype"), "BatchNorm"),
    **_all(f"{_NNX}attention", _of_flax(*_ATTENTION_INPUTS), "MultiHeadAttention"),
    **_all(f"{_NNX}stochastic", _DROPOUT, "Dropout"),
    **_all(f"{_EQUINOX}_linear", _OF_EQUINOX, "Linear"),
    **_all(f"{_EQUINOX}_conv", _OF_EQUINOX, "Conv", "Conv1d", "Conv2d", "Conv3d"),
    **_all(
        f"{_EQUINOX}_conv",
        _OF_EQUINOX,
        *("ConvTranspose", "ConvTranspose1d", "ConvTranspose2d", "ConvTranspose3d"),
    ),
    **_all(
        f"{_EQUINOX}_normalisation",
        Layer(Result.KEPT, ("x",)),
        *("LayerNorm", "RMSNorm", "GroupNorm"),
    ),
    **_all(f"{_EQUINOX}_rnn", _CELL, "GRUCell"),
    **_all(f"{_EQUINOX}_rnn", replace(_CELL, is_pair=True), "LSTMCell"),
    **_all(f"{_EQUINOX}_dropout", Layer(Result.KEPT, ("x",)), "Dropout"),
    **_all(f"{_HAIKU}basic", _OF_HAIKU, "Linear"),
    **_all(f"{_HAIKU}conv", _OF_HAIKU, "ConvND", "Conv1D", "Conv2D", "Conv3D"),
    **_all(
        f"{_HAIKU}conv",
        _OF_HAIKU,
        *("ConvNDTranspose", "Conv1DTranspose", "Conv2DTranspose", "Conv3DTranspose"),
    ),
    **_all(f"{_HAIKU}layer_norm", _OF_HAIKU, "LayerNorm", "InstanceNorm"),
    **_all(f"{_HAIKU}nets.mlp", _OF_HAIKU, "MLP"),
    **_all(
        f"{_HAIKU}attention",
        Layer(Result.PROMOTED, ("query", "key", "value"), widest=DEFAULT_FLOAT),
        "MultiHeadAttention",
    ),
    **_all(f"{_HAIKU}embed", Layer(Result.CHOSEN, ("ids",), widest=DEFAULT_FLOAT), "Embed"),
    **_all(
        f"{_HAIKU}group_norm",
        Layer(Result.PROMOTED, ("x",), widest=DEFAULT_FLOAT),
        "GroupNorm",
    ),
}

PYTREES: Final = (_NNX, _EQUINOX)
"""The prefixes of layers that are pytrees, so that ``jax.tree.map`` may replace parts of them."""

OWNING: Final = _NNX
"""The prefix of layers that own their parameters, so that the program need not pass them on."""
WITHOUT: Final = frozenset({"use_scale"})
"""Arguments by which a layer may have no parameters, or none that counts."""

SEQUENCES_OF_ARGUMENTS: Final = frozenset({"flax.nnx.helpers.Sequential"})
"""Layers that call their constructor's arguments one after the other."""
SEQUENCES: Final = SEQUENCES_OF_ARGUMENTS | frozenset(
    {
        f"{_LINEN}combinators.Sequential",
        f"{_HAIKU}basic.Sequential",
        f"{_EQUINOX}_sequential.Sequential",
    }
)
"""Layers that call a list of layers one after the other."""
IN_SEQUENCE: Final = "layers"
"""The parameter of their constructors for this list."""

POOLING: Final[dict[str, str]] = {
    **{f"{_LINEN}pooling.{name}": "inputs" for name in ("avg_pool", "max_pool", "min_pool")},
    **{f"{_HAIKU}pool.{name}": "value" for name in ("avg_pool", "max_pool")},
}
"""Functions that keep the dtype of floats, with the name of their parameter for the array."""

HARMLESS_CONSTRUCTION: Final = frozenset(
    (
        *("features", "in_features", "out_features", "qkv_features", "output_size", "shape"),
        *("output_channels", "in_channels", "out_channels", "num_embeddings", "num_features"),
        *("num_spatial_dims", "num_heads", "num_groups", "groups", "group_size", "channels"),
        *("in_size", "out_size", "input_size", "hidden_size"),
        *("kernel_size", "kernel_shape", "output_shape"),
        *("strides", "stride", "padding", "padding_mode", "input_dilation", "kernel_dilation"),
        *("dilation", "output_padding", "rate", "feature_group_count", "data_format"),
        *("use_bias", "with_bias", "use_scale", "use_weight", "create_scale", "create_offset"),
        *("elementwise_affine", "channelwise_affine", "precision", "transpose_kernel"),
        *("kernel_init", "bias_init", "scale_init", "embedding_init", "w_init", "b_init"),
        "w_init_scale",
        *("out_kernel_init", "out_bias_init", "offset_init"),
        *("axis", "batch_axis", "batch_dims", "reduction_axes", "feature_axes", "channel_axes"),
        *("axis_name", "axis_index_groups", "epsilon", "eps", "momentum", "use_fast_variance"),
        *("use_running_average", "force_float32_reductions", "einsum_str"),
        *("vocab_size", "embed_dim", "lookup_style", "key_size", "value_size", "model_size"),
        *("output_sizes", "activate_final"),
        *("deterministic", "broadcast_dropout", "dropout_rate", "broadcast_dims", "p"),
        *("inference", "decode", "normalize_qk", "rng_collection"),
        *("rngs", "key", "name", "parent"),
    )
)
"""Parameters of constructors that do not change the dtype of the result."""

HARMLESS_CALL: Final = frozenset(
    (
        *("mask", "deterministic", "use_running_average", "einsum_str", "decode"),
        *("dropout_rng", "rng", "rngs", "key", "inference", "precision"),
        "lookup_style",
    )
)
"""Parameters of calls that do not change the dtype of the result."""

INTERFERING: Final = frozenset(
    (
        *("intercept_methods", "map_variables", "tree_at"),
        *("set_policy", "push_policy", "custom_creator", "custom_getter"),
        *("custom_creator_scope", "custom_getter_scope"),
    )
)
"""Functions of these libraries by which a program can change what a layer computes."""
