"""A function that is returned uses the last values of the variables around it."""

from __future__ import annotations

import functools
from typing import reveal_type

import jax
import jax.numpy as jnp

bf16 = jnp.zeros(3, jnp.bfloat16)
f32 = jnp.zeros(3)
f16 = jnp.zeros(3, jnp.float16)
u8 = jnp.zeros(3, jnp.uint8)


def second(_, y):
    return y


def weak_now(x):
    x = second(x, jnp.asarray(2.0))
    return lambda a: a + x


def cast_now(x):
    x = x.astype(jnp.bfloat16)

    def inner(a):
        return a * x

    return inner


def bound_twice(x):
    y = second(x, f32)
    y = second(y, f16)
    return lambda a: (a + y, y)


def bound_after(x):
    late = lambda a: a + x  # noqa: E731
    x = x.astype(jnp.float16)
    return late


def in_a_branch(x, *, narrow):
    if narrow:
        x = x.astype(jnp.float16)
        return lambda a: a + x
    x = second(x, jnp.asarray(1.0))
    return lambda a: x * a


def before_it_is_bound(x, *, early):
    if early:
        return lambda a: a * 2
    y = x
    y = y.astype(jnp.bfloat16)
    return lambda a: a * y


def after(first, then):
    return lambda a: then(first(a))


def handed_on(x):
    x = x.astype(jnp.bfloat16)
    return after(lambda a: a * x, lambda a: a + 1)


def called_between(x):
    def inner(a):
        return a * x

    before = inner(u8)
    x = second(x, jnp.asarray(2.0))
    return before, inner(u8), jax.vmap(lambda a: inner(a))(u8)


def starred(last):
    def decorate(function):
        return lambda *args: last(function(*args))

    return decorate


def decorated(x):
    @starred(jax.nn.relu)
    def inner(a):
        return a + x

    return inner


def bound(x):
    return functools.partial(lambda function, a: function(a), lambda a: a + x)


def changed_later(x):
    def maker():
        return lambda a: a + x

    made = maker()
    rectified = starred(jax.nn.relu)(lambda a: a * x)
    before = made(bf16)
    x = x.astype(jnp.bfloat16)
    return before, made(bf16), rectified(bf16)


def changed_before_the_end(x):
    def maker(y):
        return lambda a: a + x * y

    made = maker(bf16)
    x = x.astype(jnp.bfloat16)
    return made, maker


def given_back(x, given):
    x = x.astype(jnp.bfloat16)
    if given is not None:
        return given
    return lambda a: a + x


reveal_type(weak_now(f32)(u8))
reveal_type(cast_now(f32)(bf16))
reveal_type(bound_twice(f32)(f16)[0])
reveal_type(bound_twice(f32)(f16)[1])
reveal_type(bound_after(f32)(f16))
reveal_type(in_a_branch(f32, narrow=True)(f16))
reveal_type(in_a_branch(f32, narrow=False)(u8))
reveal_type(before_it_is_bound(f32, early=False)(bf16))
reveal_type(handed_on(f32)(bf16))
reveal_type(called_between(f16)[0])
reveal_type(called_between(f16)[1])
reveal_type(called_between(f16)[2])
wide, narrow = decorated(f32), decorated(f16)
reveal_type(wide(f16))
reveal_type(narrow(f16))
wide, narrow = bound(f32), bound(f16)
reveal_type(wide(f16))
reveal_type(narrow(f16))
reveal_type(changed_later(f16)[0])
reveal_type(changed_later(f16)[1])
reveal_type(changed_later(f16)[2])
reveal_type(changed_before_the_end(f16)[0](bf16))
reveal_type(changed_before_the_end(f16)[1](f16)(f16))
reveal_type(changed_before_the_end(f16)[1](bf16)(bf16))
reveal_type(given_back(f16, given_back(f16, None))(bf16))
reveal_type(given_back(f16, lambda a: a * f16)(f16))
