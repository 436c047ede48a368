import jax
import jax.numpy as jnp
import numpy as np


class GaussianDiffusion:
    def __init__(self, timesteps):
        betas = np.linspace(1e-4, 0.02, timesteps)
        alphas_bar = np.cumprod(1.0 - betas)
        self.sqrt_ab = jnp.asarray(np.sqrt(alphas_bar), jnp.bfloat16)
        self.sqrt_one_minus = jnp.asarray(np.sqrt(1.0 - alphas_bar), jnp.bfloat16)

    def q_sample(self, x0, t, noise):
        a = self.sqrt_ab[t][:, None]
        s = self.sqrt_one_minus[t][:, None]
        return a * x0 + s * noise


def main() -> jax.Array:
    diffusion = GaussianDiffusion(10)
    x0 = jnp.ones((2, 4), jnp.bfloat16)
    noise = jax.random.normal(jax.random.key(0), x0.shape, x0.dtype)
    t = jnp.array([1, 5])
    return diffusion.q_sample(x0, t, noise)
