"""Loops and conditionals: carries and stacked outputs keep their dtypes."""

from typing import NamedTuple, TypedDict, assert_type

import jax.numpy as jnp
from jax import Array, lax


class State(NamedTuple):
    mean: Array[jnp.float32]
    steps: Array[jnp.int32]


class Metrics(TypedDict):
    loss: Array[jnp.bfloat16]


def add(
    c: Array[jnp.float32], x: Array[jnp.bfloat16]
) -> tuple[Array[jnp.float32], Array[jnp.bfloat16]]:
    return c + x, x


def update(state: State, x: Array[jnp.bfloat16]) -> tuple[State, Metrics]:
    return State(state.mean + x.sum(), state.steps + 1), {"loss": x.sum()}


def advanced(state: State) -> State:
    return State(state.mean * 2, state.steps + 1)


def step(c: Array[jnp.float32], _: None) -> tuple[Array[jnp.float32], None]:
    return c * 2, None


def halved(x: Array[jnp.float32]) -> Array[jnp.float32]:
    return x / 2


def narrowed(x: Array[jnp.float32]) -> Array[jnp.bfloat16]:
    return x.astype(jnp.bfloat16)


def same(i: int, x: Array[jnp.float32]) -> Array[jnp.float32]:
    return x


def scan(f32: Array[jnp.float32], bf16: Array[jnp.bfloat16], i32: Array[jnp.int32]) -> None:
    assert_type(lax.scan(add, f32[0], bf16), tuple[Array[jnp.float32], Array[jnp.bfloat16]])
    state = State(f32[0, 0], i32[0, 0])
    final, metrics = lax.scan(update, state, bf16)
    assert_type(final, State)
    assert_type(metrics, Metrics)
    assert_type(lax.scan(step, f32, None, 3), tuple[Array[jnp.float32], None])
    assert_type(lax.scan(step, f32, length=3), tuple[Array[jnp.float32], None])


def promoted_start(bf16: Array[jnp.bfloat16]) -> None:
    def weak(c: Array[jnp.float32], x: Array[jnp.bfloat16]) -> tuple[Array[jnp.float32], None]:
        return c + x.sum().astype(jnp.float32), None

    assert_type(lax.scan(weak, 0.0, bf16), tuple[Array[jnp.float32], None])
    assert_type(lax.scan(weak, 0, bf16), tuple[Array[jnp.float32], None])


def loops(f32: Array[jnp.float32], i32: Array[jnp.int32]) -> None:
    assert_type(lax.while_loop(lambda c: c.steps < 3, advanced, State(f32, i32[0, 0])), State)
    assert_type(lax.fori_loop(0, 3, same, f32), Array[jnp.float32])
    assert_type(lax.map(narrowed, f32), Array[jnp.bfloat16])
    assert_type(lax.associative_scan(jnp.add, f32), Array[jnp.float32])


def conditionals(f32: Array[jnp.float32], i32: Array[jnp.int32]) -> None:
    assert_type(lax.cond(f32.sum() > 0, halved, halved, f32), Array[jnp.float32])
    assert_type(lax.cond(True, lambda: f32, lambda: f32 * 2), Array[jnp.float32])
    assert_type(lax.cond(True, advanced, advanced, State(f32, i32)), State)
    assert_type(lax.switch(i32[0, 0], [narrowed, narrowed], f32), Array[jnp.bfloat16])
    print(lax.cond(True, lambda: 1.0, lambda: f32[0, 0]).shape)


def lambdas(f32: Array[jnp.float32], bf16: Array[jnp.bfloat16]) -> None:
    final, stacked = lax.scan(lambda c, x: (c + x, x), f32[0], bf16)
    assert_type(final, Array[jnp.float32])
    assert_type(stacked, Array[jnp.bfloat16])
    assert_type(lax.while_loop(lambda c: c.sum() < 9, lambda c: c * 2, f32), Array[jnp.float32])
    assert_type(lax.fori_loop(0, 3, lambda i, c: c + i, f32), Array[jnp.float32])
    assert_type(lax.map(lambda row: row.astype(jnp.bfloat16), f32), Array[jnp.bfloat16])
    assert_type(lax.associative_scan(lambda a, b: a * b, f32), Array[jnp.float32])
    assert_type(lax.cond(True, lambda v: v, lambda v: v * 2, f32), Array[jnp.float32])
