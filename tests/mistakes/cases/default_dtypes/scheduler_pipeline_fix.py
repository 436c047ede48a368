from typing import NamedTuple

import jax
import jax.numpy as jnp


class SchedulerState(NamedTuple):
    sigmas: jax.Array
    timesteps: jax.Array
    init_noise_sigma: jax.Array


class EulerScheduler:
    def __init__(self, num_train_timesteps=1000, beta_start=0.00085, beta_end=0.012):
        self.num_train_timesteps = num_train_timesteps
        self.beta_start = beta_start
        self.beta_end = beta_end

    def create_state(self, num_inference_steps):
        betas = (
            jnp.linspace(self.beta_start**0.5, self.beta_end**0.5, self.num_train_timesteps) ** 2
        )
        alphas_cumprod = jnp.cumprod(1.0 - betas)
        all_sigmas = jnp.sqrt((1 - alphas_cumprod) / alphas_cumprod)
        timesteps = jnp.linspace(self.num_train_timesteps - 1, 0, num_inference_steps)
        sigmas = jnp.interp(timesteps, jnp.arange(self.num_train_timesteps), all_sigmas)
        sigmas = jnp.concatenate([sigmas, jnp.zeros(1)])
        return SchedulerState(sigmas, timesteps, sigmas.max())

    def step(self, state, model_output, index, sample):
        sigma, next_sigma = state.sigmas[index], state.sigmas[index + 1]
        sigma, next_sigma = sigma.astype(sample.dtype), next_sigma.astype(sample.dtype)
        pred_original = sample - sigma * model_output
        derivative = (sample - pred_original) / sigma
        return sample + derivative * (next_sigma - sigma)


class UNet:
    def __init__(self, key, channels, dtype):
        self.dtype = dtype
        self.kernel = jax.random.normal(key, (channels, channels), dtype) * 0.1

    def __call__(self, sample, context):
        return jnp.tanh(sample @ self.kernel + context)


def main() -> jax.Array:
    dtype = jnp.bfloat16
    scheduler = EulerScheduler()
    state = scheduler.create_state(4)
    unet = UNet(jax.random.key(0), 4, dtype)
    latents = jax.random.normal(jax.random.key(1), (2, 8, 4), dtype)
    context = jnp.zeros((2, 1, 4), dtype)
    for i in range(4):
        noise_pred = unet(latents, context)
        latents = scheduler.step(state, noise_pred, i, latents)
    return latents
