"""Layers in ``nnx.List`` and ``nnx.Sequential``; the revealed types are those of the arrays."""

from typing import reveal_type

import jax.numpy as jnp
from flax import nnx

rngs = nnx.Rngs(0)
x = jnp.ones((2, 4))
half = jnp.ones((2, 4), jnp.bfloat16)


def double(x):
    return x * 2


def linear(**options):
    return nnx.Linear(4, 4, rngs=rngs, **options)


class Block(nnx.Module):
    def __init__(self, rngs):
        self.linear = nnx.Linear(4, 4, rngs=rngs)

    def __call__(self, x):
        return x + self.linear(x)


class Written(nnx.Module):
    def __init__(self, rngs):
        self.written = nnx.List([nnx.Linear(4, 4, rngs=rngs), nnx.Linear(4, 4, rngs=rngs)])
        self.repeated = nnx.List([nnx.Linear(4, 4, rngs=rngs) for _ in range(2)])
        self.generated = nnx.List(nnx.Linear(4, 4, rngs=rngs) for _ in range(2))
        self.narrow = nnx.List([nnx.Linear(4, 4, dtype=jnp.bfloat16, rngs=rngs)])
        self.mixed = nnx.List([nnx.Linear(4, 4, rngs=rngs), nnx.LayerNorm(4, rngs=rngs)])
        self.several = nnx.List(
            [nnx.Linear(4, 4, rngs=rngs), nnx.Linear(4, 4, dtype=jnp.bfloat16, rngs=rngs)]
        )
        self.blocks = nnx.List([Block(rngs) for _ in range(2)])

    def __call__(self, x):
        for layer in self.written:
            reveal_type(layer(x))
        reveal_type(self.written[0](x))
        for each in self.repeated:
            reveal_type(each(x))
        for each in self.generated:
            reveal_type(each(x))
        for i, one in enumerate(self.narrow):
            reveal_type(one(x) + i)
        for any_ in self.mixed:
            reveal_type(any_(x))  # unknown
        for other in self.several:
            reveal_type(other(x))  # unknown
        for block in self.blocks:
            x = block(x)
            reveal_type(x)
        return x


class Appended(nnx.Module):
    def __init__(self, rngs):
        self.empty = nnx.List()
        self.bare = nnx.List([])
        self.parts = nnx.List()
        self.later = nnx.List()
        for _ in range(2):
            self.empty.append(nnx.Linear(4, 4, rngs=rngs))
            self.bare.append(nnx.Linear(4, 4, dtype=jnp.bfloat16, rngs=rngs))
            self.parts.append(Block(rngs))
            self.later.append(Block(rngs))
        own = []
        for _ in range(2):
            own.append(nnx.Linear(4, 4, dtype=jnp.float16, rngs=rngs))
        self.own = nnx.List(own)

    def __call__(self, x):
        for layer in self.empty:
            reveal_type(layer(x))
        for narrow in self.bare:
            reveal_type(narrow(x))
        for block in self.parts:
            reveal_type(block(x))
        for odd in self.later:
            reveal_type(odd(x))  # unknown
        for each in self.own:
            reveal_type(each(x))
        return x


class Chained(nnx.Module):
    def __init__(self, rngs):
        self.net = nnx.Sequential(
            nnx.Linear(4, 4, rngs=rngs), nnx.relu, double, nnx.Linear(4, 4, rngs=rngs)
        )
        self.narrow = nnx.Sequential(nnx.Linear(4, 4, dtype=jnp.bfloat16, rngs=rngs), nnx.gelu)
        self.objects = nnx.Sequential(Block(rngs), nnx.Dropout(0.1, deterministic=True))
        self.nested = nnx.Sequential(nnx.Sequential(Block(rngs), nnx.silu), lambda x: x.mean())
        self.repeated = nnx.Sequential(*[nnx.Linear(4, 4, rngs=rngs) for _ in range(2)])
        self.unequal = nnx.Sequential(
            *[nnx.Linear(4, 4, dtype=jnp.bfloat16, rngs=rngs) for _ in range(2)]
        )
        layers = []
        for _ in range(2):
            layers.append(nnx.Linear(4, 4, rngs=rngs))
            layers.append(nnx.relu)
        self.gathered = nnx.Sequential(*layers)
        self.made = nnx.Sequential(linear(), linear())

    def __call__(self, x):
        reveal_type(self.net(x))
        reveal_type(self.narrow(x))
        reveal_type(self.objects(x))
        reveal_type(self.nested(x))
        reveal_type(self.repeated(x))
        reveal_type(self.unequal(x))  # unknown
        reveal_type(self.gathered(x))
        reveal_type(self.made(x))  # unknown
        return x


reveal_type(Written(rngs)(x))
appended = Appended(rngs)
appended.later.append(nnx.Linear(4, 4, dtype=jnp.bfloat16, rngs=rngs))
appended(x)
Chained(rngs)(x)
reveal_type(nnx.Sequential(nnx.Linear(4, 4, rngs=rngs), nnx.relu)(x))
reveal_type(nnx.Sequential(nnx.Linear(4, 4, rngs=rngs), nnx.relu)(half))
