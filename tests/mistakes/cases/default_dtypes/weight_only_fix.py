import jax
import jax.numpy as jnp


def quantize(w):
    scale = jnp.max(jnp.abs(w), axis=0, keepdims=True) / 127.0
    return jnp.round(w / scale).astype(jnp.int8), scale


def quantized_matmul(x, weights):
    values, scale = weights
    return (x @ values.astype(x.dtype)) * scale.astype(x.dtype)


def main() -> jax.Array:
    master = jax.random.normal(jax.random.key(0), (8, 4))
    weights = quantize(master)
    return quantized_matmul(jnp.ones((2, 8), jnp.bfloat16), weights)
