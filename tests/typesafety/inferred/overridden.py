"""Methods that subclasses override: the result that all definitions have in common."""

import functools
import sys
from abc import ABC, abstractmethod
from typing import reveal_type

import jax
import jax.numpy as jnp

bf16 = jnp.ones((3, 3), jnp.bfloat16)
f32 = jnp.ones((3, 3), jnp.float32)


class Cost(ABC):
    @abstractmethod
    def norm(self, x): ...

    @abstractmethod
    def pair(self, x, y):
        """Return the cost of two points."""
        raise NotImplementedError

    def all_of(self, x, y):
        return self.norm(x) + self.norm(y) + self.pair(x, y)

    def narrowed(self, x):
        return x.astype(jnp.float32)

    def both(self, x):
        return x, x.astype(jnp.float32)

    @property
    def scale(self) -> jax.Array:
        return jnp.float16(2)

    @functools.partial(jax.jit, static_argnums=0)
    def jitted(self, x):
        return x * 2

    def early(self, x, *, is_cut=False):
        if is_cut:
            return x
        raise NotImplementedError


class Square(Cost):
    def norm(self, x):
        return jnp.sum(x * x)

    def pair(self, x, y):
        return jnp.dot(x, y)

    def narrowed(self, x):
        return super().narrowed(x) * 2

    def both(self, x):
        return x * 2, super().both(x)[0]

    @property
    def scale(self) -> jax.Array:
        return jnp.float16(3)

    @functools.partial(jax.jit, static_argnums=0)
    def jitted(self, x):
        return x * 3

    def early(self, x, *, is_cut=False):
        return super().early(x, is_cut=is_cut).astype(jnp.float32)


class Root(Square):
    def norm(self, x):
        return jnp.sqrt(super().norm(x))

    def narrowed(self, x):
        return (x + 1).astype(jnp.bfloat16)


def make(name: str) -> Cost:
    return Root() if name == "root" else Square()


def use(cost: Cost, x: jax.Array) -> jax.Array:
    return cost.all_of(x, x)


one = make("root")
reveal_type(one.norm(bf16))
reveal_type(one.pair(bf16, f32))
reveal_type(one.all_of(bf16, bf16))
reveal_type(one.narrowed(f32))  # unknown: one of them narrows
reveal_type(make("square").narrowed(bf16))  # unknown: one of them narrows
reveal_type(one.both(bf16)[0])
reveal_type(one.both(bf16)[1])  # unknown: the second items differ
reveal_type(one.scale)
reveal_type(one.jitted(bf16))
reveal_type(one.early(bf16, is_cut=True))  # unknown: one of them does not raise an error
reveal_type(use(one, f32))
reveal_type(use(make("square"), bf16))


class Tail:
    def next(self, x):
        return x.astype(jnp.float32)


class Left(Tail):
    def next(self, x):
        return super().next(x)


class Right(Tail):
    def next(self, x):
        return x.astype(jnp.float16)


class Diamond(Left, Right):
    pass


made: Left = Diamond() if len(sys.argv) < 99 else Left()
reveal_type(made.next(bf16))  # unknown: the one above is another one in a class below


class Node:
    def __init__(self, below: "Node | None" = None) -> None:
        self.below = below

    def total(self, x):
        return x if self.below is None else self.below.total(x) + x


class Widening(Node):
    def total(self, x):
        return x.astype(jnp.float32)


tree: Node = Node(Widening()) if len(sys.argv) < 99 else Node()
reveal_type(tree.total(bf16))  # unknown: it calls another one of itself


class Given:
    def checked(self, x):
        return x


class Refusing(Given):
    def checked(self, x):
        jax.lax.add(x, jnp.float32(1))  # No mistake: objects of this class get no bfloat16.
        return x


def given() -> Given:
    return Given()


reveal_type(given().checked(bf16))


class Plain:
    @staticmethod
    def scaled(x, by=2.0):
        return x * by

    @classmethod
    def made(cls, x):
        return x


class Scaled(Plain):
    @staticmethod
    def scaled(x, by=3.0):
        return x * by

    @classmethod
    def made(cls, x):
        return super().made(x) * 2


def plain() -> Plain:
    return Scaled()


reveal_type(plain().scaled(bf16))  # unknown: static methods are not looked for in classes below
reveal_type(plain().made(bf16))  # unknown: nor are class methods
reveal_type(Scaled.made(bf16))


class Model:
    def one(self, x):
        return x * 2

    def every(self, x):
        return jax.vmap(self.one)(x)

    def in_turn(self, x):
        return jax.lax.map(self.one, x)

    def called_later(self, x):
        one = functools.partial(self.one)
        return one(x)


class WideModel(Model):
    def one(self, x):
        return x.astype(jnp.float32)


def model() -> Model:
    return WideModel()


reveal_type(model().every(bf16))  # unknown: the definitions do not agree
reveal_type(model().in_turn(bf16))  # unknown: likewise
reveal_type(model().called_later(bf16))  # unknown: likewise
reveal_type(WideModel().every(bf16))
reveal_type(WideModel().in_turn(bf16))
reveal_type(WideModel().called_later(bf16))


class Weighted:
    def __init__(self, dtype):
        self.weight = jnp.ones(3, dtype)

    def one(self, x):
        return x * self.weight

    def cast(self, x):
        return (x * 2).astype(jnp.int8)

    def every(self, x):
        return jax.vmap(self.one)(x), jax.jit(self.cast)(x)


class Halved(Weighted):
    def one(self, x):
        return super().one(x) / 2

    def cast(self, x):
        return (x + 1).astype(jnp.int8)


class Renewed(Weighted):
    def one(self, x):
        self = Weighted(jnp.float32)
        return self.one(x)


def weighted() -> Weighted:
    return Halved(jnp.float32)


def of_single_objects():
    small, large = Weighted(jnp.bfloat16), Weighted(jnp.float32)
    halved, renewed = Halved(jnp.bfloat16), Renewed(jnp.bfloat16)
    later = jax.jit(halved.one)
    functions = [jax.vmap(each.one) for each in (small, halved)]
    return (
        *(jax.vmap(small.one)(many), jax.vmap(large.one)(many), *small.every(many)),
        *(jax.vmap(halved.one)(many), later(many), *halved.every(many), halved.one(many)),
        *(jax.vmap(renewed.one)(many), functions[0](many)),
    )


many = jnp.ones((3, 3), jnp.bfloat16)
reveal_type(of_single_objects()[0])
reveal_type(of_single_objects()[1])
reveal_type(of_single_objects()[2])
reveal_type(of_single_objects()[3])
reveal_type(of_single_objects()[4])
reveal_type(of_single_objects()[5])
reveal_type(of_single_objects()[6])
reveal_type(of_single_objects()[7])
reveal_type(of_single_objects()[8])
reveal_type(of_single_objects()[9])
reveal_type(of_single_objects()[10])  # unknown: it is one of several functions
reveal_type(jax.jit(weighted().cast)(many))


class Around(Weighted):
    def within(self, x):
        class Inner(Weighted):
            def one(self, x):
                return super().one(x)

        return Inner(jnp.float32).one(x)

    def of_another(self, other, x):
        return super(Around, other).one(x), super(Around, self).one(x)  # noqa: UP008


def around():
    one, other = Around(jnp.bfloat16), Around(jnp.float32)
    return one.within(many), *one.of_another(other, many)


reveal_type(around()[0])  # unknown: Inner is in a function
reveal_type(around()[1])  # unknown: it is another object than that of the method
reveal_type(around()[2])
