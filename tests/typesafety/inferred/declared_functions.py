"""Functions that are declared as ``Callable`` or as a protocol are the ones that are returned."""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple, Protocol, reveal_type

import jax
import jax.numpy as jnp
from jax import Array

bf16 = jnp.ones(3, jnp.bfloat16)
f32 = jnp.ones(3, jnp.float32)


class Map(Protocol):
    def __call__(self, x: Array) -> Array: ...


class Named(Protocol):
    name: str

    def __call__(self, x: Array) -> Array: ...


def scaling(scale: float) -> Callable[[Array], Array]:
    def scaled(x: Array) -> Array:
        return x * scale

    return scaled


def casting(dtype: Any) -> Callable[..., Array]:
    return jax.jit(lambda x: x.astype(dtype))


reveal_type(scaling(2.0)(bf16))
reveal_type(scaling(2.0)(f32))
reveal_type(casting(jnp.int8)(f32))
double, narrow = scaling(2.0), casting(jnp.float16)
reveal_type(double(bf16))
reveal_type(narrow(bf16))


def either(number: int) -> Callable[[Array], Array]:
    if number > 0:
        return scaling(2.0)
    return casting(jnp.int8)


reveal_type(either(1)(bf16))  # unknown: it may be either function
chosen = scaling(2.0) if f32.ndim == 0 else casting(jnp.int8)
reveal_type(chosen(bf16))  # unknown: it may be either function
again = scaling(2.0)
for again in (scaling(2.0), casting(jnp.int8)):
    reveal_type(again(bf16))  # unknown: it may be either function


def both() -> tuple[Callable[[Array], Array], Callable[[Array], Array]]:
    return scaling(2.0), casting(jnp.int8)


first, second = both()
reveal_type(first(bf16))
reveal_type(second(bf16))


def several() -> list[Callable[[Array], Array]]:
    return [scaling(2.0), casting(jnp.int8)]


def several_unannotated():
    return [scaling(2.0), casting(jnp.int8)]


one, other = several()
reveal_type(one(bf16))  # unknown: mypy keeps one function for all items of a list
reveal_type(other(bf16))  # unknown: mypy keeps one function for all items of a list
_, third = several_unannotated()
reveal_type(third(bf16))  # unknown: mypy keeps one function for all items of a list
reveal_type(several()[1](bf16))  # unknown: mypy keeps one function for all items of a list


class Model:
    def __init__(self, scale: float) -> None:
        self.scale = scale

    def step(self, x: Array) -> Array:
        return x * self.scale

    def stepping(self) -> Callable[[Array], Array]:
        return self.step


reveal_type(Model(2.0).stepping()(bf16))


class Halved:
    def __init__(self, x: Array) -> None:
        self.x = x * 0.5


def making() -> Callable[[Array], Halved]:
    return Halved


def made(x):
    return making()(x).x


reveal_type(made(bf16))  # unknown: a class is no function


class Algorithm(NamedTuple):
    init: Callable[[Array], Array]
    update: Callable[[Array, Array], Array]


def descent(rate: float) -> Algorithm:
    def init(params: Array) -> Array:
        return jnp.zeros_like(params, jnp.float32)

    def update(params: Array, gradient: Array) -> Array:
        return params - rate * gradient

    return Algorithm(init, update)


def trained(params):
    algorithm = descent(0.1)
    return algorithm.init(params), algorithm.update(params, params)


reveal_type(trained(bf16)[0])
reveal_type(trained(bf16)[1])


def mapping(scale: float) -> Map:
    def mapped(x: Array) -> Array:
        return x * scale

    return mapped


def composed(outer: Map, inner: Map) -> Map:
    def applied(x: Array) -> Array:
        return outer(inner(x))

    return applied


def use(function: Map, x: Array) -> Array:
    return function(x) + 1


def of_protocols(x):
    own = mapping(2.0)
    pair = composed(own, partial(casting(jnp.float16)))
    return own(x), pair(x), use(own, x), use(pair, x)


reveal_type(of_protocols(bf16)[0])
reveal_type(of_protocols(bf16)[1])
reveal_type(of_protocols(bf16)[2])
reveal_type(of_protocols(bf16)[3])


class Doubling:
    name = "doubling"

    def __call__(self, x: Array) -> Array:
        return x * 2


class Rounding(Doubling):
    def __call__(self, x: Array) -> Array:
        return x.astype(jnp.int8)


def doubling(rounds: bool) -> Map:
    return Rounding() if rounds else Doubling()


def use_named(function: Named, x: Array) -> Array:
    return function(x)


reveal_type(use(doubling(True), bf16))  # unknown: a subclass overrides the method
reveal_type(use_named(Rounding(), bf16))  # unknown: the protocol is more than a function
