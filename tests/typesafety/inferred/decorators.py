"""Functions under decorators, of the program and of libraries."""

import functools
from typing import reveal_type

import jax
import jax.numpy as jnp

bf16 = jnp.ones((3, 3), jnp.bfloat16)
f32 = jnp.ones((3, 3), jnp.float32)


def logged(fn):
    @functools.wraps(fn)
    def wrapper(*args, **kwargs):
        print(fn.__name__)
        return fn(*args, **kwargs)

    return wrapper


def plain(fn):
    def wrapper(*args):
        return fn(*args)

    return wrapper


def scaled_by(k):
    def decorator(fn):
        @functools.wraps(fn)
        def wrapper(x, *rest, **named):
            return fn(x, *rest, **named) * k

        return wrapper

    return decorator


def unchanged(fn):
    return fn


@logged
def product(x, y=1):
    return x * y


@plain
def total(x, y):
    return x + y


@scaled_by(2.0)
def named(x, *, y):
    return x + y


@jax.jit
@logged
def jitted_logged(x):
    return x + 1


@logged
@jax.jit
def logged_jitted(x):
    return x + 1


@scaled_by(bf16)
@functools.partial(jax.jit, static_argnames=("n",))
def scaled(x, n):
    return x * n


@jax.named_scope("scope")
def scoped(x):
    return x * 2


@jax.profiler.annotate_function
def annotated(x):
    return x * 2


@functools.cache
def table(n):
    return jnp.arange(n)


@unchanged
@logged
@unchanged
def thrice(x):
    return x * 2


@jax.custom_vjp
def with_rule(x, y):
    return x * y


def forward(x, y):
    return with_rule(x, y), (x, y)


def backward(saved, g):
    x, y = saved
    return (g * y).astype(x.dtype), (g * x).astype(y.dtype)


with_rule.defvjp(forward, backward)


@jax.custom_jvp
def with_tangent(x):
    return x * 2


class Model:
    @logged
    def method(self, x):
        return x + 1

    @functools.partial(jax.jit, static_argnums=0)
    def jitted(self, x):
        return x * 2

    @logged
    @functools.partial(jax.jit, static_argnums=0)
    def both(self, x, y):
        return x * y


reveal_type(product(bf16))
reveal_type(product(bf16, y=f32))
reveal_type(total(bf16, f32))
reveal_type(named(bf16, y=bf16))
reveal_type(jitted_logged(bf16))
reveal_type(logged_jitted(bf16))
reveal_type(scaled(f32, 2))
reveal_type(scoped(bf16))
reveal_type(annotated(bf16))
reveal_type(table(3))
reveal_type(thrice(bf16))
reveal_type(with_rule(bf16, f32))
reveal_type(jax.grad(lambda x: with_rule(x, f32).sum())(bf16))
reveal_type(forward(bf16, f32)[1][0])
reveal_type(Model().method(bf16))
reveal_type(Model().jitted(bf16))
reveal_type(Model().both(bf16, f32))
