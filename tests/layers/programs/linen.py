"""Layers of flax.linen; the revealed types are compared with the resulting arrays."""

from functools import partial
from typing import Any, reveal_type

import flax.linen as nn
import jax
import jax.numpy as jnp
from flax.linen.initializers import constant, orthogonal

x = jnp.ones((2, 4))
half = jnp.ones((2, 4), jnp.bfloat16)
key = jax.random.key(0)


def same(x):
    return x


def out(module, x, to=None):
    """The result of a module, with its parameters cast."""
    variables = module.init(key, x)
    if to is not None:
        variables = jax.tree.map(lambda p: p.astype(to), variables)
    return module.apply(variables, x)


class Inline(nn.Module):
    @nn.compact
    def __call__(self, x):
        x = nn.Dense(4, kernel_init=orthogonal(2.0), bias_init=constant(0.0))(x)
        x = nn.relu(x)
        x = nn.LayerNorm()(x)
        return nn.Dense(4)(x)


reveal_type(out(Inline(), x))
reveal_type(out(Inline(), x, jnp.bfloat16))
reveal_type(out(Inline(), x, jnp.float16))
reveal_type(out(Inline(), half))  # unknown: the parameters may be cast to bfloat16
reveal_type(out(Inline(), half, jnp.bfloat16))  # unknown: as they are here
reveal_type(nn.Dense(4).apply(nn.Dense(4).init(key, x), x))


class Chosen(nn.Module):
    @nn.compact
    def __call__(self, x):
        layer = nn.Dense(4, dtype=jnp.bfloat16)
        x = layer(x)
        return nn.GroupNorm(2, dtype=jnp.float16)(x), nn.Dense(4, False, "float16")(x), x


reveal_type(out(Chosen(), x)[0])
reveal_type(out(Chosen(), x, jnp.float16)[1])
reveal_type(out(Chosen(), half)[2])


class Embedding(nn.Module):
    @nn.compact
    def __call__(self, x):
        tokens = jnp.zeros((2, 3), jnp.int32)
        chosen = nn.Embed(4, 4, dtype=jnp.bfloat16)(tokens)
        return chosen, nn.Embed(4, 4)(tokens), nn.Dropout(0.5)(chosen, deterministic=True)


reveal_type(out(Embedding(), x)[0])
reveal_type(out(Embedding(), x)[1])  # unknown: the embeddings may be cast
reveal_type(out(Embedding(), x)[2])


class Rebound(nn.Module):
    chosen: bool = False

    @nn.compact
    def __call__(self, x):
        layer = nn.Dense(4, dtype=jnp.bfloat16)
        if self.chosen:
            layer = nn.Dense(4)
        either = nn.Dense(4, dtype=jnp.bfloat16) if self.chosen else nn.Dense(4)
        return layer(x), either(x)


reveal_type(out(Rebound(), x)[0])  # unknown: the variable has two layers
reveal_type(out(Rebound(True), x)[0])  # unknown: the variable has two layers
reveal_type(out(Rebound(), x)[1])  # unknown: one of two layers


class Attributes(nn.Module):
    def setup(self):
        self.plain = nn.Dense(4)
        self.narrow = nn.Dense(4, dtype=jnp.bfloat16)
        if self.name != "narrow":
            self.either = nn.Dense(4)
        else:
            self.either = nn.Dense(4, dtype=jnp.bfloat16)
        self.inner = Inline()

    def __call__(self, x):
        return self.plain(x), self.narrow(x), self.either(x), self.inner(x)


class Typed(nn.Module):
    def setup(self) -> None:
        self.plain = nn.Dense(4)
        if self.name != "narrow":
            self.either = nn.Dense(4)
        else:
            self.either = nn.Dense(4, dtype=jnp.bfloat16)

    def __call__(self, x: jax.Array) -> tuple[jax.Array, jax.Array]:
        return self.plain(x), self.either(x)


reveal_type(out(Attributes(), x)[0])
reveal_type(out(Attributes(), x)[1])
reveal_type(out(Attributes(), x)[2])  # unknown: the attribute has two layers
reveal_type(out(Attributes(name="narrow"), x)[2])  # unknown: the attribute has two layers
reveal_type(out(Attributes(), x)[3])
reveal_type(out(Typed(), x)[0])
reveal_type(out(Typed(), x)[1])  # unknown: the attribute has two layers


class Lists(nn.Module):
    features: tuple[int, ...]

    def setup(self):
        self.plain = [nn.Dense(4), nn.Dense(4)]
        self.narrow = [nn.Dense(each, dtype=jnp.bfloat16) for each in self.features]
        self.mixed = [nn.Dense(4, dtype=jnp.bfloat16), nn.Dense(4)]

    def __call__(self, x):
        plain = x
        for i, layer in enumerate(self.plain):
            plain = layer(plain)
            if i < 1:
                plain = nn.relu(plain)
        mixed = x
        for either in self.mixed:
            mixed = either(mixed)
        return plain, self.narrow[0](x), mixed


reveal_type(out(Lists((4, 4)), x)[0])
reveal_type(out(Lists((4, 4)), x)[1])
reveal_type(out(Lists((4, 4)), x)[2])  # unknown: the items differ


class Sequence(nn.Module):
    def setup(self):
        self.layers = nn.Sequential([nn.Dense(4), nn.relu, nn.Dense(4, dtype=jnp.float16)])

    def __call__(self, x):
        return self.layers(x)


class Local(nn.Module):
    @nn.compact
    def __call__(self, x):
        local = nn.Sequential([nn.Dense(4, dtype=jnp.bfloat16), jnp.tanh, lambda x: x * 2])
        return local(x)


reveal_type(out(Sequence(), x))
reveal_type(out(Local(), x))


class Narrow(nn.Dense):
    dtype: Any = jnp.bfloat16


class Wide(nn.Dense):
    def __call__(self, inputs):
        return super().__call__(inputs).astype(jnp.complex64)


class Others(nn.Module):
    dtype: Any = jnp.float16

    @nn.compact
    def __call__(self, x):
        dense = partial(nn.Dense, dtype=jnp.bfloat16)
        traced = nn.remat(nn.Dense)
        promote = lambda *given, **more: [each.astype(jnp.complex64) for each in given]  # noqa: E731
        return (
            dense(4)(x),
            dense(4, dtype=jnp.float16)(x),
            Narrow(4)(x),
            Wide(4)(x),
            nn.Dense(4, dtype=self.dtype)(x),
            nn.Dense(4, promote_dtype=promote)(x),
            traced(4)(x),
            nn.Dense(4, param_dtype=jnp.bfloat16)(half),
        )


reveal_type(out(Others(), x)[0])
reveal_type(out(Others(), x)[1])
reveal_type(out(Others(), x)[2])  # unknown: another class
reveal_type(out(Others(), x)[3])  # unknown: another class
reveal_type(out(Others(), x)[4])
reveal_type(out(Others(), x)[5])  # unknown: another promotion
reveal_type(out(Others(), x)[6])  # unknown: what a function of flax made
reveal_type(out(Others(), x)[7])


images = jnp.ones((2, 8, 8, 3), jnp.bfloat16)
reveal_type(nn.avg_pool(images, window_shape=(2, 2)))
reveal_type(nn.max_pool(images, (2, 2)))
reveal_type(nn.max_pool(jnp.ones((2, 8, 8, 3), jnp.int32), (2, 2)))  # unknown: no floats


class Attention(nn.Module):
    @nn.compact
    def __call__(self, x, y):
        attention = nn.MultiHeadDotProductAttention(num_heads=2)
        return attention(x, y, mask=None), nn.SelfAttention(2, dtype=jnp.bfloat16)(x)

    def other(self, x):
        return x.astype(jnp.float16)


sequence = jnp.ones((2, 3, 4))
attention = Attention()
variables = attention.init(key, sequence, sequence)
reveal_type(attention.apply(variables, sequence, sequence)[0])
reveal_type(attention.apply(variables, sequence, y=sequence, rngs={"dropout": key})[1])
reveal_type(attention.apply(variables, sequence, sequence, mutable=["state"])[0][0])
reveal_type(attention.apply(variables, sequence, sequence, mutable=False)[0])
reveal_type(attention.init_with_output(key, sequence, sequence)[0][1])
reveal_type(same(attention.apply(variables, x, method="other")))  # unknown: another method


class Named(nn.Module):
    @nn.compact
    def __call__(self, x):
        half = lambda name: nn.Dense(3, dtype=jnp.float16, name=name)  # noqa: E731
        as_asked = lambda dtype: nn.Dense(3, dtype=dtype)  # noqa: E731
        return half("query")(x), as_asked(jnp.bfloat16)(x)


reveal_type(Named().init_with_output(key, sequence)[0][0])
reveal_type(Named().init_with_output(key, sequence)[0][1])  # unknown: it depends on the call
