"""Programs of several functions and classes, as in real code."""

from __future__ import annotations

from typing import Final

from tests.mistakes.mistake import Dtypes, Kind, Mistake, Raises, Source, Values, Warns

MISTAKES: Final = (
    Mistake(
        Kind.CARRIES,
        "stacked_layers",
        Source("marin-community/levanter", 569),
        "the layers are scanned in bfloat16, and the norm multiplies by a weight of float32",
        Raises(TypeError, "must have equal types"),
    ),
    Mistake(
        Kind.CARRIES,
        "cosine_rate",
        Source("google-deepmind/optax", 1405),
        "the schedule returns an array of float32, which widens the parameters that the "
        "scan carries",
        Raises(TypeError, "must have equal types"),
    ),
    Mistake(
        Kind.DEFAULT_DTYPES,
        "lion_momentum",
        Source("google-deepmind/optax", 377),
        "the momentum is made in the default dtype, and a step makes the parameters float32",
        Dtypes("float32", "bfloat16"),
    ),
    Mistake(
        Kind.BRANCHES,
        "dynamic_scale",
        Source("google-deepmind/optax", 377),
        "gradients are divided by a scale of float32: one branch returns float32, the "
        "other one the float16 parameters",
        Raises(TypeError, "must have"),
    ),
    Mistake(
        Kind.LAX_OPERANDS,
        "prefilled_cache",
        Source("AI-Hypercomputer/maxtext", 595),
        "the configuration asks for a cache of float32, keys and values are bfloat16",
        Raises(TypeError, "requires arguments to have the same dtypes"),
    ),
    Mistake(
        Kind.UPDATES,
        "int8_cache",
        Source("apple/axlearn", 1071),
        "keys are rounded but not cast before they are written into a cache of int8",
        Warns(FutureWarning, "scatter inputs have incompatible types"),
    ),
    Mistake(
        Kind.INDICES,
        "relative_buckets",
        Source("huggingface/transformers", 18462),
        "the bucket of a distance is computed by a logarithm, and is a float",
        Raises(TypeError, "Indexer must have integer or boolean type"),
    ),
    Mistake(
        Kind.INTEGERS,
        "packed_nibbles",
        Source("pytorch/ao", 4915),
        "8 is subtracted from nibbles of uint8, and negative numbers wrap",
        Values("248.0", "-8.0"),
    ),
    Mistake(
        Kind.UPDATES,
        "weighted_confusion",
        Source("jax-ml/jax", 10924),
        "weights of float32 are added to a matrix of counts",
        Warns(FutureWarning, "scatter inputs have incompatible types"),
    ),
    Mistake(
        Kind.PRECISION,
        "slow_teacher",
        Source("lucidrains/ema-pytorch", 18),
        "the average is kept in bfloat16, in which 0.9999 is 1",
        Dtypes("bfloat16", "float32"),
    ),
    Mistake(
        Kind.PRECISION,
        "validation_nll",
        Source("jax-ml/ml_dtypes", 63),
        "the losses of a data set are added up in bfloat16",
        Dtypes("bfloat16", "float32"),
    ),
    Mistake(
        Kind.CARRIES,
        "retention_state",
        Source("jax-ml/jax", 27144),
        "the decays are float32, the state begins in bfloat16",
        Raises(TypeError, "must have equal types"),
    ),
    Mistake(
        Kind.CARRIES,
        "latent_dynamics",
        Source("google/flax", 1915),
        "the state begins in float32, each step returns float16",
        Raises(TypeError, "must have equal types"),
    ),
    Mistake(
        Kind.NUMPY_OPERANDS,
        "flow_sampler",
        Source("huggingface/diffusers", 11749),
        "the steps are numbers of NumPy, which make the latents float32",
        Dtypes("float32", "bfloat16"),
    ),
    Mistake(
        Kind.X64_ON,
        "standardized_features",
        Source("jax-ml/jax", 1815),
        "features of NumPy are float64, and so is the loss of a network of float32",
        Dtypes("float64", "float32"),
    ),
    Mistake(
        Kind.INTEGERS,
        "pair_histogram",
        Source("jax-ml/jax", 5089),
        "pairs of classes are numbered in uint8, and wrap",
        Values("0", "1"),
    ),
    Mistake(
        Kind.DEFAULT_DTYPES,
        "private_gradients",
        Source("google-deepmind/optax", 1038),
        "the noise is drawn in the default dtype, and the parameters that the scan "
        "carries become float32",
        Raises(TypeError, "must have equal types"),
    ),
    Mistake(
        Kind.DEFAULT_DTYPES,
        "uncast_batch",
        Source("google-deepmind/jmp", 47),
        "the parameters are cast for the computation, the coordinates of the batch are not",
        Dtypes("float32", "bfloat16"),
    ),
    Mistake(
        Kind.DEFAULT_DTYPES,
        "expert_combination",
        Source("AI-Hypercomputer/maxtext", 833),
        "the weights of the experts stay float32 after the softmax, and the residual "
        "stream becomes it",
        Dtypes("float32", "bfloat16"),
    ),
    Mistake(
        Kind.CARRIES,
        "advantage_start",
        Source("RobertTLange/gymnax", 24),
        "the advantage begins as zeros like the flags, which are bool",
        Raises(TypeError, "must have equal types"),
    ),
    Mistake(
        Kind.BRANCHES,
        "half_rewards",
        Source("instadeepai/jumanji", 256),
        "a step returns a reward of float16, a restart one of float32",
        Raises(TypeError, "must have"),
    ),
    Mistake(
        Kind.X64_ON,
        "trajectory_times",
        Source("patrick-kidger/diffrax", 197),
        "the times are float64, the state begins in float32",
        Raises(TypeError, "must have equal types"),
    ),
    Mistake(
        Kind.NUMPY_OPERANDS,
        "observation_statistics",
        Source("chandar-lab/RLHive", 86),
        "the moments of observations are kept in NumPy: what is normalised by them is float32",
        Dtypes("float32", "bfloat16"),
    ),
    Mistake(
        Kind.LITERALS,
        "padded_bytes",
        Source("google/jaxite", 80),
        "256 stands for padding, and is 0 in the uint8 of the bytes, which may be one of the text",
        Values("7", "8"),
    ),
    Mistake(
        Kind.DEFAULT_DTYPES,
        "initial_state",
        Source("google-deepmind/optax", 1038),
        "a copy of the initial state is averaged with weights of the default dtype",
        Dtypes("float32", "bfloat16"),
    ),
)
