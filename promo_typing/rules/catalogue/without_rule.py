"""Public functions that have no rule, each with the reason."""

from __future__ import annotations

from typing import Final

NO_ARRAYS: Final = "returns no arrays"
TRANSFORM: Final = "its result follows from the function that it is given, and is typed by it"
OF_FUNCTION: Final = "its result follows from the function that it is given, and may be anything"
PYTREE: Final = "keeps the arrays of a pytree as they are, and is typed by the pytree"

ACROSS_DEVICES: Final = "combines the arrays of a pytree across devices, and is typed by the pytree"
OF_NUMPY: Final = "returns an array of NumPy"
READ: Final = "takes the dtype of what it reads"
NOT_IMPLEMENTED: Final = "is not implemented by JAX, which says so when it is called"


def _of(module: str, names: str, reason: str) -> dict[str, str]:
    return {f"{module}.{name}": reason for name in names.split()}


WITHOUT_RULE: Final[dict[str, str]] = {
    **_of("jax.nn", "get_scaled_dot_general_config", NO_ARRAYS),
    **_of(
        "jax.dtypes",
        "canonicalize_dtype issubdtype itemsize_bits result_type scalar_type_of",
        NO_ARRAYS,
    ),
    **_of("jax.random", "Key key_dtype key_impl", NO_ARRAYS),
    **_of(
        "jax.numpy",
        "broadcast_shapes can_cast einsum_path get_printoptions isdtype isscalar issubdtype"
        " array_repr array_str iscomplexobj isrealobj iterable ndim printoptions promote_types"
        " result_type save savez set_printoptions shape size",
        NO_ARRAYS,
    ),
    **_of(
        "jax.lax",
        "ConvGeneralDilatedDimensionNumbers DotDimensionNumbers PrecisionLike after_all axis_size"
        " broadcast_shapes conv_dimension_numbers conv_general_permutations"
        " conv_general_shape_tuple conv_shape_tuple conv_transpose_shape_tuple create_token"
        " dce_sink dtype padtype_to_pads psend reduce_window_shape_tuple",
        NO_ARRAYS,
    ),
    **_of(
        "jax.lax",
        "associative_scan composite cond custom_linear_solve custom_root fori_loop map"
        " platform_dependent reduce reduce_window scan switch while_loop",
        TRANSFORM,
    ),
    **_of("jax.lax", "scatter_apply", OF_FUNCTION),
    **_of("jax.lax", "with_sharding_constraint", PYTREE),
    **_of("jax.lax", "precv psum_scatter_start ragged_all_to_all", ACROSS_DEVICES),
    **_of("jax.lax", "shape_as_value", OF_NUMPY),
    **_of(
        "jax.numpy",
        "apply_along_axis apply_over_axes fromfunction vectorize",
        TRANSFORM,
    ),
    **_of("jax.numpy", "from_dlpack load", READ),
    **_of("jax.numpy", "fromfile fromiter", NOT_IMPLEMENTED),
    **_of("jax.numpy", "frompyfunc", OF_FUNCTION),
    **_of("jax.scipy", "linalg.funm optimize.minimize", OF_FUNCTION),
    **_of(
        "jax.scipy.sparse.linalg",
        "bicgstab cg gmres",
        "solves for a pytree, which the operator that it is given maps",
    ),
    "jax.numpy.trim_zeros": "needs the values of its operand, which abstract evaluation lacks",
    **_of(
        "Array",
        "addressable_shards at committed copy_to_host_async device dtype flat global_shards"
        " is_fully_addressable is_fully_replicated item itemsize nbytes ndim shape sharding size",
        NO_ARRAYS,
    ),
    **_of("Array", "addressable_data to_device", "needs a device, which abstract evaluation lacks"),
}
"""The reason by the fully-qualified public name. A function is here or has a rule, never both."""
