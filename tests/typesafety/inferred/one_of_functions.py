"""Values that are one of several functions: mypy treats functions with equal parameters alike."""

import sys
from typing import reveal_type

import jax
import jax.numpy as jnp

is_given = len(sys.argv) > 99
f32 = jnp.ones(3)


def half(x):
    return x.astype(jnp.bfloat16)


def single(x):
    return x.astype(jnp.float32)


def doubled(x):
    return x * 2


def same(x):
    return x


both = half if is_given else single
reveal_type(both(f32) + both(f32).astype(jnp.float32))
reveal_type((same if is_given else doubled)(f32))
alike = same if is_given else doubled
reveal_type(alike(f32))
reveal_type(jax.vmap(alike)(f32))

other = half
if is_given:
    other = single
reveal_type(other(f32) + other(f32).astype(jnp.float32))

again = half
reveal_type(again(f32))
again = single
reveal_type(again(f32))

pair = (single, half)
several = [single, half]
reveal_type(pair[1](f32))
reveal_type(several[0](f32))  # unknown: mypy has one type for all items of a list
for each in (half, single):
    reveal_type(each(f32) + each(f32).astype(jnp.float32))
for either in (same, doubled):
    reveal_type(either(f32))
results = [function(f32) for function in several]
reveal_type(results[0])  # unknown: as several


# The lambda returns a known dtype for any input, and to mypy ``single`` has the lambda's type.
for first in [single, lambda x: jnp.where(x > 0, 2, 3)]:
    reveal_type(first(f32) + jnp.int8(1))  # unknown: each of the two returns another dtype
filled = [lambda x: jnp.where(x > 0, 2, 3)]
reveal_type(filled[0](f32))  # unknown: as the next
filled.append(single)
reveal_type(filled[-1](f32))  # unknown: mypy has one type for all items of a list
jitted = [jax.jit(lambda x: jnp.where(x > 0, 2, 3))]
jitted.append(jax.jit(single))
reveal_type(jitted[-1](f32))  # unknown: as filled


def after(first):
    def decorate(function):
        return lambda *args: first(function(*args))

    return decorate


returned = [after(lambda x: jnp.where(x > 0, 2, 3))(jnp.square)]
returned.append(single)
reveal_type(returned[-1](f32))  # unknown: as filled
only = jax.jit(lambda x: jnp.where(x > 0, 2, 3))
reveal_type(only(f32))
alone = lambda x: jnp.where(x > 0, 2, 3)  # noqa: E731
reveal_type(alone(f32))


def chain(*functions):
    def run(x):
        for function in functions:
            x = function(x)
        return x

    return run


reveal_type(chain(half, single)(f32))  # unknown: each of the two returns another dtype
reveal_type(chain(doubled)(f32))


def chosen(number):
    if number > 1:
        return half
    return single


reveal_type(chosen(1)(f32))  # unknown: each of the two returns another dtype


def use(function, x):
    return function(x)


reveal_type(use(single, f32))
reveal_type(use(filled[-1], f32))  # unknown: as before
reveal_type(use(both, f32) + use(single, f32).astype(jnp.float32))
reveal_type(use(several[0], f32))  # unknown: as several


class Model:
    def __init__(self, is_half):
        self.only = single
        if is_half:
            self.cast = half
        else:
            self.cast = single

    def run(self, x):
        return self.cast(x), self.only(x)


reveal_type(Model(is_half=False).run(f32)[0])  # unknown: each of the two returns another dtype
reveal_type(Model(is_half=False).run(f32)[1])


class Replaced:
    def __init__(self):
        self.k1filled = lambda x: jnp.where(x > 0, 2, 3)

    def run(self, x):
        return self.k1filled(x)


replaced = Replaced()
replaced.k1filled = single
reveal_type(replaced.run(f32))  # unknown: the attribute is assigned again


def starred(last):
    return lambda *args: last(*args)


indices = starred(lambda x: jnp.where(x > 0, 2, 3))
both_results = [each(x) for each, x in zip((chain(single), indices), (f32, f32), strict=True)]
reveal_type(both_results[0])  # unknown: each of the two returns another dtype

of_variable = [indices_of := lambda x: jnp.where(x > 0, 2, 3)]
of_variable.append(single)
reveal_type(of_variable[-1](f32))  # unknown: the list has two functions
by_key = {"a": indices_of}
by_key["b"] = single
reveal_type(by_key["b"](f32))  # unknown: as in the list
reveal_type(next(iter(of_variable[1:]))(f32))  # unknown: as above
reveal_type(of_variable.pop()(f32))  # unknown: as above
