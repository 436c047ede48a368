import jax
import jax.numpy as jnp


def make_batch(key, images):
    k1, k2 = jax.random.split(key)
    noise = jax.random.normal(k1, images.shape)  # mistake
    t = jax.random.randint(k2, (images.shape[0],), 0, 1000)
    return {"images": images, "noise": noise, "timesteps": t}


def add_noise(batch, alphas):
    a = alphas[batch["timesteps"]][:, None]
    return jnp.sqrt(a) * batch["images"] + jnp.sqrt(1 - a) * batch["noise"]  # mistake


def unet(params, noisy, t):
    return noisy @ params["w"]


def loss_fn(params, batch, alphas):
    noisy = add_noise(batch, alphas).astype(batch["images"].dtype)
    pred = unet(params, noisy, batch["timesteps"])
    return jnp.mean((pred - batch["noise"]) ** 2)  # mistake


def main():
    images = jnp.ones((2, 4), jnp.float16)
    params = {"w": jnp.eye(4, dtype=jnp.float16)}
    alphas = jnp.linspace(0.9, 0.1, 1000, dtype=jnp.float16)
    batch = make_batch(jax.random.key(0), images)
    return jax.value_and_grad(loss_fn)(params, batch, alphas)[0]
