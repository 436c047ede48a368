from dataclasses import dataclass

import jax
import jax.numpy as jnp


@jax.tree_util.register_dataclass
@dataclass
class PackedWeight:
    packed: jax.Array
    scale: jax.Array


def pack(weight, group):
    rows, columns = weight.shape
    grouped = weight.reshape(rows // group, group, columns)
    scale = jnp.max(jnp.abs(grouped), axis=1, keepdims=True) / 8
    q = jnp.clip(jnp.round(grouped / scale), -8, 7) + 8
    q = q.reshape(rows, columns).astype(jnp.uint8)
    packed = (q[0::2] << 4) | q[1::2]
    return PackedWeight(packed, scale[:, 0])


def unpack(packed):
    high = packed >> 4
    low = packed & 0x0F
    both = jnp.stack([high, low], axis=1).reshape(-1, packed.shape[-1])
    return both - 8  # mistake


def dequantize(weight, group, dtype=jnp.float32):
    q = unpack(weight.packed)
    scale = jnp.repeat(weight.scale, group, axis=0)
    return q.astype(dtype) * scale


class Int4Linear:
    def __init__(self, weight, group=2):
        self.group = group
        self.weight = pack(weight, group)

    def __call__(self, x):
        return x @ dequantize(self.weight, self.group, x.dtype)


def main() -> jax.Array:
    layer = Int4Linear(jnp.array([[-8.0], [0.0]]))
    out = layer(jnp.array([[1.0, 0.0]]))
    return out[0, 0]
