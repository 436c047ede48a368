"""Parameters that take several arguments, functions that are arguments, and lambdas."""

from functools import partial
from typing import reveal_type

import jax
import jax.numpy as jnp

bf16 = jnp.ones((3, 3), jnp.bfloat16)
f32 = jnp.ones((3, 3), jnp.float32)
square = lambda x: x * x  # noqa: E731
added = jax.jit(lambda x, y: x + y)
SIZES = (bf16, f32)
NAMED = {"a": bf16}


def first_two(*xs):
    return xs[0] + xs[1]


def doubled(**named):
    return named["a"] * 2


def rest(x, *xs, scale=1.0, **named):
    return x * scale + named["shift"], xs[-1]


def applied(fn, *args, **named):
    return fn(*args, **named)


def composed(f, g):
    return lambda x: f(g(x))


def early(x, flag=True):
    if not flag:
        return x
    if x.ndim == 2:
        return x * 2
    return x + 1


def only(x, /, y, *, z=None):
    return x * y if z is None else z


def nothing():
    return bf16 * 2


reveal_type(nothing())
reveal_type(jax.jit(nothing)())
reveal_type(square(bf16))
reveal_type(added(bf16, 1))
reveal_type(first_two(bf16, f32))
reveal_type(first_two(*(bf16, f32)))
reveal_type(first_two(*SIZES))
reveal_type(doubled(a=bf16))
reveal_type(doubled(**NAMED))
reveal_type(rest(bf16, f32, bf16, shift=1)[0])
reveal_type(rest(bf16, f32, bf16, shift=1)[1])
reveal_type(rest(bf16, *(bf16, f32), scale=f32, shift=1)[0])
reveal_type(applied(early, bf16))
reveal_type(applied(early, bf16, flag=False))
reveal_type(applied(lambda x: x + 1, bf16))
reveal_type(applied(applied, square, bf16))  # unknown: recursion
reveal_type(composed(square, lambda x: x.astype(jnp.float16))(bf16))
reveal_type(composed(partial(first_two, f32), square)(bf16))
reveal_type(partial(applied, early)(bf16))
reveal_type(partial(early, flag=False)(bf16))
reveal_type(only(bf16, y=f32))
reveal_type(only(bf16, 2, z=f32))
reveal_type(jnp.stack([x * 2 for x in [bf16, bf16]]))
reveal_type(jnp.concatenate([bf16] * 2))
reveal_type(jnp.stack(sorted([f32], key=lambda x: 1)))
