"""Two objects of one class whose fields have different dtypes, known for each object."""

import dataclasses
from dataclasses import dataclass
from typing import Any, NamedTuple, reveal_type

import jax
import jax.numpy as jnp
from jax import Array

f32 = jnp.ones(3, jnp.float32)
bf16 = jnp.ones(3, jnp.bfloat16)
i32 = jnp.arange(3)


class Layer:
    def __init__(self, size, dtype, scale=None):
        self.so_w = jnp.ones(size, dtype)
        self.so_b = self.biased(size, dtype)
        self.so_scale = scale

    def biased(self, size, dtype):
        return jnp.zeros(size, dtype)

    def __call__(self, x):
        return x * self.so_w + self.so_b


def called(x):
    return Layer(3, jnp.bfloat16)(x)


def called_in_turn(x):
    first, second = Layer(3, jnp.bfloat16), Layer(3, jnp.float32)
    return second(first(x))


def one_of_two(x, is_wide):
    return (Layer(3, jnp.float32) if is_wide else Layer(3, jnp.bfloat16)).so_w


def items(number):
    layers = [Layer(3, jnp.float32), Layer(3, jnp.bfloat16)]
    return layers[number].so_w


def appended(number):
    layers = [Layer(3, jnp.bfloat16)]
    layers.append(Layer(3, jnp.float32))
    return layers[number].so_w


def under_keys(key):
    layers = {"a": Layer(3, jnp.bfloat16)}
    layers["b"] = Layer(3, jnp.float32)
    return layers[key].so_w


reveal_type(called(bf16))
reveal_type(called(f32))
reveal_type(called_in_turn(bf16))
reveal_type(one_of_two(bf16, False))  # bfloat16 or float32 to mypy
reveal_type(items(0))  # unknown: it may be either
reveal_type(appended(1))  # unknown: so may this one
reveal_type(under_keys("b"))  # unknown: and this one


class Filled:
    def __init__(self, value):
        self.so_filled = value
        self.so_changed = value

    def fill(self, value):
        self.so_changed = value


def filled():
    one, other = Filled(f32), Filled(bf16)
    other.fill(i32)
    return one.so_filled, other.so_filled, other.so_changed


reveal_type(filled()[0])
reveal_type(filled()[1])
reveal_type(filled()[2])  # unknown: another method sets it


class State(NamedTuple):
    so_position: Array
    so_time: Array


def replaced():
    state = State(f32, i32)._replace(so_time=bf16)
    return state.so_position, state.so_time


def step(state):
    return State(state.so_position * 2, state.so_time + 1)


def unpacked():
    _, time = State(bf16, f32)
    return time


def cast(state):
    return jax.tree.map(lambda leaf: leaf.astype(jnp.float16), state)


def stepped(time):
    return step(State(f32, time)).so_time


def cast_down():
    return cast(State(f32, bf16)).so_time


def looped():
    start = State(bf16, jnp.int32(0))
    return jax.lax.fori_loop(0, 3, lambda i, state: step(state), start).so_position


reveal_type(replaced()[0])
reveal_type(replaced()[1])
reveal_type(stepped(i32))
reveal_type(stepped(bf16))
reveal_type(unpacked())
reveal_type(cast_down())
reveal_type(looped())


@jax.tree_util.register_dataclass
@dataclass
class Params:
    so_kernel: Array
    so_bias: Array


def halved(params: Params) -> Params:
    return jax.tree.map(lambda p: p.astype(jnp.float16), params)


def with_bias():
    params = Params(bf16, f32)
    params.so_bias = i32
    return params.so_kernel, params.so_bias


def copied():
    params = dataclasses.replace(Params(bf16, f32), so_kernel=f32)
    return params.so_kernel


def jitted():
    return jax.jit(lambda params: params.so_kernel * 2)(Params(f32, f32))


def differentiated():
    params = Params(bf16, f32)
    return jax.grad(lambda params: jnp.sum(params.so_kernel.astype(jnp.float32)))(params).so_kernel


reveal_type(with_bias()[0])
reveal_type(with_bias()[1])
reveal_type(copied())
reveal_type(jitted())
reveal_type(differentiated())
reveal_type(halved(Params(bf16, f32)).so_kernel)  # unknown: JAX puts another object together


@dataclass(frozen=True)
class Policy:
    so_compute_dtype: Any = jnp.bfloat16
    so_param_dtype: Any = jnp.float32

    def cast(self, tree):
        return jax.tree.map(lambda leaf: leaf.astype(self.so_compute_dtype), tree)


class Dense:
    def __init__(self, size, dtype=jnp.float32):
        self.so_dtype = dtype
        self.so_kernel_of_dtype = jnp.ones(size, self.so_dtype)

    def __call__(self, x):
        return x.astype(self.so_dtype) * self.so_kernel_of_dtype


def cast_by_default():
    return Policy().cast({"w": f32})["w"]


def cast_by_policy():
    return Policy(so_compute_dtype=jnp.float16).cast({"w": f32})["w"]


def dense():
    return Dense(3)(bf16), Dense(3, jnp.float16)(bf16)


reveal_type(cast_by_default())
reveal_type(cast_by_policy())
reveal_type(dense()[0])
reveal_type(dense()[1])
