"""Operands, derivatives and indices that JAX refuses."""

from __future__ import annotations

from typing import Final

from tests.mistakes.mistake import Dtypes, Kind, Mistake, Raises, Source

MISTAKES: Final = (
    Mistake(
        Kind.LAX_OPERANDS,
        "cache_update",
        Source("google/tunix", 1321),
        "projections of float32 are written into a cache of bfloat16",
        Raises(TypeError, "same dtypes"),
    ),
    Mistake(
        Kind.LAX_OPERANDS,
        "cache_update_in_dim",
        Source("kuprel/min-dalle", 13),
        "the cache is float16, the new keys are float32",
        Raises(TypeError, "same dtypes"),
    ),
    Mistake(
        Kind.LAX_OPERANDS,
        "scheduler_select",
        Source("huggingface/diffusers", 3039),
        "the previous sample is bfloat16, the current one float32: lax.select does not promote",
        Raises(TypeError, "same dtypes"),
    ),
    Mistake(
        Kind.LAX_OPERANDS,
        "loss_scale_select",
        Source("google-deepmind/jmp", 47),
        "the scale is float16, what lax.select puts in its place is float32",
        Raises(TypeError, "same dtypes"),
    ),
    Mistake(
        Kind.LAX_OPERANDS,
        "relu_of_lax",
        Source("jax-ml/jax", 8843),
        "lax.max does not promote: 0 is an integer",
        Raises(TypeError, "same dtypes"),
    ),
    Mistake(
        Kind.LAX_OPERANDS,
        "quantized_product",
        Source("jax-ml/jax", 25419),
        "lax.mul takes no integers with floats",
        Raises(TypeError, "same dtypes"),
    ),
    Mistake(
        Kind.LAX_OPERANDS,
        "convolution_kernel",
        Source("jax-ml/jax", 25873),
        "images of bfloat16 are convolved with a kernel of float32",
        Raises(TypeError, "same dtypes"),
    ),
    Mistake(
        Kind.LAX_OPERANDS,
        "clamped_actions",
        Source("jax-ml/jax", 8843),
        "the bounds of the clamp are float32 arrays, the actions bfloat16",
        Raises(TypeError, "same dtypes"),
    ),
    Mistake(
        Kind.LAX_OPERANDS,
        "float_mask",
        Source("jax-ml/jax", 2053),
        "masks of float32 cannot be joined with &",
        Raises(TypeError, "does not accept dtype"),
    ),
    Mistake(
        Kind.DERIVATIVES,
        "integer_argument",
        Source("jax-ml/jax", 2663),
        "the point at which to differentiate is an integer",
        Raises(TypeError, "real- or complex-valued inputs"),
    ),
    Mistake(
        Kind.DERIVATIVES,
        "counter_in_params",
        Source("google-deepmind/dm-haiku", 513),
        "the parameters contain a counter of int32",
        Raises(TypeError, "real- or complex-valued inputs"),
    ),
    Mistake(
        Kind.DERIVATIVES,
        "token_argument",
        Source("deepmodeling/DMFF", 82),
        "argnums points at the pairs, which are indices",
        Raises(TypeError, "real- or complex-valued inputs"),
    ),
    Mistake(
        Kind.DERIVATIVES,
        "accuracy_as_loss",
        Source("jax-ml/jax", 424),
        "the loss counts right answers: its result is an integer",
        Raises(TypeError, "real-valued outputs"),
    ),
    Mistake(
        Kind.DERIVATIVES,
        "complex_output",
        Source("jax-ml/jax", 22948),
        "the function maps a real number to a complex one",
        Raises(TypeError, "real-valued outputs"),
    ),
    Mistake(
        Kind.DERIVATIVES,
        "pulled_back_one",
        Source("jax-ml/jax", 9994),
        "the cotangent 1.0 is float32, the output float16",
        Raises(ValueError, "argument to VJP function"),
    ),
    Mistake(
        Kind.DERIVATIVES,
        "backward_precision",
        Source("jax-ml/jax", 27144),
        "the backward function returns float32 for an argument of bfloat16",
        Dtypes("float32", "bfloat16"),
    ),
    Mistake(
        Kind.DERIVATIVES,
        "layer_norm_gradient",
        Source("NVIDIA/TransformerEngine", 569),
        "the gradient of a parameter of float32 is returned in bfloat16, that of the activations",
        Dtypes("bfloat16", "float32"),
    ),
    Mistake(
        Kind.INDICES,
        "action_index",
        Source("mlech26l/gigastep", 13),
        "actions of float32 are used as indices",
        Raises(TypeError, "Indexer must have integer or boolean type"),
    ),
    Mistake(
        Kind.INDICES,
        "middle_row",
        Source("jax-ml/jax", 2495),
        "true division makes the index a float",
        Raises(TypeError, "Indexer must have integer or boolean type"),
    ),
    Mistake(
        Kind.INDICES,
        "buffer_size",
        Source("jax-ml/jax", 967),
        "a size that was divided is a float",
        Raises(TypeError, "Shapes must be 1D sequences"),
    ),
    Mistake(
        Kind.INDICES,
        "gathered_labels",
        Source("jax-ml/jax", 1716),
        "labels that were loaded as floats are used to gather",
        Raises(TypeError, "integer type"),
    ),
    Mistake(
        Kind.INDICES,
        "segment_ids",
        Source("jax-ml/jax", 26865),
        "the ids of segments are floats",
        Raises(TypeError, "Indexer must have integer or boolean type"),
    ),
)
