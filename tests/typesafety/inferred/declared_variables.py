"""Variables that are declared as arrays without a dtype get the dtype of the assigned value."""

from typing import TYPE_CHECKING, Any, reveal_type

import jax
import jax.numpy as jnp

if TYPE_CHECKING:
    Unknown = Any
else:
    Unknown = jax.Array

bf16 = jnp.ones((3, 3), jnp.bfloat16)
f32 = jnp.ones((3, 3), jnp.float32)


def scaled(x):
    half: jax.Array = x * 0.5
    return half


reveal_type(scaled(bf16))
reveal_type(scaled(f32))


def annotated(x: jax.Array) -> jax.Array:
    half: jax.Array | None = x * 0.5
    if half is None:
        return x
    return half


reveal_type(annotated(bf16))


def assigned_again(x, y, flag):
    value: jax.Array = x
    before = value * 2
    if flag:
        value = y
    return before, value


reveal_type(assigned_again(bf16, f32, True)[0])
reveal_type(assigned_again(bf16, bf16, True)[1])


def changed_within(x, y):
    state: jax.Array = x

    def change():
        nonlocal state
        state = y

    change()
    return state


reveal_type(changed_within(bf16, f32))  # unknown: another function assigns it


def read_within(x, y):
    value: jax.Array = x

    def read():
        return value * 1

    first = read()
    value = y
    return first, read()


reveal_type(read_within(bf16, f32)[0])
reveal_type(read_within(bf16, f32)[1])


def anything(x):
    value: Any = x * 2
    return value


reveal_type(anything(bf16))


def alias(x):
    value: Unknown = x * 2
    before = value
    value = value.astype(jnp.int8)
    return before, value


reveal_type(alias(bf16)[0])
reveal_type(alias(bf16)[1])


def perhaps(x, number):
    value: Any = None
    if number > 0:
        value = x
    return value


reveal_type(perhaps(bf16, 1))  # unknown: it may be None


def anything_read_within(x, y):
    value: Any = x

    def read():
        return value * 1

    first = read()
    value = y
    return first, read()


reveal_type(anything_read_within(bf16, f32)[0])
reveal_type(anything_read_within(bf16, f32)[1])


def anything_changed_within(x, y):
    state: Any = x

    def change():
        nonlocal state
        state = y

    change()
    return state


reveal_type(anything_changed_within(bf16, f32))  # unknown: another function assigns it


def anything_in_a_loop(x, y):
    total: Any = x
    for _ in range(2):
        total = total + y
    return total


reveal_type(anything_in_a_loop(f32, bf16))
