"""Fields of objects that equinox takes apart; its filters and layers do not change them."""

from typing import reveal_type

import equinox as eqx
import jax
import jax.numpy as jnp


class Gain(eqx.Module):
    level: jax.Array


def louder(gain: Gain) -> jax.Array:
    reveal_type(gain.level)
    return gain.level * 2


gain = Gain(jnp.ones(3, jnp.bfloat16))
layer = eqx.nn.Linear(3, 3, key=jax.random.key(0))
arrays = eqx.filter(gain, eqx.is_array)
louder(gain)
eqx.apply_updates(gain, jax.tree.map(lambda leaf: -leaf, gain))
