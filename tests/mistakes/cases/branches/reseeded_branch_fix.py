import jax
import jax.numpy as jnp


def make_reset(seed):
    def reset(_):
        return jax.random.key(seed), jnp.zeros(2)

    return reset


def advance(args):
    key, pos = args
    key, sub = jax.random.split(key)
    return key, pos + jax.random.normal(sub, pos.shape)


def step(key, pos, done):
    return jax.lax.cond(done, make_reset(0), advance, (key, pos))


def main():
    return step(jax.random.key(1), jnp.ones(2), jnp.bool_(False))[1]
