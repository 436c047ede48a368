"""The dtypes that generators yield, and objects in loops."""

from collections.abc import Iterator
from typing import reveal_type

import jax
import jax.numpy as jnp
import numpy as np

bf16 = jnp.ones(3, jnp.bfloat16)
f32 = jnp.ones(3, jnp.float32)


def arrays(count, dtype):
    for _ in range(count):
        yield jnp.ones(3, dtype)


for x in arrays(2, jnp.bfloat16):
    reveal_type(x * 2)
reveal_type([x + 1 for x in arrays(2, jnp.float16)][-1])
reveal_type(next(arrays(2, jnp.int8)))
for step, x in enumerate(arrays(2, jnp.float16)):
    reveal_type(x + step)


def endless(first):
    while True:
        yield first, {"image": first.astype(jnp.float16), "label": jnp.int32(0)}


def train(batches, steps):
    total = jnp.float16(0)
    for _, (x, batch) in zip(range(steps), batches, strict=False):
        total = total + jnp.sum(batch["image"])
        last = x
    return total, last, batch["label"]


def main():
    return train(endless(bf16), 2)


reveal_type(main()[0])
reveal_type(main()[1])
reveal_type(main()[2])


def grouped(source, size):
    group = []
    for each in source:
        group.append(each)
        if len(group) == size:
            yield jnp.stack(group)
            group = []


for pair in grouped(arrays(4, jnp.bfloat16), 2):
    reveal_type(pair)


def declared(values: jax.Array, count: int) -> Iterator[jax.Array]:
    for _ in range(count):
        yield values


for each in declared(f32, 2):
    reveal_type(each)


def several(first, second):
    yield first
    yield second


for each in several(bf16, bf16):
    reveal_type(each)


class Loader:
    def __init__(self, values):
        self.values = jnp.asarray(values, jnp.bfloat16)

    def __iter__(self):
        for each in range(2):
            yield self.values[each], jnp.float16(1)


def over(loader):
    for value, weight in loader:
        value = value.astype(weight.dtype)
    return value


reveal_type(over(Loader(np.ones((2, 3)))))
for value, _ in Loader(np.ones((2, 3))):
    reveal_type(value)


def sending():
    value = bf16
    while True:
        value = yield value


for each in zip(range(1), sending(), strict=False):
    reveal_type(each[1])  # unknown: a caller may send another one


def handing_on():
    yield from arrays(2, jnp.float16)


for each in handing_on():
    reveal_type(each)  # unknown: what another generator yields


def with_keys():
    for _ in range(2):
        yield {"w1": bf16, "w2": jnp.int32(0)}


def changed(key):
    for entries in with_keys():
        entries[key] = f32
    return entries["w1"]


reveal_type(changed("w1"))  # unknown: it may be the key that was assigned
