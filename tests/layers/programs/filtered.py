"""Functions without annotations under the transforms of equinox."""

from typing import reveal_type

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np

b16 = jnp.ones((2, 3), jnp.bfloat16)
f32 = jnp.ones((2, 3), jnp.float32)
wide = np.ones((2, 3))
weak = jnp.full((2, 3), 1.0)


@eqx.filter_jit
def scaled(x, rate):
    return x * rate, rate, np.ones(2)


@eqx.filter_jit
def squared(x):
    return x**2


@eqx.filter_vmap
def row(x):
    return jnp.dot(x, x)


@eqx.filter_value_and_grad
def loss(params, x):
    return jnp.mean((x @ params["w"] + params["b"]) ** 2)


@eqx.filter_value_and_grad(has_aux=True)
def with_parts(params, x):
    return jnp.mean(x * params), x


def with_aux(params, x):
    value = jnp.mean(x * params)
    return value, {"value": value.astype(jnp.bfloat16), "count": jnp.int32(3)}


class Model(eqx.Module):
    weight: jax.Array

    def __init__(self, size):
        self.weight = jnp.ones((size, size), jnp.bfloat16)

    @eqx.filter_jit
    def __call__(self, x):
        return x @ self.weight


@eqx.filter_jit
def step(model, x, rate):
    value, _ = eqx.filter_value_and_grad(model_loss)(model, x)
    return value * rate


def model_loss(model, x):
    return jnp.sum(model(x))


def with_rate():
    _, rate, _ = scaled(b16, 2.0)
    return b16 * rate


def part(name):
    (_, parts), _ = eqx.filter_value_and_grad(with_aux, has_aux=True)(f32, b16)
    return parts[name]


y, _, made = scaled(b16, 2.0)
reveal_type(y)
reveal_type(with_rate())
reveal_type(made)
wider, rate32, _ = scaled(f32, np.float64(2))
reveal_type(wider)
reveal_type(rate32)
reveal_type(squared(wide))
reveal_type(squared(weak))
reveal_type(eqx.filter_checkpoint(squared)(b16))
reveal_type(row(b16))
reveal_type(eqx.filter_vmap(lambda x: x * 2)(b16))
params = {"w": jnp.ones((3, 3), jnp.bfloat16), "b": jnp.ones(3, jnp.float32)}
value, grads = loss(params, f32)
reveal_type(value)
reveal_type(grads["w"])
reveal_type(grads["b"])
(value, _), slope = eqx.filter_value_and_grad(with_aux, has_aux=True)(f32, b16)
reveal_type(value)
reveal_type(part("value"))
reveal_type(part("count"))
reveal_type(slope)
narrow, more = eqx.filter_grad(with_aux, has_aux=True)(b16, b16)
reveal_type(narrow)
reveal_type(more["value"])
(value, same), _ = with_parts(f32, b16)
reveal_type(value)  # unknown: the decorator is called before it gets the function
reveal_type(same)  # unknown: so is what comes beside the value
model = Model(3)
reveal_type(model(b16))  # unknown: it is called by an object that equinox makes of the method
reveal_type(step(model, b16, 2.0))  # unknown: so is the model's loss


class Layer(eqx.Module):
    weight: jax.Array
    bias: jax.Array
    act: object = eqx.field(static=True)

    def __init__(self, size):
        self.weight = jnp.ones((size, size), jnp.bfloat16)
        self.bias = jnp.zeros(size)
        self.act = jnp.tanh

    def __call__(self, x):
        return x @ self.weight, x.astype(jnp.float32) + self.bias


def apart(x):
    layer = Layer(3)
    params, static = eqx.partition(layer, eqx.is_array)

    def body(carry, _):
        return carry, eqx.combine(params, static)(carry)

    scanned = jax.lax.scan(body, x, None, length=2)[1]
    only = eqx.filter(layer, eqx.is_inexact_array)
    filled = eqx.filter({"w": b16}, eqx.is_array, inverse=True, replace=1.0)
    unpacked = eqx.combine(*eqx.partition({"w": b16}, eqx.is_array))
    return (
        *(*eqx.combine(params, static)(x), *scanned, x @ only.weight),
        *(x * filled["w"], x * unpacked["w"]),
    )


reveal_type(apart(b16)[0])
reveal_type(apart(b16)[1])
reveal_type(apart(b16)[2])
reveal_type(apart(b16)[3])
reveal_type(apart(b16)[4])
reveal_type(apart(b16)[5])  # unknown: something else is in its place
reveal_type(apart(b16)[6])  # unknown: how many trees there are is not said


def updated(x):
    layer = Layer(3)
    params = {"w": b16, "n": jnp.arange(3), "size": 3}
    steps = {"w": b16, "n": jnp.arange(3), "size": 3}
    alike = eqx.apply_updates(params, steps)
    other = eqx.apply_updates({"w": b16}, {"w": f32})
    return x * alike["w"], alike["n"], x @ eqx.apply_updates(layer, layer).weight, x + other["w"]


reveal_type(updated(b16)[0])
reveal_type(updated(b16)[1])
reveal_type(updated(b16)[2])
reveal_type(updated(b16)[3])  # unknown: the update may have another dtype
