"""Functions of jax.lax, which take no ranks but those that they are written for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from promo_typing.oracle.calls.call import (
    NO_LITERALS,
    Call,
    Invoke,
    after,
    any_rank,
    arrays,
    for_functions,
)


def _shaped(
    shape: tuple[int, ...], *more: Any, scalars: tuple[int, ...] = (), **keywords: Any
) -> tuple[Call, ...]:
    """Call with arrays of this shape alone, and further arguments after them."""
    return (
        Call(
            lambda f, x, k: f(*x, *more, **keywords, **k),
            shape,
            scalars=scalars,
            literals_from=NO_LITERALS,
        ),
    )


def _dimension_numbers(name: str, *arguments: Any, **keywords: Any) -> Any:
    """The dimension numbers of JAX's own class, which is only there once JAX is needed."""
    from jax import lax

    return getattr(lax, name)(*arguments, **keywords)


def _indices(dtype: Any = "int32") -> Any:
    import jax.numpy as jnp

    return jnp.zeros((1,), dtype)


def _as_tuple(function: Callable[..., Any], x: Sequence[Any], k: Mapping[str, Any]) -> Any:
    """Call a function that returns a list, where its annotation promises a tuple."""
    return tuple(function(*x, **k))


def _gather(function: Callable[..., Any], x: Sequence[Any], keywords: Mapping[str, Any]) -> Any:
    numbers = _dimension_numbers("GatherDimensionNumbers", (0,), (0,), (0,))
    return function(x[0], _indices(), numbers, (1, 2), **keywords)


def _scatter(function: Callable[..., Any], x: Sequence[Any], keywords: Mapping[str, Any]) -> Any:
    numbers = _dimension_numbers("ScatterDimensionNumbers", (1,), (0,), (0,))
    return function(x[0], _indices()[None], x[1], numbers, **keywords)


def _ragged_general(
    function: Callable[..., Any], x: Sequence[Any], keywords: Mapping[str, Any]
) -> Any:
    numbers = _dimension_numbers("RaggedDotDimensionNumbers", (((1,), (1,)), ((), ())), [0], [0])
    return function(x[0], x[1], _indices() + 2, numbers, **keywords)


def _three_dimensional(invoke: Invoke) -> Invoke:
    """Give the second operand a dimension more."""
    return lambda f, x, k: invoke(f, [x[0], x[1][None]], k)


def _scaled_dot(function: Callable[..., Any], x: Sequence[Any], k: Mapping[str, Any]) -> Any:
    import jax.numpy as jnp

    return function(jnp.zeros((2, 2)), jnp.zeros((2, 2)), **k)


def _named_axis(function: Callable[..., Any], x: Sequence[Any], k: Mapping[str, Any]) -> Any:
    import jax
    import jax.numpy as jnp

    return jax.vmap(lambda _: function("i", **k), axis_name="i")(jnp.zeros(2))


_ELEMENTWISE: Final = {
    **for_functions("jax.lax", "integer_pow", after(3)),
    **for_functions("jax.lax", "reduce_precision", after(5, 2)),
    **for_functions("jax.lax", "select", (Call(lambda f, x, k: f(True, *x, **k), ()),)),
    **for_functions("jax.lax", "select_n", (Call(lambda f, x, k: f(_indices()[0], *x, **k), ()),)),
    **for_functions("jax.lax", "rng_uniform", _shaped((), (2,))),
    **for_functions("jax.lax", "clamp broadcast_like", (Call(shape=()),)),
    **for_functions(
        "jax.lax",
        "random_gamma_grad",
        any_rank(lambda f, x, k: f(*x, **k), literals_from=NO_LITERALS, counts=(2,)),
    ),
}
"""Functions of numbers."""

_SHAPING: Final = {
    **for_functions("jax.lax", "broadcast", after((3,))),
    **for_functions("jax.lax", "broadcast_in_dim", arrays((2, 2), (0, 1))),
    **for_functions("jax.lax", "broadcast_to_rank", after(3)),
    **for_functions("jax.lax", "collapse", arrays(0)),
    **for_functions("jax.lax", "expand_dims", after((0,))),
    **for_functions("jax.lax", "reshape", arrays((4,))),
    **for_functions("jax.lax", "rev", arrays((0,))),
    **for_functions("jax.lax", "slice", arrays((0, 0), (1, 1))),
    **for_functions("jax.lax", "slice_in_dim", arrays(0, 1)),
    **for_functions("jax.lax", "squeeze", _shaped((1, 2), (0,))),
    **for_functions("jax.lax", "tile", arrays((2, 1))),
    **for_functions("jax.lax", "transpose", arrays((1, 0))),
    **for_functions("jax.lax", "index_in_dim dynamic_index_in_dim", arrays(0)),
    **for_functions("jax.lax", "dynamic_slice", arrays((0, 0), (1, 1))),
    **for_functions("jax.lax", "dynamic_slice_in_dim", arrays(0, 1)),
    **for_functions("jax.lax", "dynamic_update_slice", arrays((0, 0))),
    **for_functions("jax.lax", "dynamic_update_slice_in_dim", arrays(0, 0)),
    **for_functions("jax.lax", "dynamic_update_index_in_dim", arrays(0, 0)),
    **for_functions("jax.lax", "pad", _shaped((2, 2), [(0, 0, 0)] * 2, scalars=(1,))),
    **for_functions("jax.lax", "unstack", arrays()),
    **for_functions(
        "jax.lax", "concatenate", (Call(lambda f, x, k: f(x, 0), literals_from=NO_LITERALS),)
    ),
    **for_functions(
        "jax.lax", "stack", (Call(lambda f, x, k: f(x, 0), literals_from=NO_LITERALS),)
    ),
    **for_functions("jax.lax", "split", arrays((1, 1))),
    **for_functions("jax.lax", "gather", (Call(_gather, literals_from=NO_LITERALS),)),
    **for_functions(
        "jax.lax",
        "index_take",
        (Call(lambda f, x, k: f(x[0], (_indices(int),), (0,)), literals_from=NO_LITERALS),),
    ),
    **for_functions(
        "jax.lax",
        "scatter scatter_add scatter_sub scatter_mul scatter_min scatter_max",
        (Call(lambda f, x, k: _scatter(f, [x[0], x[1][:1]], k), literals_from=NO_LITERALS),),
    ),
}
"""Functions that move numbers."""

_REDUCING: Final = {
    **for_functions("jax.lax", "cumsum cumprod cummax cummin cumlogsumexp", arrays()),
    **for_functions(
        "jax.lax",
        "reduce_sum reduce_prod reduce_max reduce_min reduce_and reduce_or reduce_xor",
        arrays((0,)),
    ),
    **for_functions(
        "jax.lax",
        "argmax argmin",
        (
            Call(
                lambda f, x, k: f(x[0], 0, k.get("index_dtype", "int32")),
                literals_from=NO_LITERALS,
            ),
        ),
    ),
    **for_functions(
        "jax.lax",
        "top_k approx_max_k approx_min_k",
        (Call(lambda f, x, k: _as_tuple(f, (x[0], 1), k), literals_from=NO_LITERALS),),
    ),
    **for_functions("jax.lax", "sort", arrays()),
}
"""Functions that look at several elements."""

_CONVERTING: Final = {
    **for_functions(
        "jax.lax",
        "convert_element_type",
        any_rank(
            lambda f, x, k: f(x[0], k.get("new_dtype", x[0].dtype)),
            literals_from=NO_LITERALS,
            not_numpy=(0,),
        ),
    ),
    **for_functions(
        "jax.lax",
        "bitcast_convert_type",
        tuple(
            Call(
                lambda f, x, k: f(x[0], k.get("new_dtype", x[0].dtype)),
                shape,
                literals_from=NO_LITERALS,
                not_numpy=(0,),
            )
            for shape in ((), *((2**power,) for power in range(1, 7)), (3,), (6,))
        ),
    ),
    **for_functions(
        "jax.lax", "empty", (Call(lambda f, x, k: f((3,), k.get("dtype", "float32"))),)
    ),
    **for_functions("jax.lax", "iota", (Call(lambda f, x, k: f(k.get("dtype", "float32"), 3)),)),
    **for_functions(
        "jax.lax",
        "broadcasted_iota",
        (Call(lambda f, x, k: f(k.get("dtype", "float32"), (3,), 0)),),
    ),
    **for_functions("jax.lax", "full", (Call(lambda f, x, k: f((2,), x[0], **k), ()),)),
    **for_functions(
        "jax.lax", "full_like", (Call(scalars=(1,), literals_from=NO_LITERALS, not_numpy=(1,)),)
    ),
    **for_functions("jax.lax", "axis_index", (Call(_named_axis),)),
}
"""Functions that are given a dtype, and functions that create arrays without operands."""

_SORTING: Final = {
    **for_functions("jax.lax", "sort_key_val", arrays()),
    **for_functions(
        "jax.lax",
        "rng_bit_generator",
        (Call(lambda f, x, k: f(x[0], (3,), **k), (4,), literals_from=NO_LITERALS),),
    ),
}
"""Functions each of whose results has a dtype of its own."""

_PRODUCTS: Final = {
    **for_functions("jax.lax", "dot", arrays()),
    **for_functions("jax.lax", "dot_general", arrays((((1,), (0,)), ((), ())))),
    **for_functions("jax.lax", "batch_matmul", _shaped((2, 2, 2))),
    **for_functions("jax.lax", "scaled_dot", (Call(_scaled_dot),)),
    **for_functions(
        "jax.lax",
        "ragged_dot",
        (
            Call(
                _three_dimensional(lambda f, x, k: f(*x, _indices() + 2, **k)),
                literals_from=NO_LITERALS,
            ),
        ),
    ),
    **for_functions(
        "jax.lax",
        "ragged_dot_general",
        (Call(_three_dimensional(_ragged_general), literals_from=NO_LITERALS),),
    ),
    **for_functions(
        "jax.lax",
        "conv conv_general_dilated conv_transpose",
        _shaped((2, 2, 2, 2), (1, 1), "SAME"),
    ),
    **for_functions(
        "jax.lax",
        "conv_with_general_padding",
        _shaped((2, 2, 2, 2), (1, 1), [(0, 0)] * 2, None, None),
    ),
    **for_functions(
        "jax.lax",
        "conv_general_dilated_local",
        (
            Call(
                lambda f, x, k: f(x[0], x[1].reshape(2, 8, 1, 1), (1, 1), "VALID", (2, 2), **k),
                (2, 2, 2, 2),
                literals_from=NO_LITERALS,
            ),
        ),
    ),
    **for_functions(
        "jax.lax",
        "conv_general_dilated_patches",
        _shaped((2, 2, 2, 2), (2, 2), (1, 1), "SAME"),
    ),
    **for_functions(
        "jax.lax",
        "polynomial",
        (
            Call(
                lambda f, x, k: f(x[0], list(x[1:]), **k),
                literals_from=NO_LITERALS,
                not_numpy=(1, 2),
                counts=(2, 3),
            ),
        ),
    ),
}
"""Sums of products."""

_FOURIER: Final = {
    name: (
        Call(lambda f, x, k: f(x[0], k.get("fft_type", "fft"), (2,)), literals_from=NO_LITERALS),
    )
    for name in ("jax.lax.fft",)
}
"""Fourier transforms."""

CALLS: Final[dict[str, tuple[Call, ...]]] = {
    **_ELEMENTWISE,
    **_SHAPING,
    **_REDUCING,
    **_CONVERTING,
    **_SORTING,
    **_PRODUCTS,
    **_FOURIER,
}
