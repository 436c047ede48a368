import jax.numpy as jnp
import numpy as np


def expected_value(f, mean, std, order=8):
    nodes, weights = np.polynomial.hermite.hermgauss(order)
    total = jnp.zeros_like(mean)
    for z, w in zip(nodes, weights, strict=True):
        total = total + w * f(mean + 1.4142135 * std * z)  # mistake
    return total / 1.7724538


def main():
    mean = jnp.zeros((4,), jnp.bfloat16)
    std = jnp.ones((4,), jnp.bfloat16)
    return expected_value(jnp.tanh, mean, std)
