import jax.numpy as jnp


def quantize(x, scale, zero_point):
    q = jnp.round(x / scale) + zero_point
    return jnp.clip(q, -128, 127).astype(jnp.int8)


def dequantize(q, scale, zero_point):
    return (q.astype(jnp.int32) - zero_point) * scale


def fake_quant(x):
    lo, hi = jnp.min(x), jnp.max(x)
    scale = (hi - lo) / 255
    zero_point = (-128 - jnp.round(lo / scale)).astype(jnp.int8)
    return dequantize(quantize(x, scale, zero_point), scale, zero_point)


def main():
    return jnp.round(fake_quant(jnp.array([0.0, 1.0, 2.0, 4.0])))[3]
