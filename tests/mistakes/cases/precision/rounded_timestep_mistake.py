import jax
import jax.numpy as jnp


def sinusoidal_embedding_1d(dim, position):
    freqs = jnp.power(10000.0, -jnp.arange(dim // 2) / (dim // 2))
    sinusoid = jnp.outer(position.astype(jnp.float32), freqs)
    return jnp.concatenate([jnp.cos(sinusoid), jnp.sin(sinusoid)], axis=1).astype(position.dtype)


def model_fn(params, latents, timestep):
    t = sinusoidal_embedding_1d(8, timestep).astype(latents.dtype)
    t = jax.nn.silu(t @ params["time"])
    return latents + t


def denoise(params, latents, timesteps, dtype=jnp.bfloat16):
    for i in range(len(timesteps)):
        timestep = timesteps[i][None].astype(dtype)  # mistake
        latents = model_fn(params, latents, timestep)
    return latents


def main():
    params = {"time": jnp.eye(8, dtype=jnp.bfloat16) * 4}
    return denoise(params, jnp.zeros((1, 8), jnp.bfloat16), jnp.array([998.3897, 937.5]))[0, 4]
