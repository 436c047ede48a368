import jax
import jax.numpy as jnp


def sample(key, x, steps):
    def move(carry, key):
        x, accepted = carry
        noise_key, accept_key = jax.random.split(key)
        proposal = x + 0.1 * jax.random.normal(noise_key, x.shape)
        log_ratio = jnp.sum(x**2, -1) - jnp.sum(proposal**2, -1)
        accept = jnp.log(jax.random.uniform(accept_key, log_ratio.shape)) < log_ratio
        x = jnp.where(accept[:, None], proposal, x)
        return [x, accepted + jnp.mean(accept)], x

    return jax.lax.scan(  # mistake
        move, [x, jnp.zeros((), jnp.int32)], jax.random.split(key, steps)
    )  # mistake


def main() -> jax.Array:
    (_, accepted), _ = sample(jax.random.key(0), jnp.ones((4, 2)), 3)
    return accepted
