"""Parameters that modules of haiku make themselves, keys that they draw, and dropout."""

from typing import reveal_type

import haiku as hk
import jax
import jax.numpy as jnp

f16 = jnp.ones(4, jnp.float16)
f32 = jnp.ones(4)


class Scaled(hk.Module):
    def __init__(self, dtype=None):
        super().__init__()
        self.asked = dtype

    def __call__(self, x):
        size, normal = [x.shape[-1]], hk.initializers.TruncatedNormal(0.1)
        scale = hk.get_parameter("scale", size, x.dtype, init=normal)
        shift = hk.get_parameter("shift", size, init=jnp.zeros)
        own = hk.get_parameter(
            "own", size, x.dtype, init=lambda shape, dtype: jnp.ones(shape, dtype)
        )
        plain = hk.get_parameter("plain", size, init=hk.initializers.Constant(2))
        whole = hk.get_parameter("whole", size, jnp.float16, jnp.ones)
        return x * scale, shift, own, plain, whole

    def dropped(self, x):
        return hk.dropout(hk.next_rng_key(), 0.5, x)


def scaled(x):
    return Scaled()(x)


def dropped(x):
    return Scaled().dropped(x), hk.next_rng_key(), hk.next_rng_keys(2)


key = jax.random.PRNGKey(0)
network = hk.transform(scaled)
params = network.init(key, f16)
reveal_type(network.apply(params, key, f16)[0])
reveal_type(network.apply(params, key, f16)[1])
reveal_type(network.apply(params, key, f16)[2])
reveal_type(network.apply(params, key, f16)[3])
reveal_type(network.apply(params, key, f16)[4])
other = hk.transform(dropped)
reveal_type(other.apply({}, key, f32)[0])
reveal_type(other.apply({}, key, f32)[1])
reveal_type(other.apply({}, key, f32)[2])
reveal_type(next(hk.PRNGSequence(1)))
