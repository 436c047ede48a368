"""A perceptron of three layers, whose parameters exist in two precisions.

The optimizer keeps float32 master weights. They are rounded to bfloat16 for every step, and
all the arithmetic of the network happens there.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Generic, NamedTuple, TypeVar

import jax
import jax.numpy as jnp
import numpy as np

from promo_typing import Array

LEAK = np.float32(0.01)
KEEP = 0.9

Float = TypeVar("Float", bound=jnp.floating)


class Layer(NamedTuple, Generic[Float]):
    """Weights of shape (inputs, outputs) and a bias of shape (outputs,)."""

    weights: Array[Float]
    bias: Array[Float]


class Network(NamedTuple, Generic[Float]):
    """Hidden layers, and one that gives a score to each class."""

    hidden: tuple[Layer[Float], ...]
    output: Layer[Float]


def init_layer(key: Array, inputs: int, outputs: int) -> Layer[jnp.float32]:
    """Return random weights that keep the variance of the activations (He et al., 2015)."""
    noise: Array[jnp.float32] = jax.random.normal(key, (inputs, outputs), jnp.float32)
    return Layer(noise * math.sqrt(2 / inputs), jnp.zeros(outputs, jnp.float32))


def init(key: Array, sizes: Sequence[int]) -> Network[jnp.float32]:
    """Return the master weights for layers of these sizes, the input's size first."""
    keys = jax.random.split(key, len(sizes) - 1)
    pairs = zip(keys, sizes[:-1], sizes[1:], strict=True)
    layers = [init_layer(k, inputs, outputs) for k, inputs, outputs in pairs]
    return Network(tuple(layers[:-1]), layers[-1])


def half_layer(layer: Layer[jnp.float32]) -> Layer[jnp.bfloat16]:
    return Layer(layer.weights.astype(jnp.bfloat16), layer.bias.astype(jnp.bfloat16))


def half(network: Network[jnp.float32]) -> Network[jnp.bfloat16]:
    """Return the parameters to compute with."""
    hidden = tuple(half_layer(layer) for layer in network.hidden)
    return Network(hidden, half_layer(network.output))


def linear(layer: Layer[jnp.bfloat16], x: Array[jnp.bfloat16]) -> Array[jnp.bfloat16]:
    return x @ layer.weights + layer.bias


def leaky_relu(x: Array[jnp.bfloat16]) -> Array[jnp.bfloat16]:
    return jnp.where(x > 0, x, LEAK * x)


def dropout(key: Array, x: Array[jnp.bfloat16]) -> Array[jnp.bfloat16]:
    """Return the activations without a random tenth of them."""
    kept = jax.random.bernoulli(key, KEEP, x.shape)
    mask: Array[jnp.bfloat16] = kept.astype(jnp.bfloat16)
    return (x & mask) / KEEP


def apply(
    network: Network[jnp.bfloat16], images: Array[jnp.bfloat16], key: Array | None = None
) -> Array[jnp.bfloat16]:
    """Return the scores of shape (n, classes); with a key, some activations are left out."""
    x = images
    for layer in network.hidden:
        x = leaky_relu(linear(layer, x))
        x = x if key is None else dropout(key, x)
    return linear(network.output, x)
