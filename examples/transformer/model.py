"""A transformer that predicts the next token, in bfloat16 except for sums and exponentials."""

from __future__ import annotations

import math
from typing import Generic, NamedTuple, TypeVar

import jax
import jax.numpy as jnp
import numpy as np

from promo_typing import Array

TOKENS, LENGTH, WIDTH, HEADS, LAYERS = 64, 32, 64, 4, 3

Float = TypeVar("Float", bound=jnp.floating)


class Block(NamedTuple, Generic[Float]):
    """The parameters of all blocks; the first axis of each counts the blocks."""

    gains: Array[Float]
    qkv: Array[Float]
    out: Array[Float]
    up: Array[Float]
    down: Array[Float]


class Model(NamedTuple, Generic[Float]):
    embedding: Array[Float]
    blocks: Block[Float]


def init(key: Array) -> Model[jnp.float32]:
    """Return random master weights."""
    keys = jax.random.split(key, 5)

    def noise(key: Array, *shape: int) -> Array[jnp.float32]:
        return jax.random.normal(key, shape, jnp.float32) / math.sqrt(shape[-2])

    blocks = Block(
        jnp.ones((LAYERS, 2, WIDTH), jnp.float32),
        noise(keys[0], LAYERS, WIDTH, 3 * WIDTH),
        noise(keys[1], LAYERS, WIDTH, WIDTH),
        noise(keys[2], LAYERS, WIDTH, 4 * WIDTH),
        noise(keys[3], LAYERS, 4 * WIDTH, WIDTH),
    )
    return Model(noise(keys[4], TOKENS, WIDTH), blocks)


def positions() -> Array[jnp.bfloat16]:
    """Return sines of shape (LENGTH, WIDTH) that encode positions (Vaswani et al., 2017)."""
    angles = np.arange(LENGTH)[:, None] / 10000 ** (np.arange(0, WIDTH, 2) / WIDTH)
    table = np.concatenate([np.sin(angles), np.cos(angles)], axis=-1)
    return jnp.asarray(table, jnp.bfloat16)


def embed(
    model: Model[jnp.bfloat16], tokens: Array[jnp.int32], mask: Array[jnp.bool]
) -> Array[jnp.bfloat16]:
    """Return an array of shape (batch, LENGTH, WIDTH), zero where mask is false."""
    x = model.embedding[tokens] + positions()
    return jnp.where(mask[..., None], x, 0)


def normalize(x: Array[jnp.bfloat16], gain: Array[jnp.bfloat16]) -> Array[jnp.bfloat16]:
    """Return x with mean 0 and variance 1 along the last axis; the moments are float32."""
    wide = x.astype(jnp.float32)
    centered = wide - jnp.mean(wide, axis=-1, keepdims=True)
    variance = jnp.mean(centered * centered, axis=-1, keepdims=True)
    return (centered * jax.lax.rsqrt(variance + 1e-6)).astype(jnp.bfloat16) * gain


def attention(
    block: Block[jnp.bfloat16], x: Array[jnp.bfloat16], mask: Array[jnp.bool]
) -> Array[jnp.bfloat16]:
    """Return the weighted values of the positions up to each; mask of shape (batch, LENGTH)."""
    heads = (x @ block.qkv).reshape(*x.shape[:2], 3, HEADS, WIDTH // HEADS)
    q, k, v = heads[:, :, 0], heads[:, :, 1], heads[:, :, 2]
    scores = jnp.einsum("bqhd,bkhd->bhqk", q, k) / math.sqrt(WIDTH // HEADS)
    seen = jnp.tri(LENGTH, dtype=jnp.bool) & mask[:, None, None, :]
    wide = jnp.where(seen, scores.astype(jnp.float32), -1e9)
    weights = jax.nn.softmax(wide, axis=-1).astype(jnp.bfloat16)
    return jnp.einsum("bhqk,bkhd->bqhd", weights, v).reshape(x.shape) @ block.out


def layer(
    block: Block[jnp.bfloat16], x: Array[jnp.bfloat16], mask: Array[jnp.bool]
) -> Array[jnp.bfloat16]:
    x = x + attention(block, normalize(x, block.gains[0]), mask)
    return x + jax.nn.gelu(normalize(x, block.gains[1]) @ block.up) @ block.down


def apply(
    model: Model[jnp.bfloat16], tokens: Array[jnp.int32], mask: Array[jnp.bool]
) -> Array[jnp.bfloat16]:
    """Return scores of shape (batch, LENGTH, TOKENS) for the token after each position."""

    def body(
        x: Array[jnp.bfloat16], block: Block[jnp.bfloat16]
    ) -> tuple[Array[jnp.bfloat16], None]:
        return layer(block, x, mask), None

    x = embed(model, tokens, mask)
    x, _ = jax.lax.scan(body, x, model.blocks)
    return x @ model.embedding.T
