import jax
import jax.numpy as jnp
import numpy as np


class Diffusion:
    def __init__(self, steps=10, start=1e-4, end=0.02):
        alphas_bar = np.cumprod(1.0 - np.linspace(start, end, steps))
        self.signal = np.sqrt(alphas_bar).tolist()
        self.noise = np.sqrt(1.0 - alphas_bar).tolist()

    def add_noise(self, key, x, t):
        eps = jax.random.normal(key, x.shape, x.dtype)
        return self.signal[t] * x + self.noise[t] * eps


def main() -> jax.Array:
    diffusion = Diffusion()
    return diffusion.add_noise(jax.random.key(0), jnp.ones((2, 3), jnp.bfloat16), 4)
