"""Methods that classes below override: known where all of them return the same."""

import abc
from typing import reveal_type

import jax
import jax.numpy as jnp

f32 = jnp.ones(3)
bf16 = jnp.ones(3, jnp.bfloat16)


class Energy(abc.ABC):
    @abc.abstractmethod
    def value(self, x): ...

    def force(self, x):
        raise NotImplementedError("for those below")

    def wide(self, x):
        return x

    @property
    def scale(self):
        return f32

    def total(self, x):
        return jnp.sum(self.value(x)) + jnp.sum(self.force(x))

    @classmethod
    def create(cls, x):
        return x * 2

    def traced(self, x):
        return x

    def __call__(self, x):
        return x + 1


class Quadratic(Energy):
    def value(self, x):
        return 0.5 * x**2

    def force(self, x):
        return x / 2

    @jax.jit
    def traced(self, x):
        return x * 2


class Cubic(Energy):
    def value(self, x):
        return x**3 / 3

    def force(self, x):
        return x * 1.0

    def wide(self, x):
        return x.astype(jnp.float32)

    @classmethod
    def create(cls, x):
        return x / 2

    def __call__(self, x):
        return x * 3


class Steep(Cubic):
    def force(self, x):
        return super().force(x) * 2


class Mixin:
    def value(self, x):
        return x.astype(jnp.float16)


class Mixed(Mixin, Quadratic):
    pass


class Base:
    def value(self, x):
        return x


class Other:
    def value(self, x):
        return x.astype(jnp.float16)


class Both(Other, Base):
    def more(self, x):
        return x


def chosen(name: str) -> Cubic:
    return {"cubic": Cubic(), "steep": Steep()}[name]


def any_of(name: str) -> Energy:
    return {"quadratic": Quadratic(), "cubic": Cubic(), "mixed": Mixed()}[name]


def other(name: str) -> Base:
    return {"base": Base(), "both": Both()}[name]


def run(model: Cubic, x: jax.Array) -> jax.Array:
    return model.total(x) + model.value(x)


reveal_type(chosen("cubic").value(bf16))
reveal_type(chosen("steep").force(bf16))
reveal_type(chosen("steep").total(bf16))
reveal_type(run(Steep(), f32))
reveal_type(any_of("cubic").force(f32))
reveal_type(any_of("mixed").value(bf16))  # unknown: one of them is float16
reveal_type(any_of("cubic").wide(bf16))  # unknown: one widens
reveal_type(any_of("cubic").wide(f32))
reveal_type(any_of("cubic").create(bf16))
reveal_type(any_of("cubic")(bf16))
reveal_type(any_of("cubic").traced(bf16))
