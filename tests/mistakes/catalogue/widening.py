"""Arrays that become wider than they were meant to be."""

from __future__ import annotations

from typing import Final

from tests.mistakes.mistake import Dtypes, Kind, Mistake, Source

MISTAKES: Final = (
    Mistake(
        Kind.NUMPY_OPERANDS,
        "attention_scale",
        Source("netket/netket", 1218),
        "np.sqrt gives a NumPy scalar, which is not weak: scores and probabilities are float32",
        Dtypes("float32", "bfloat16"),
    ),
    Mistake(
        Kind.NUMPY_OPERANDS,
        "gelu_constant",
        Source("jax-ml/jax", 2259),
        "the constant is a NumPy scalar: the activation of bfloat16 is float32",
        Dtypes("float32", "bfloat16"),
    ),
    Mistake(
        Kind.NUMPY_OPERANDS,
        "learning_rate",
        Source("google-deepmind/optax", 1405),
        "a learning rate held as a NumPy scalar makes parameters of bfloat16 float32",
        Dtypes("float32", "bfloat16"),
    ),
    Mistake(
        Kind.NUMPY_OPERANDS,
        "pixel_range",
        Source("p-doom/jasmine", 123),
        "NumPy divides its own bfloat16 array, and gives float32: the model runs in float32",
        Dtypes("float32", "bfloat16"),
    ),
    Mistake(
        Kind.NUMPY_OPERANDS,
        "position_table",
        Source("AI-Hypercomputer/maxtext", 936),
        "the table of positions was computed by NumPy: what it is added to becomes float32",
        Dtypes("float32", "bfloat16"),
    ),
    Mistake(
        Kind.NUMPY_OPERANDS,
        "channel_statistics",
        Source("CODAIT/deep-histopath", 9),
        "means and deviations are NumPy arrays of floats: images of float16 become float32",
        Dtypes("float32", "float16"),
    ),
    Mistake(
        Kind.NUMPY_OPERANDS,
        "alibi_slopes",
        Source("huggingface/transformers", 18022),
        "the slopes are a NumPy array of floats: the biased scores are float32",
        Dtypes("float32", "bfloat16"),
    ),
    Mistake(
        Kind.NUMPY_OPERANDS,
        "mask_value",
        Source("jax-ml/jax", 6875),
        "a mask value of np.float32 makes the scores of bfloat16 float32",
        Dtypes("float32", "bfloat16"),
    ),
    Mistake(
        Kind.NUMPY_OPERANDS,
        "initializer_scale",
        Source("jax-ml/jax", 1830),
        "weights are scaled by np.sqrt, a NumPy scalar, and become float32",
        Dtypes("float32", "bfloat16"),
    ),
    Mistake(
        Kind.NUMPY_OPERANDS,
        "diffusion_schedule",
        Source("huggingface/diffusers", 3039),
        "the noise schedule is a table of NumPy: the noisy sample of bfloat16 is float32",
        Dtypes("float32", "bfloat16"),
    ),
    Mistake(
        Kind.NUMPY_OPERANDS,
        "small_integers",
        Source("jax-ml/jax", 6874),
        "NumPy adds first and gives int64; with x64 off the sum of int16 is int32",
        Dtypes("int32", "int16"),
    ),
    Mistake(
        Kind.DEFAULT_DTYPES,
        "dropout_noise",
        Source("jax-ml/jax", 2274),
        "random.normal draws float32, and the noisy activations become float32",
        Dtypes("float32", "bfloat16"),
    ),
    Mistake(
        Kind.DEFAULT_DTYPES,
        "uniform_bounds",
        Source("jax-ml/jax", 15177),
        "bounds of bfloat16 do not make uniform draw bfloat16: it draws float32",
        Dtypes("float32", "bfloat16"),
    ),
    Mistake(
        Kind.DEFAULT_DTYPES,
        "one_hot_labels",
        Source("labmlai/annotated_deep_learning_paper_implementations", 144),
        "one_hot gives float32, and tokens of bfloat16 go to their experts in float32",
        Dtypes("float32", "bfloat16"),
    ),
    Mistake(
        Kind.DEFAULT_DTYPES,
        "drop_path_rates",
        Source("trevin-creator/autoresearch-mlx", 3),
        "linspace gives float32: the residual branch is float32 from the first layer on",
        Dtypes("float32", "bfloat16"),
    ),
    Mistake(
        Kind.DEFAULT_DTYPES,
        "inference_cache",
        Source("NVIDIA/TransformerEngine", 319),
        "the cache was allocated without a dtype: keys of bfloat16 are joined to float32",
        Dtypes("float32", "bfloat16"),
    ),
    Mistake(
        Kind.DEFAULT_DTYPES,
        "loss_weights",
        Source("google-deepmind/jmp", 47),
        "weights from a list of Python floats are float32, not weak: the weighted loss is float32",
        Dtypes("float32", "float16"),
    ),
    Mistake(
        Kind.DEFAULT_DTYPES,
        "rotary_angles",
        Source("AI-Hypercomputer/maxtext", 936),
        "the angles are float32, as they should be, but sine and cosine are not cast back",
        Dtypes("float32", "bfloat16"),
    ),
    Mistake(
        Kind.DEFAULT_DTYPES,
        "embedding_table",
        Source("huggingface/transformers", 18462),
        "the table of embeddings is float32, and the lookup is not cast to the dtype of the model",
        Dtypes("float32", "bfloat16"),
    ),
    Mistake(
        Kind.DEFAULT_DTYPES,
        "causal_mask",
        Source("huggingface/transformers", 18022),
        "the multiplied mask is float32, and so is what it masks",
        Dtypes("float32", "float16"),
    ),
    Mistake(
        Kind.DEFAULT_DTYPES,
        "mixed_precision_step",
        Source("huggingface/transformers", 12534),
        "the inputs were never cast: the forward pass in bfloat16 runs in float32",
        Dtypes("float32", "bfloat16"),
    ),
)
