"""Programs of 30 to 70 lines that train, sample, simulate or quantize."""

from __future__ import annotations

from typing import Final

from tests.mistakes.mistake import Dtypes, Kind, Mistake, Raises, Source, Values

MISTAKES: Final = (
    Mistake(
        Kind.DEFAULT_DTYPES,
        "optimizer_loop",
        Source("google-deepmind/optax", 1108),
        "the momentum is float32: parameters of bfloat16 are float32 after the first step, which "
        "is compiled again",
        Dtypes("float32", "bfloat16"),
    ),
    Mistake(
        Kind.PRECISION,
        "accumulated_step",
        Source("mlnomadpy/flaxchat", 6),
        "gradients accumulated in float32 are not cast where they reach the parameters",
        Dtypes("float32", "bfloat16"),
    ),
    Mistake(
        Kind.DEFAULT_DTYPES,
        "scheduler_pipeline",
        Source("huggingface/diffusers", 606),
        "the state of the scheduler is float32: so are the latents from the first step on",
        Dtypes("float32", "bfloat16"),
    ),
    Mistake(
        Kind.NUMPY_OPERANDS,
        "polyak_target",
        Source("google-deepmind/optax", 1405),
        "the rate is computed by np.exp: the target network of float16 becomes float32",
        Dtypes("float32", "float16"),
    ),
    Mistake(
        Kind.DEFAULT_DTYPES,
        "image_loader",
        Source("keras-team/keras", 5208),
        "a loader divides bytes by a number in NumPy: its batches are float64, and the logits "
        "float32",
        Dtypes("float32", "bfloat16"),
    ),
    Mistake(
        Kind.DEFAULT_DTYPES,
        "fourier_features",
        Source("genmoai/mochi", 78),
        "features of positions are computed in float32, and not cast for the model",
        Dtypes("float32", "bfloat16"),
    ),
    Mistake(
        Kind.DEFAULT_DTYPES,
        "config_dtypes",
        Source("NVIDIA/TransformerEngine", 1481),
        "position embeddings in the weight dtype of the configuration meet its compute dtype",
        Dtypes("float32", "bfloat16"),
    ),
    Mistake(
        Kind.DEFAULT_DTYPES,
        "layer_scalar",
        Source("AI-Hypercomputer/maxtext", 3746),
        "a learned scalar in the weight dtype makes the activations float32",
        Dtypes("float32", "bfloat16"),
    ),
    Mistake(
        Kind.DEFAULT_DTYPES,
        "host_callback",
        Source("pymc-devs/pymc", 7593),
        "what the host returns is declared as float32 beside a memory of bfloat16",
        Dtypes("float32", "bfloat16"),
    ),
    Mistake(
        Kind.CARRIES,
        "memory_chain",
        Source("RobertTLange/gymnax", 24),
        "the reward is an integer in a step and a float in the first state",
        Raises(TypeError, "must have equal types"),
    ),
    Mistake(
        Kind.BRANCHES,
        "matrix_game",
        Source("instadeepai/matrax", 6),
        "a step returns integer rewards, a reset floats",
        Raises(TypeError, "must have"),
    ),
    Mistake(
        Kind.BRANCHES,
        "ddpm_variance",
        Source("huggingface/diffusers", 2155),
        "the branch that draws noise returns float32, the other one bfloat16",
        Raises(TypeError, "must have"),
    ),
    Mistake(
        Kind.LAX_OPERANDS,
        "cached_decoding",
        Source("google/tunix", 1321),
        "projections of float32 are written into a cache of bfloat16",
        Raises(TypeError, "same dtypes"),
    ),
    Mistake(
        Kind.LAX_OPERANDS,
        "float8_linear",
        Source("jax-ml/jax", 16705),
        "weights of float8 are multiplied with their scale of bfloat16",
        Raises(ValueError, "implicit dtype promotion"),
    ),
    Mistake(
        Kind.X64_ON,
        "ode_times",
        Source("patrick-kidger/diffrax", 197),
        "the times of linspace are float64, and a state of float32 changes its dtype in the scan",
        Raises(TypeError, "must have equal types"),
    ),
    Mistake(
        Kind.X64_ON,
        "column_physics",
        Source("climate-analytics-lab/jax-gcm", 393),
        "a hard-coded float32 begins the precipitation of a model that computes in float64",
        Raises(TypeError, "must have equal types"),
    ),
    Mistake(
        Kind.INTEGERS,
        "int8_convolution",
        Source("jax-ml/jax", 14585),
        "a convolution of int8 is added up in int8, and wraps around",
        Values("True", "False"),
    ),
    Mistake(
        Kind.LITERALS,
        "separator_labels",
        Source("jongwooko/distillm", 14),
        "-1 among labels of uint16 is 65535, which no test for negative ones finds",
        Values("16", "12"),
    ),
    Mistake(
        Kind.PRECISION,
        "half_average",
        Source("d8ahazard/sd_dreambooth_extension", 1415),
        "an average of bfloat16 that decays by 0.999 stays what it was",
        Values("True", "False"),
    ),
    Mistake(
        Kind.PRECISION,
        "fused_loss",
        Source("marin-community/marin", 8217),
        "logits are rounded to bfloat16 before they are cast to float32",
        Values("False", "True"),
    ),
    Mistake(
        Kind.DEFAULT_DTYPES,
        "residual_scales",
        Source("trevin-creator/autoresearch-mlx", 3),
        "each block is scaled by an item of a linspace: the residual stream becomes float32",
        Dtypes("float32", "float16"),
    ),
    Mistake(
        Kind.DEFAULT_DTYPES,
        "expert_routing",
        Source("labmlai/annotated_deep_learning_paper_implementations", 144),
        "the routing of a mixture is one_hot of the default dtype: what it combines is float32",
        Dtypes("float32", "bfloat16"),
    ),
    Mistake(
        Kind.NUMPY_OPERANDS,
        "image_statistics",
        Source("mistralai/mistral-common", 316),
        "batches of a generator are normalised by arrays of float64",
        Dtypes("float32", "bfloat16"),
    ),
    Mistake(
        Kind.LAX_OPERANDS,
        "gated_bias",
        Source("keras-team/keras", 19323),
        "lax.add does not promote: a parameter of float32 meets what a layer computed in bfloat16",
        Raises(TypeError, "lax.add requires arguments to have the same dtypes"),
    ),
    Mistake(
        Kind.NUMPY_OPERANDS,
        "adapter_scale",
        Source("google/flax", 4673),
        "an adapter is scaled by a number that np.sqrt made",
        Dtypes("float32", "bfloat16"),
    ),
    Mistake(
        Kind.NUMPY_OPERANDS,
        "rotary_cache",
        Source("huggingface/pytorch-image-models", 2794),
        "tables of sines and cosines are computed by NumPy, and not cast for the queries",
        Dtypes("float32", "float16"),
    ),
)
