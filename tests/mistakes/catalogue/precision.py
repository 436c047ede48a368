"""Computations in too few digits, and code that is compiled twice."""

from __future__ import annotations

from typing import Final

from tests.mistakes.mistake import Dtypes, Kind, Mistake, Raises, Source, Values

MISTAKES: Final = (
    Mistake(
        Kind.PRECISION,
        "counted_in_bfloat16",
        Source("jax-ml/jax", 18387),
        "hits are counted in bfloat16, which holds integers to 256",
        Values("1824", "1828"),
    ),
    Mistake(
        Kind.PRECISION,
        "positions_in_bfloat16",
        Source("jax-ml/jax", 13211),
        "positions are bfloat16: neighbours coincide from 256 on",
        Values("1328", "1329.0"),
    ),
    Mistake(
        Kind.PRECISION,
        "gathered_by_einsum",
        Source("jax-ml/jax", 13211),
        "indices of int32 meet a one-hot mask of bfloat16, and lose their digits",
        Dtypes("bfloat16", "int32"),
    ),
    Mistake(
        Kind.PRECISION,
        "log_normalizer",
        Source("google-deepmind/optax", 1020),
        "logsumexp runs in bfloat16: the loss is rounded to three digits",
        Dtypes("bfloat16", "float32"),
    ),
    Mistake(
        Kind.PRECISION,
        "attention_softmax",
        Source("apple/axlearn", 18),
        "the softmax of bfloat16 scores is computed in bfloat16",
        Dtypes("bfloat16", "float32"),
    ),
    Mistake(
        Kind.PRECISION,
        "mean_square",
        Source("keras-team/keras-core", 410),
        "the squares of float16 overflow, and their mean is infinite",
        Values("inf", "90000.0"),
    ),
    Mistake(
        Kind.PRECISION,
        "cast_after_matmul",
        Source("jax-ml/jax", 15471),
        "the product is rounded to bfloat16 before it is cast to float32",
        Values("256.0", "257.0"),
    ),
    Mistake(
        Kind.PRECISION,
        "float8_residual",
        Source("jax-ml/jax", 16705),
        "float8 and bfloat16 have no common dtype",
        Raises(ValueError, "no available implicit dtype promotion path"),
    ),
    Mistake(
        Kind.PRECISION,
        "float8_matmul",
        Source("jax-ml/jax", 21211),
        "the product of float8 matrices is float8: what exceeds 448 is NaN",
        Dtypes("float8_e4m3fn", "float32"),
    ),
    Mistake(
        Kind.PRECISION,
        "averaged_weights",
        Source("d8ahazard/sd_dreambooth_extension", 1417),
        "an average in bfloat16 ignores small changes",
        Values("1", "1.000999"),
    ),
    Mistake(
        Kind.WEAK_TYPES,
        "plateau_average",
        Source("google-deepmind/optax", 1440),
        "the average begins weak and ends strong: the step is compiled twice",
        Values("2", "1"),
    ),
    Mistake(
        Kind.WEAK_TYPES,
        "python_start",
        Source("jax-ml/jax", 3163),
        "the loop begins with a Python number, and goes on with an array: it is compiled twice",
        Values("2", "1"),
    ),
    Mistake(
        Kind.WEAK_TYPES,
        "schedule",
        Source("jax-ml/jax", 4274),
        "the rate of warm-up is weak, that of the decay is not: the step is compiled twice",
        Values("2", "1"),
    ),
    Mistake(
        Kind.PRECISION,
        "gradient_norm",
        Source("facebookresearch/fairscale", 263),
        "the squares of gradients in float16 overflow, and the norm is infinite",
        Values("inf", "1000.0"),
    ),
    Mistake(
        Kind.PRECISION,
        "position_range",
        Source("huggingface/transformers", 28685),
        "positions are counted in bfloat16: of 512 only 385 are told apart",
        Values("385", "512"),
    ),
    Mistake(
        Kind.PRECISION,
        "rounded_frequencies",
        Source("sgl-project/sglang-jax", 1472),
        "frequencies are rounded to bfloat16 before they are multiplied by positions",
        Values("4004.0", "4000.0"),
    ),
    Mistake(
        Kind.PRECISION,
        "averaged_model",
        Source("d8ahazard/sd_dreambooth_extension", 1415),
        "a decay of 0.9995 is 1 in bfloat16: the averaged weights never move",
        Values("1.0", "1.2"),
    ),
    Mistake(
        Kind.PRECISION,
        "saturated_counter",
        Source("pytorch/ao", 4915),
        "the step counter has the dtype of the parameters, and 256 + 1 is 256 in bfloat16",
        Values("256", "300"),
    ),
    Mistake(
        Kind.WEAK_TYPES,
        "simulation_time",
        Source("google-deepmind/mujoco", 2306),
        "the time begins weak and is strong after a step: the step is compiled twice",
        Values("2", "1"),
    ),
)
