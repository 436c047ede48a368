import jax.numpy as jnp


def causal_mask(length, dtype):
    keep = jnp.tril(jnp.ones((length, length), bool))
    return jnp.where(keep, 0, jnp.finfo(dtype).min).astype(dtype)


def padding_mask(lengths, length, dtype):
    keep = jnp.arange(length)[None, :] < lengths[:, None]
    return jnp.where(keep, 0, jnp.finfo(dtype).min).astype(dtype)[:, None, :]


def attention_bias(lengths, length, dtype=jnp.bfloat16):
    causal = causal_mask(length, dtype)
    padding = padding_mask(lengths, length, dtype)
    return jnp.maximum(causal + padding, jnp.finfo(dtype).min)


def main():
    bias = attention_bias(jnp.array([2, 4]), 4)
    return jnp.isinf(bias).any()
