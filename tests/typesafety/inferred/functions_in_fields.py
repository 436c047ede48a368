"""Functions in fields of objects that JAX calls, objects as defaults, and primals in ``*args``."""

import dataclasses
from typing import Any, reveal_type

import jax
import jax.numpy as jnp
from jax import lax

f32 = jnp.ones(3)
bf16 = jnp.ones(3, jnp.bfloat16)


class Twice:
    def __call__(self, x):
        return x * 2


class Offset:
    def __init__(self, offset, inner=None):
        self.k1offset = offset
        self.k1inner = inner

    def __call__(self, x):
        return x - self.k1offset

    def mapped(self, xs):
        return jax.tree.map(self.k1inner, {"x": xs})["x"]

    def scanned(self, xs):
        return lax.scan(self.k1inner, jnp.float32(0), xs)[1]

    def chosen(self, x):
        return lax.cond(True, self.k1inner, self, x)


def shifted(x, shift=Offset(0.5)):  # noqa: B008
    return shift(x)


def pulled(function, *inputs):
    y, pull = jax.vjp(function, *inputs)
    return y, pull(y)[-1]


def mapped_by_a_field():
    return Offset(0.5, lambda x: x * 2).mapped(bf16)


def scanned_by_a_field():
    return Offset(0.5, lambda c, x: (c + x, x * 2)).scanned(f32)


def chosen_by_a_field():
    return Offset(0.5, lambda x: x * 2).chosen(bf16)


reveal_type(shifted(bf16))
reveal_type(Offset(2.0)(f32))
reveal_type(mapped_by_a_field())
reveal_type(scanned_by_a_field())
reveal_type(chosen_by_a_field())
reveal_type(pulled(Twice(), bf16)[0])
reveal_type(pulled(Twice(), bf16)[1])
reveal_type(pulled(lambda x, y: x * y, bf16, f32)[0])
reveal_type(pulled(lambda x, y: y * 2, f32, bf16)[1])


def halved(x):
    return x / 2


class Activation:
    def __init__(self, scale, shift):
        self.k2known = jax.nn.gelu
        self.k2alone = lambda x: x * 2
        self.k2around = lambda x: x * scale
        self.k2own = halved

        def shifted(x):
            return x + shift

        self.k2inner = shifted

    def known(self, x):
        return self.k2known(x)

    def alone(self, x):
        return self.k2alone(x)

    def around(self, x):
        return self.k2around(x)

    def own(self, x):
        return self.k2own(x)

    def inner(self, x):
        return self.k2inner(x)


def with_a_function_of_jax():
    return Activation(1, 2).known(bf16)


def with_a_lambda():
    return Activation(1, 2).alone(bf16)


def with_a_lambda_of_a_number():
    return Activation(0.5, 2).around(bf16)


def with_a_lambda_of_an_array():
    return Activation(f32, 2).around(bf16)


def with_a_function_of_the_program():
    return Activation(1, 2).own(bf16)


def with_an_inner_function():
    return Activation(1, f32).inner(bf16)


reveal_type(with_a_function_of_jax())
reveal_type(with_a_lambda())
reveal_type(with_a_lambda_of_a_number())
reveal_type(with_a_lambda_of_an_array())
reveal_type(with_a_function_of_the_program())
reveal_type(with_an_inner_function())


class Either:
    def __init__(self, wide):
        self.k3chosen = jnp.square
        if wide:
            self.k3chosen = jnp.argmax

    def __call__(self, x):
        return self.k3chosen(x)


def with_one_of_two():
    return Either(False)(bf16)


reveal_type(with_one_of_two())  # unknown: the constructor assigns two functions


class Later:
    def __init__(self):
        self.k4set = jnp.square

    def __call__(self, x):
        return self.k4set(x)


def with_another_one():
    later = Later()
    later.k4set = jnp.argmax
    return later(bf16)


reveal_type(with_another_one())  # unknown: the attribute is assigned again


@dataclasses.dataclass(frozen=True)
class Applying:
    k5function: Any

    def __call__(self, x):
        return self.k5function(x)


def with_four_functions():
    doubled = Applying(lambda x: x * 2)(bf16)
    widened = Applying(lambda x: x.astype(jnp.float32))(bf16)
    squared = Applying(jnp.square)(bf16)
    tested = Applying(jnp.argmax)(bf16)
    return doubled, widened, squared, tested


reveal_type(with_four_functions()[0])
reveal_type(with_four_functions()[1])
reveal_type(with_four_functions()[2])
reveal_type(with_four_functions()[3])
