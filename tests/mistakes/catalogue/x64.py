"""64 bits that are not there, and 64 bits that nobody asked for."""

from __future__ import annotations

from typing import Final

from tests.mistakes.mistake import Dtypes, Kind, Mistake, Raises, Source, Values, Warns

MISTAKES: Final = (
    Mistake(
        Kind.X64_OFF,
        "simulation_state",
        Source("jax-ml/jax", 1333),
        "float64 is asked for, and the array is float32",
        Warns(UserWarning, "Explicitly requested dtype"),
    ),
    Mistake(
        Kind.X64_OFF,
        "class_ids",
        Source("keras-team/keras-core", 198),
        "int64 is asked for by name, and the array is int32",
        Warns(UserWarning, "Explicitly requested dtype"),
    ),
    Mistake(
        Kind.X64_OFF,
        "default_float",
        Source("climate-analytics-lab/jax-gcm", 175),
        "jnp.float_ is float64, whatever the default of JAX is",
        Warns(UserWarning, "Explicitly requested dtype"),
    ),
    Mistake(
        Kind.X64_OFF,
        "random_draw",
        Source("jax-ml/jax", 17366),
        "float64 is asked of jax.random, which draws float32",
        Warns(UserWarning, "Explicitly requested dtype"),
    ),
    Mistake(
        Kind.X64_OFF,
        "accumulated_sum",
        Source("mlcommons/algorithmic-efficiency", 525),
        "the sum is asked for in float64, and is float32",
        Warns(UserWarning, "Explicitly requested dtype"),
    ),
    Mistake(
        Kind.X64_OFF,
        "timestamps",
        Source("jax-ml/jax", 15042),
        "NumPy's int64 timestamps are cut to int32 without a word",
        Values("-807049216", "1.7e+06"),
    ),
    Mistake(
        Kind.X64_ON,
        "loop_counter",
        Source("Joshuaalbert/jaxns", 154),
        "with x64 on, the sum of int32 is int64, not the carry's int32",
        Raises(TypeError, "must have equal types"),
    ),
    Mistake(
        Kind.X64_ON,
        "loop_step",
        Source("jax-ml/jax", 833),
        "with x64 on, linspace is float64, and the carry of float32 grows to it",
        Raises(TypeError, "must have equal types"),
    ),
    Mistake(
        Kind.X64_ON,
        "chosen_action",
        Source("google-deepmind/mctx", 69),
        "with x64 on, argmax is int64 and is written into an array of int32",
        Warns(FutureWarning, "scatter inputs have incompatible types"),
    ),
    Mistake(
        Kind.X64_ON,
        "neighbour_list",
        Source("apax-hub/apax", 66),
        "with x64 on, jnp.arange is int64 and is written into a list of int32",
        Warns(FutureWarning, "scatter inputs have incompatible types"),
    ),
    Mistake(
        Kind.X64_ON,
        "slice_indices",
        Source("google-deepmind/gemma", 409),
        "with x64 on, the index 0 is int64 beside one of int32",
        Raises(TypeError, "integers of the same type"),
    ),
    Mistake(
        Kind.X64_ON,
        "tangent_basis",
        Source("mfschubert/sparsejac", 11),
        "with x64 on, the primal is float64 and the tangent float32",
        Raises(TypeError, "dtypes must be equal"),
    ),
    Mistake(
        Kind.X64_ON,
        "default_converter",
        Source("GalacticDynamics/coordinax", 755),
        "with x64 on, dtype=float means float64, and float32 is widened",
        Dtypes("float64", "float32"),
    ),
    Mistake(
        Kind.X64_ON,
        "normalisation",
        Source("netket/netket", 1218),
        "with x64 on, np.sqrt of a size is a float64 scalar: networks of float32 become float64",
        Dtypes("float64", "float32"),
    ),
    Mistake(
        Kind.X64_ON,
        "outer_product",
        Source("jax-ml/jax", 20929),
        "uint64 and int64 meet in float64",
        Dtypes("float64", "int64"),
    ),
    Mistake(
        Kind.X64_ON,
        "prodigy_correction",
        Source("google-deepmind/optax", 1051),
        "the bias correction is computed from an integer count, in float64",
        Dtypes("float64", "float32"),
    ),
    Mistake(
        Kind.X64_ON,
        "zoom_bracket",
        Source("jax-ml/jax", 6286),
        "the bracket of the line search begins in float64, the function is float32",
        Raises(TypeError, "must have equal types"),
    ),
    Mistake(
        Kind.X64_ON,
        "proposed_point",
        Source("Joshuaalbert/jaxns", 85),
        "the proposal is float32, the point that replaces it float64",
        Raises(TypeError, "must have equal types"),
    ),
    Mistake(
        Kind.X64_OFF,
        "default_precision",
        Source("patrick-kidger/equinox", 1154),
        "the default of the argument asks for float64, which there is not",
        Warns(UserWarning, "float64"),
    ),
    Mistake(
        Kind.X64_OFF,
        "scalar_type",
        Source("pnkraemer/probdiffeq", 802),
        "a number is made float64 by a lambda in a table of precisions",
        Warns(UserWarning, "float64"),
    ),
    Mistake(
        Kind.X64_ON,
        "solver_state",
        Source("patrick-kidger/diffrax", 67),
        "the time begins in float32, and the step is of the default dtype, float64",
        Raises(TypeError, "must have equal types"),
    ),
    Mistake(
        Kind.X64_ON,
        "network_params",
        Source("bytedance/jaqmc", 64),
        "the parameters are float32, the inputs float64: all that follows is float64",
        Dtypes("float64", "float32"),
    ),
)
