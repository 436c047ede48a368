"""Functions of jax.nn, jax.nn.initializers, jax.image and jax.ops."""

from __future__ import annotations

from typing import Any, Final

from promo_typing.oracle.calls.call import (
    NO_LITERALS,
    Call,
    after,
    arrays,
    for_functions,
    named,
)
from promo_typing.oracle.calls.random import key
from promo_typing.oracle.calls.scipy import CALLS as SCIPY

_RESIZED: Final = (3, 3)


def _translated(f: Any, x: Any, k: Any) -> Any:
    row = x[0][0, :1].real.astype("float32")
    return f(x[0], _RESIZED, (0,), row, row, "linear")


def _segmented(f: Any, x: Any, k: Any) -> Any:
    return f(x[0], x[0][:, 0].astype("int32"), 2)


def _scaled(f: Any, x: Any, k: Any) -> Any:
    import jax.numpy as jnp

    matrix, scale = (jnp.zeros((1, 32, size)) for size in (32, 1))
    return f(matrix, matrix, scale, scale, **k)


def _made(*factory_arguments: Any) -> tuple[Call, ...]:
    """Call a factory of initializers, with the dtype for it and then for what it has made."""
    shape = (3, 2, 2)
    return (
        Call(lambda f, x, k: f(*factory_arguments, **k)(key(), shape)),
        Call(lambda f, x, k: f(*factory_arguments)(key(), shape, **k)),
    )


def _standardized(*given: str) -> dict[str, tuple[Call, ...]]:
    """Call with some statistics, and with what is added to the variance."""
    counts = (len(given) + 1, len(given) + 2)
    name = "".join(("jax.nn.standardize", *(f"[{each}=...]" for each in given)))
    names = " ".join(given)
    return {
        name: (named(1, f"{names} epsilon", literals_from=NO_LITERALS, counts=counts),),
    }


CALLS: Final[dict[str, tuple[Call, ...]]] = {
    **for_functions(
        "jax.nn",
        "celu elu squareplus",
        (Call(scalars=(1,), counts=(1, 2)),),
    ),
    "jax.nn.leaky_relu[negative_slope=...]": (Call(scalars=(1,)),),
    **for_functions(
        "jax.nn",
        "dot_product_attention",
        (Call(shape=(1, 2, 2, 2), literals_from=NO_LITERALS, counts=(3, 4)),),
    ),
    **for_functions("jax.nn", "scaled_dot_general", arrays((((1,), (0,)), ((), ())))),
    **for_functions("jax.nn", "scaled_matmul", (Call(_scaled),)),
    **for_functions("jax.nn", "glu softmax log_softmax", arrays()),
    **for_functions("jax.nn", "softmax[where=...] log_softmax[where=...]", arrays(where=True)),
    **for_functions("jax.nn", "standardize", arrays()),
    **_standardized("mean"),
    **_standardized("mean", "variance"),
    **_standardized("variance"),
    "jax.nn.standardize[epsilon=...]": (named(1, "epsilon", literals_from=NO_LITERALS),),
    **for_functions("jax.nn", "logsumexp", SCIPY["jax.scipy.special.logsumexp"]),
    **for_functions("jax.nn", "one_hot", after(3)),
    **for_functions(
        "jax.ops",
        "segment_sum segment_prod segment_max segment_min",
        (Call(_segmented, literals_from=NO_LITERALS),),
    ),
    **for_functions(
        "jax.image",
        "resize",
        (Call(lambda f, x, k: f(x[0], _RESIZED, "linear"), literals_from=NO_LITERALS),),
    ),
    **for_functions(
        "jax.image", "scale_and_translate", (Call(_translated, literals_from=NO_LITERALS),)
    ),
    **for_functions(
        "jax.nn.initializers",
        "zeros ones",
        (Call(lambda f, x, k: f(key(), (2, 2), **k)),),
    ),
    **for_functions(
        "jax.nn.initializers",
        "normal orthogonal uniform truncated_normal delta_orthogonal",
        _made(),
    ),
    **for_functions(
        "jax.nn.initializers",
        "glorot_normal glorot_uniform he_normal he_uniform kaiming_normal kaiming_uniform"
        " lecun_normal lecun_uniform xavier_normal xavier_uniform",
        _made(),
    ),
    **for_functions(
        "jax.nn.initializers",
        "variance_scaling",
        _made(1.0, "fan_in", "truncated_normal"),
    ),
    **for_functions("jax.nn.initializers", "constant", _made(1.0)),
}
