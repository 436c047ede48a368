"""Programs with classes, configurations and loops, whose dtypes nobody says."""

from __future__ import annotations

from typing import Final

from tests.mistakes.mistake import Dtypes, Kind, Mistake, Source, Values

MISTAKES: Final = (
    Mistake(
        Kind.NUMPY_OPERANDS,
        "cached_mask",
        Source("huggingface/transformers", 18022),
        "a dictionary keeps masks of NumPy: the scores of float16 become float32",
        Dtypes("float32", "float16"),
    ),
    Mistake(
        Kind.NUMPY_OPERANDS,
        "annealed_temperature",
        Source("google-deepmind/optax", 1405),
        "NumPy computes the temperature: the probabilities of bfloat16 become float32",
        Dtypes("float32", "bfloat16"),
    ),
    Mistake(
        Kind.NUMPY_OPERANDS,
        "discount_powers",
        Source("chandar-lab/RLHive", 86),
        "the discounts are powers that NumPy computes: the returns of float16 rewards are float32",
        Dtypes("float32", "float16"),
    ),
    Mistake(
        Kind.NUMPY_OPERANDS,
        "cached_window",
        Source("keras-team/keras", 23703),
        "the window is a NumPy array of float64, made once: frames of float16 become float32",
        Dtypes("float32", "float16"),
    ),
    Mistake(
        Kind.NUMPY_OPERANDS,
        "noisy_batch",
        Source("keras-team/keras", 23703),
        "NumPy draws the noise in float64: the images of the batch become float32",
        Dtypes("float32", "float16"),
    ),
    Mistake(
        Kind.NUMPY_OPERANDS,
        "quadrature_loop",
        Source("netket/netket", 1218),
        "nodes and weights are scalars of NumPy: the sum of bfloat16 becomes float32",
        Dtypes("float32", "bfloat16"),
    ),
    Mistake(
        Kind.DEFAULT_DTYPES,
        "gated_experts",
        Source("huggingface/peft", 3783),
        "the mask of one_hot is float32: so are the gates of bfloat16 and what they weight",
        Dtypes("float32", "bfloat16"),
    ),
    Mistake(
        Kind.DEFAULT_DTYPES,
        "orthogonal_update",
        Source("zichongli5/NorMuon", 10),
        "the identity matrix is float32: an update that is computed in bfloat16 is float32",
        Dtypes("float32", "bfloat16"),
    ),
    Mistake(
        Kind.DEFAULT_DTYPES,
        "cache_of_zeros",
        Source("TransformerLensOrg/TransformerLens", 1260),
        "the cache is float32, and so is all that attends to it",
        Dtypes("float32", "bfloat16"),
    ),
    Mistake(
        Kind.DEFAULT_DTYPES,
        "shifted_tokens",
        Source("huggingface/peft", 3783),
        "zeros of float32 are put before the tokens of bfloat16",
        Dtypes("float32", "bfloat16"),
    ),
    Mistake(
        Kind.PRECISION,
        "scores_cast_after",
        Source("openxla/tokamax", 1306),
        "scores are rounded to bfloat16 before they are cast to float32",
        Values("False", "True"),
    ),
    Mistake(
        Kind.PRECISION,
        "mean_of_losses",
        Source("pytorch/xla", 2425),
        "the sum of losses is bfloat16, and does not grow beyond 512",
        Values("0.851562", "2.0"),
    ),
    Mistake(
        Kind.PRECISION,
        "rewards_to_go",
        Source("pytorch/torchtitan", 2336),
        "rewards are added up in bfloat16, which does not tell 599 from 600",
        Dtypes("bfloat16", "float32"),
    ),
    Mistake(
        Kind.NUMPY_OPERANDS,
        "gaussian_density",
        Source("netket/netket", 1218),
        "the constant is np.log of a float: densities of bfloat16 become float32",
        Dtypes("float32", "bfloat16"),
    ),
    Mistake(
        Kind.DEFAULT_DTYPES,
        "rendered_rays",
        Source("huggingface/peft", 3783),
        "the last distance is float32: so is the rendered color of bfloat16",
        Dtypes("float32", "bfloat16"),
    ),
    Mistake(
        Kind.LITERALS,
        "advantage_epsilon",
        Source("lightonai/pylate", 239),
        "the epsilon of the configuration is 0 in float16: equal advantages become NaN",
        Values("True", "False"),
    ),
    Mistake(
        Kind.LITERALS,
        "configured_decay",
        Source("d8ahazard/sd_dreambooth_extension", 1417),
        "0.9999 is 1 in bfloat16: the average never moves",
        Values("True", "False"),
    ),
    Mistake(
        Kind.NUMPY_OPERANDS,
        "atomic_masses",
        Source("graphcore-research/jax-scalify", 53),
        "masses are a NumPy array of float64: positions of float16 become float32",
        Dtypes("float32", "float16"),
    ),
    Mistake(
        Kind.NUMPY_OPERANDS,
        "spherical_walk",
        Source("netket/netket", 1218),
        "each step is a scalar of NumPy: latents of float16 become float32",
        Dtypes("float32", "float16"),
    ),
    Mistake(
        Kind.NUMPY_OPERANDS,
        "cosine_schedule",
        Source("mitsuba-renderer/drjit", 411),
        "after the warmup NumPy computes the rate: parameters of bfloat16 become float32",
        Dtypes("float32", "bfloat16"),
    ),
    Mistake(
        Kind.PRECISION,
        "unscaled_loss",
        Source("graphcore-research/jax-scalify", 80),
        "the scale is float32: gradients and parameters of float16 become float32",
        Dtypes("float32", "float16"),
    ),
    Mistake(
        Kind.DEFAULT_DTYPES,
        "beam_search",
        Source("kuprel/min-dalle", 13),
        "the scores of the beams begin as float32, and stay it",
        Dtypes("float32", "bfloat16"),
    ),
)
