import jax
import jax.numpy as jnp
from flax import struct


@struct.dataclass
class Buffer:
    obs: jax.Array
    reward: jax.Array
    ptr: jax.Array


def create(size, dim):
    return Buffer(
        obs=jnp.zeros((size, dim), jnp.float32),
        reward=jnp.zeros((size,), jnp.float32),
        ptr=jnp.zeros((), jnp.int32),
    )


@jax.jit
def add(buf, obs, reward):
    i = buf.ptr % buf.obs.shape[0]
    return buf.replace(
        obs=buf.obs.at[i].set(obs),
        reward=buf.reward.at[i].set(reward),
        ptr=buf.ptr + 1,
    )


def main() -> object:
    buf = create(8, 3)
    for t in range(4):
        buf = add(buf, jnp.ones(3), jnp.float32(0.25 * t))
    return buf
