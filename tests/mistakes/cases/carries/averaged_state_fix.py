import dataclasses
from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.tree_util.register_dataclass, data_fields=["average", "count"], meta_fields=[])
@dataclasses.dataclass
class AverageState:
    average: jax.Array
    count: jax.Array


DECAY = 0.99


def update(state, params):
    average = DECAY * state.average + (1 - DECAY) * params
    return dataclasses.replace(state, average=average, count=state.count + 1), None


def main() -> jax.Array:
    start = AverageState(jnp.zeros(3, jnp.bfloat16), jnp.zeros((), jnp.int32))
    history = jnp.ones((5, 3), jnp.bfloat16)
    final, _ = jax.lax.scan(update, start, history)
    return final.average
