"""Functions of jax.lax, which promotes nothing: its operands have one dtype, or JAX refuses them.

Weak types and Python scalars take part with the dtype that they have at run time.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from promo_typing.rules.group import group
from promo_typing.rules.model import Rule, Variant
from promo_typing.rules.products import PREFERRED

_lax: Final = partial(group, module="jax.lax")
_identical: Final = partial(_lax, combine="identical")

UNARY: Final[dict[str, Rule]] = {
    **_lax(
        "x",
        "acos acosh asin asinh atan atanh cos cosh exp exp2 expm1 log log1p log2 logistic"
        " reciprocal rsqrt sin sinh sqrt tan tanh",
        accepts="inexact",
    ),
    **_lax(
        "x",
        "bessel_i0e bessel_i1e cbrt ceil digamma erf erf_inv erfc floor lgamma round",
        accepts="real_inexact",
    ),
    **_lax("operand", "reduce_precision", accepts="real_inexact"),
    **_lax("x", "is_finite", accepts="real_inexact", results=("bool",)),
    **_lax("x", "neg one_minus_square sign square integer_pow", accepts="not_bool"),
    **_lax(
        "x",
        "abs",
        accepts="absolute but bool uint1 uint2 uint4 uint8 uint16 uint32 uint64",
        results=("absolute",),
    ),
    **_lax("x", "bitwise_not", accepts="integer_or_bool"),
    **_lax("x", "clz population_count", accepts="integer_or_bool but bool"),
    **_lax("x", "conj", accepts="lapack_inexact", results=("complex",)),
    **_lax("x", "imag real", accepts="only complex64 complex128 weak_complex", results=("real",)),
    **_lax("x", "stage"),
}
"""Elementwise functions of one operand."""

ELEMENTWISE: Final[dict[str, Rule]] = {
    **_identical("x y", "add div sub", accepts="not_bool"),
    **_identical(
        "x y",
        "mul",
        accepts="not_bool",
        dtype_parameter="out_dtype",
        dtype_combine="requested_multiple",
        narrowing="silent",
    ),
    **_identical("x y", "rem", accepts="not_complex but bool"),
    **_identical("x y", "max min"),
    **_identical("x y", "atan2", accepts="inexact"),
    **_lax("x y", "pow", combine="lax_power", accepts="inexact"),
    **_identical("x y", "bitwise_and bitwise_or bitwise_xor", accepts="integer_or_bool"),
    **_identical(
        "x y",
        "mulhi shift_left shift_right_arithmetic shift_right_logical",
        accepts="integer_or_bool but bool",
    ),
    **_identical("x y", "eq ne", results=("bool",)),
    **_identical("x y", "ge gt le lt", accepts="not_complex", results=("bool",)),
    **_identical("x y", "complex", accepts="only float32 float64 weak_float", results=("complex",)),
    **_identical("x1 x2", "nextafter", accepts="real_inexact"),
    **_identical("a x", "igamma igammac igamma_grad_a", accepts="real_inexact"),
    **_identical("x q", "zeta", accepts="real_inexact"),
    **_identical("m x", "polygamma", accepts="real_inexact"),
    **_identical("a b x", "betainc", accepts="real_inexact"),
    **_lax("*args", "random_gamma_grad", combine="sampled", accepts="real_inexact"),
    **_identical("a b", "rng_uniform"),
    **_identical("min x max", "clamp"),
    **_identical("on_true on_false", "select"),
    **_identical("*cases", "select_n"),
}
"""Elementwise functions of several operands."""

SHAPING: Final[dict[str, Rule]] = {
    **_lax(
        "operand",
        "broadcast broadcast_in_dim collapse dynamic_index_in_dim dynamic_slice"
        " dynamic_slice_in_dim gather index_in_dim reshape rev slice slice_in_dim sort tile"
        " transpose",
    ),
    **_lax("x", "broadcast_to_rank"),
    **_lax("arr like_arr", "broadcast_like", combine="first"),
    **_lax("array", "expand_dims squeeze"),
    **_lax("src", "index_take"),
    **_lax("x", "unstack", container="variadic"),
    **_lax("operand", "split", container="list"),
    **_lax(
        "keys values",
        "sort_key_val",
        combine="first",
        results=("same of keys", "same of values"),
        container="tuple",
    ),
    **_identical("operands[]", "concatenate stack"),
    **_identical("operand padding_value", "pad"),
    **_identical(
        "operand update",
        "dynamic_update_slice dynamic_update_slice_in_dim dynamic_update_index_in_dim",
        results=("concrete",),
    ),
    **_lax("operand updates", "scatter scatter_min scatter_max", combine="updated"),
    **_lax(
        "operand updates",
        "scatter_add scatter_sub scatter_mul",
        combine="updated",
        accepts="not_bool",
    ),
}
"""Functions that rearrange, join, select or replace elements."""

_EXTREMES: Final = ("same", "argpartition")

REDUCTIONS: Final[dict[str, Rule]] = {
    **_lax(
        "operand",
        "cumsum cumprod cummax cummin cumlogsumexp reduce_sum reduce_prod",
        accepts="not_bool",
    ),
    **_lax("operand", "reduce_max reduce_min"),
    **_lax(
        "operand",
        "reduce_and reduce_or reduce_xor",
        accepts="integer_or_bool but int1 int2 int4 uint1 uint2 uint4",
        results=("concrete",),
    ),
    **_lax(
        "operand",
        "argmax argmin",
        results=("int32",),
        dtype_parameter="index_dtype",
        dtype_combine="requested_index",
    ),
    **_lax("operand", "top_k", accepts="not_complex", results=_EXTREMES, container="tuple"),
    **_lax(
        "operand",
        "approx_max_k approx_min_k",
        accepts="real_inexact",
        results=_EXTREMES,
        container="tuple",
    ),
}
"""Functions that look at several elements."""

CREATION: Final[dict[str, Rule]] = {
    **_lax("operand", "convert_element_type", results=("concrete",), dtype_parameter="new_dtype"),
    **_lax(
        "operand",
        "bitcast_convert_type",
        results=("concrete",),
        dtype_parameter="new_dtype",
        dtype_combine="requested_bitcast",
    ),
    **_lax(
        "",
        "broadcasted_iota iota",
        combine="none",
        default="float32",
        dtype_parameter="dtype",
        dtype_combine="requested_number",
    ),
    **_lax(
        "key",
        "rng_bit_generator",
        results=("same of key", "uint32"),
        container="tuple",
        dtype_parameter="dtype",
        dtype_combine="requested_unsigned",
    ),
    **_lax("", "axis_index", combine="none", default="int32"),
    **_lax("fill_value", "full", dtype_parameter="dtype"),
    **_lax(
        "", "empty", combine="none", default="float32", dtype_parameter="dtype", narrowing="none"
    ),
    **_lax("x fill_value", "full_like", combine="first", dtype_parameter="dtype"),
}
"""Functions that make arrays of a dtype that they are told."""

_product: Final = partial(_lax, dtype_parameter=PREFERRED)

PRODUCTS: Final[dict[str, Rule]] = {
    **_product(
        "lhs rhs",
        "dot dot_general",
        combine="product",
        dtype_combine="requested_product",
    ),
    **_lax(
        "lhs rhs",
        "ragged_dot ragged_dot_general",
        combine="product",
        results=("concrete",),
        dtype_parameter=PREFERRED,
        dtype_combine="requested_contraction",
        narrowing="none",
    ),
    **_lax("lhs rhs", "batch_matmul", combine="product"),
    **_lax("lhs rhs", "conv_general_dilated_local", combine="product", results=("concrete",)),
    **_product(
        "lhs rhs",
        "conv conv_general_dilated conv_transpose conv_with_general_padding",
        combine="identical",
        dtype_combine="requested_convolution",
    ),
    **_product(
        "lhs",
        "conv_general_dilated_patches",
        results=("concrete",),
        dtype_combine="requested_convolution",
    ),
    **_product("", "scaled_dot", combine="none", default="bfloat16"),
    **_lax("x coeffs[]", "polynomial", combine="evaluated", unknown_for="bool"),
}
"""Sums of products."""

_REAL_TO_COMPLEX: Final = Rule(
    ("x",),
    accepts="lapack but complex64 complex128 weak_complex",
    results=("complex_concrete",),
)
_COMPLEX_TO_REAL: Final = Rule(("x",), results=("inexact_real_single",))

TRANSFORMS: Final[dict[str, Rule]] = {
    **_lax(
        "x",
        "fft",
        results=("complex_concrete",),
        variants=(
            *(Variant("fft_type", kind, _REAL_TO_COMPLEX) for kind in ("rfft", "RFFT")),
            *(Variant("fft_type", kind, _COMPLEX_TO_REAL) for kind in ("irfft", "IRFFT")),
        ),
    ),
}
"""Fourier transforms."""

LAX: Final[dict[str, Rule]] = {
    **UNARY,
    **ELEMENTWISE,
    **SHAPING,
    **REDUCTIONS,
    **CREATION,
    **PRODUCTS,
    **TRANSFORMS,
}
"""All functions of jax.lax that have a rule."""
