"""Keys of unknown type, in a program that makes keys of uint32 only."""

from operator import itemgetter
from typing import Any, reveal_type

import jax


class Sampler:
    def __init__(self, key: jax.Array) -> None:
        self.state = key

    def draw(self):
        self.state, key = jax.random.split(self.state)
        return key


def stored(key: Any) -> Any:
    return itemgetter(0)([key])


def halves(key):
    first, second = jax.random.split(key)
    return jax.random.fold_in(first, 3), second


key = stored(jax.random.PRNGKey(0))
reveal_type(jax.random.split(key))
reveal_type(jax.random.fold_in(key, 1))
reveal_type(jax.random.clone(key))
reveal_type(halves(key)[0])
reveal_type(halves(key)[1])
reveal_type(jax.vmap(halves)(jax.random.split(key, 3))[0])
reveal_type(Sampler(key).draw())
reveal_type(jax.random.permutation(key, stored(key)))  # unknown: the elements need not be keys
