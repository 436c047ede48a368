import jax
import jax.numpy as jnp
import numpy as np


def temperature(step, rate=1e-4, minimum=0.5):
    return max(minimum, float(np.exp(-rate * step)))


def gumbel_softmax(key, logits, step):
    g = jax.random.gumbel(key, logits.shape, logits.dtype)
    return jax.nn.softmax((logits + g) / temperature(step), axis=-1)


def main():
    logits = jnp.zeros((4, 10), dtype=jnp.bfloat16)
    for step in range(0, 30, 10):
        probs = gumbel_softmax(jax.random.key(step), logits, step)
    return probs
