from dataclasses import dataclass

import jax
import jax.numpy as jnp
from jax import lax


@dataclass
class QTensor:
    values: jax.Array
    scale: jax.Array


def quantize(x, axes):
    scale = jnp.max(jnp.abs(x), axis=axes, keepdims=True) / 127
    return QTensor(jnp.round(x / scale).astype(jnp.int8), scale)


class QuantConv:
    def __init__(self, key, in_channels, out_channels, size=3):
        kernel = jax.random.uniform(key, (size, size, in_channels, out_channels))
        self.kernel = quantize(kernel, (0, 1, 2))

    def __call__(self, x):
        image = quantize(x, (1, 2, 3))
        out = lax.conv_general_dilated(  # mistake
            image.values,  # mistake
            self.kernel.values,  # mistake
            window_strides=(1, 1),  # mistake
            padding="SAME",  # mistake
            dimension_numbers=("NHWC", "HWIO", "NHWC"),  # mistake
        )  # mistake
        return out.astype(jnp.float32) * image.scale * self.kernel.scale  # mistake


def main() -> jax.Array:
    layers = [QuantConv(jax.random.key(0), 3, 8), QuantConv(jax.random.key(1), 8, 4)]
    x = jnp.abs(jax.random.normal(jax.random.key(2), (1, 6, 6, 3)))
    return jnp.any(layers[0](x) < 0)
