"""Fields of classes that are pytrees, which JAX takes apart and rebuilds."""

from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple, reveal_type

import jax
import jax.numpy as jnp
from jax import Array, lax

bf16 = jnp.ones((3, 3), jnp.bfloat16)
f32 = jnp.ones((3, 3), jnp.float32)


class Layer(NamedTuple):
    w: Array
    b: Array
    steps: Array
    rate: Any


class Model(NamedTuple):
    layer: Layer
    scale: Array


def init(key, size):
    layer = Layer(
        w=jax.random.normal(key, (size, size), jnp.bfloat16),
        b=jnp.zeros(size),
        steps=jnp.int32(0),
        rate=jnp.asarray(0.1),
    )
    return Model(layer, scale=jnp.ones(size, jnp.float16))


def loss(model: Model, x: Array) -> Array:
    return jnp.sum(x @ model.layer.w) * model.scale.mean() + model.layer.b.sum()


def float_loss(layer: Layer, x: Array) -> Array:
    return jnp.sum(x @ layer.w)


@jax.jit
def double(model: Model) -> Model:
    return jax.tree.map(lambda leaf: leaf * 2, model)


@partial(jax.jit, static_argnames="size")
def counted(layer: Layer, size: int) -> Layer:
    return layer._replace(steps=layer.steps + size)


def clipped(layer: Layer) -> Layer:
    decay = 0.5
    zeros = jax.tree.map(jnp.zeros_like, layer)
    return jax.tree.map(lambda one, other: one - decay * other, layer, zeros)


def body(carry: Layer, _: None) -> tuple[Layer, Array]:
    return carry._replace(b=carry.b * 0.5), carry.w


def look(model: Model) -> None:
    reveal_type(model.layer.w)
    reveal_type(model.layer.b)
    reveal_type(model.layer.steps)  # unknown: a map makes floats of integers
    reveal_type(model.scale)
    reveal_type(model.layer.w * model.scale)
    reveal_type(model.layer.rate)  # unknown: JAX may make the weak one strong


model: Model = init(jax.random.key(0), 3)
look(model)
look(double(model))
reveal_type(loss(model, bf16))
reveal_type(counted(model.layer, 3).steps)  # unknown: a map makes floats of integers
reveal_type(clipped(model.layer).b)
last, stacked = lax.scan(body, model.layer, None, 3)
reveal_type(last.b)
reveal_type(stacked)


@dataclass
class Plain:
    plain_w: Array
    plain_b: Array


jax.tree_util.register_dataclass(Plain, ["plain_w", "plain_b"], [])
plain = replace(Plain(bf16, f32), plain_b=f32 * 2)
reveal_type(plain.plain_w)
reveal_type(plain.plain_b)


def plain_loss(given: Plain) -> Array:
    return given.plain_w.sum() * given.plain_b.sum()


def gradient(given: Plain) -> Plain:
    return jax.grad(plain_loss)(given)


reveal_type(gradient(plain).plain_w)


@jax.tree_util.register_pytree_node_class
class Custom:
    def __init__(self, custom_w):
        self.custom_w = custom_w

    def tree_flatten(self):
        return (self.custom_w,), None

    @classmethod
    def tree_unflatten(cls, _, children):
        return cls(*children)


reveal_type(Custom(bf16).custom_w)  # unknown: JAX makes one of what it has
