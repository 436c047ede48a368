"""Dtypes, their names, and keys as values."""

from __future__ import annotations

from typing import Final

from tests.mistakes.mistake import Kind, Mistake, Raises, Source, Values

MISTAKES: Final = (
    Mistake(
        Kind.DTYPE_VALUES,
        "is_half",
        Source("jax-ml/jax", 3857),
        "a dtype is never the scalar type itself: the comparison is always False",
        Values("False", "True"),
    ),
    Mistake(
        Kind.DTYPE_VALUES,
        "short_name",
        Source("google/paxml", 7),
        '"bf16" is not a name that NumPy or JAX know',
        Raises(TypeError, "not understood"),
    ),
    Mistake(
        Kind.DTYPE_VALUES,
        "configured_name",
        Source("google/paxml", 7),
        "the default of the configuration is misspelt",
        Raises(TypeError, "not understood"),
    ),
    Mistake(
        Kind.DTYPE_VALUES,
        "array_as_dtype",
        Source("jax-ml/jax", 21856),
        "an array is passed where its dtype is meant",
        Raises(ValueError, "Passing an array as a dtype"),
    ),
    Mistake(
        Kind.DTYPE_VALUES,
        "numpy_issubdtype",
        Source("jax-ml/jax", 9179),
        "np.issubdtype does not count bfloat16 as floating",
        Values("False", "True"),
    ),
    Mistake(
        Kind.DTYPE_VALUES,
        "limits_of_model",
        Source("candle-org/MindAct", 2053),
        "np.finfo knows no bfloat16",
        Raises(ValueError, "not inexact"),
    ),
    Mistake(
        Kind.DTYPE_VALUES,
        "inexact_dtype",
        Source("jax-ml/jax", 6813),
        "np.issubdtype takes bfloat16 for no float, and the dtype is refused",
        Raises(ValueError, "must be a float"),
    ),
    Mistake(
        Kind.KEYS,
        "seed_plus_step",
        Source("jax-ml/jax", 17904),
        "a typed key takes part in no arithmetic",
        Raises(TypeError, "does not accept dtype"),
    ),
    Mistake(
        Kind.KEYS,
        "key_of_key",
        Source("jax-ml/jax", 16028),
        "a key is passed where a seed is meant",
        Raises(TypeError, "accepts a scalar seed"),
    ),
    Mistake(
        Kind.KEYS,
        "seed_as_key",
        Source("keras-team/keras-core", 651),
        "the seed itself is passed as the key",
        Raises(TypeError, "invalid PRNG key data"),
    ),
    Mistake(
        Kind.KEYS,
        "key_from_framework",
        Source("mlcommons/algorithmic-efficiency", 801),
        "the words of the key were converted to int32 on the way",
        Raises(TypeError, "expected key_data.dtype = uint32"),
    ),
    Mistake(
        Kind.KEYS,
        "saved_key",
        Source("jax-ml/jax", 24481),
        "NumPy makes no array of a typed key",
        Raises(TypeError, "cannot be converted to a NumPy array"),
    ),
    Mistake(
        Kind.KEYS,
        "stored_key",
        Source("jax-ml/jax", 17307),
        "the data of a key are uint32, and a list of Python integers is int32",
        Raises(TypeError, "uint32"),
    ),
    Mistake(
        Kind.KEYS,
        "mixed_seed",
        Source("jax-ml/jax", 17904),
        "a typed key is not a number: it has no arithmetic",
        Raises(TypeError, "does not accept dtype"),
    ),
    Mistake(
        Kind.KEYS,
        "exported_agent",
        Source("jax-ml/jax", 24481),
        "an agent exports its key, of which NumPy makes no array",
        Raises(TypeError, "cannot be converted to a NumPy array"),
    ),
    Mistake(
        Kind.DTYPE_VALUES,
        "float_dtype",
        Source("scverse/anndata", 1746),
        "a dtype is compared with float, which is float64: float32 is not found",
        Values("False", "True"),
    ),
    Mistake(
        Kind.DTYPE_VALUES,
        "cast_tree",
        Source("jax-ml/jax", 15396),
        "the default names a dtype that there is not",
        Raises(TypeError, "not understood"),
    ),
)
