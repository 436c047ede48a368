import jax
import jax.numpy as jnp
import numpy as np


class FlowMatchScheduler:
    def __init__(self, train_steps=1000, shift=3.0):
        self.train_steps = train_steps
        self.shift = shift

    def set_timesteps(self, steps):
        t = np.linspace(1.0, 1.0 / self.train_steps, steps)
        sigmas = self.shift * t / (1 + (self.shift - 1) * t)
        self.sigmas = np.append(sigmas, 0.0)
        self.timesteps = sigmas * self.train_steps

    def step(self, velocity, index, sample):
        dt = float(self.sigmas[index + 1] - self.sigmas[index])
        return sample + dt * velocity


class Velocity:
    def __init__(self, key, channels, width):
        k1, k2 = jax.random.split(key)
        self.w1 = jax.random.normal(k1, (channels, width), jnp.bfloat16)
        self.w2 = jax.random.normal(k2, (width, channels), jnp.bfloat16)

    def __call__(self, latents, timestep, guidance):
        h = jax.nn.silu(latents @ self.w1 + guidance)
        return h @ self.w2


class Pipeline:
    def __init__(self, model, scheduler, channels=4):
        self.model = model
        self.scheduler = scheduler
        self.channels = channels

    def prepare_latents(self, key, batch, size):
        return jax.random.normal(key, (batch, size * size, self.channels), jnp.bfloat16)

    def __call__(self, key, steps=4, guidance_scale=3.5):
        latents = self.prepare_latents(key, 1, 4)
        self.scheduler.set_timesteps(steps)
        for i in range(steps):
            t = self.scheduler.timesteps[i]
            velocity = self.model(latents, t, guidance_scale)
            latents = self.scheduler.step(velocity, i, latents)
        return latents


def main() -> jax.Array:
    key = jax.random.key(0)
    pipeline = Pipeline(Velocity(key, 4, 8), FlowMatchScheduler())
    return pipeline(key)
