"""Arguments of constructors in methods that set, test or change what the arguments say."""

from typing import Any, reveal_type

import jax.numpy as jnp

x = jnp.ones(3, jnp.int8)


class Scaled:
    def __init__(self, scale):
        self.scale = scale

    def __call__(self, x):
        return x * self.scale


class Plain:
    """Nothing happens to the scale before it is passed on."""

    def __init__(self, scale):
        self.scale = scale

    def run(self, x):
        return Scaled(self.scale)(x)


class Reset:
    """The scale is set before it is passed on."""

    def __init__(self, reset_scale: Any):
        self.reset_scale = reset_scale

    def run(self, x):
        self.reset_scale = jnp.ones(3, jnp.float16)
        return Scaled(self.reset_scale)(x)


class Tested:
    """The scale is tested, so that it is not None where it is passed on."""

    def __init__(self, tested_scale=None):
        self.tested_scale = tested_scale

    def run(self, x):
        if self.tested_scale is None:
            return x
        return Scaled(self.tested_scale)(x)


class Renamed:
    """A parameter gets another value before it is passed on."""

    def run(self, x, scale):
        scale = scale.astype(jnp.float16)
        return Scaled(scale)(x)


class Filled:
    """A list gets another item before it is passed on."""

    def run(self, x, scales):
        scales.insert(0, jnp.ones(3, jnp.float16))
        return Scaled(scales[0])(x)


class Updated:
    """A key of a dictionary gets another value before the dictionary is read."""

    def run(self, x, params):
        params.update(scale=jnp.ones(3, jnp.float16))
        return Scaled(params["scale"])(x)


def plain(x):
    return Plain(jnp.ones(3, jnp.bfloat16)).run(x)


def reset(x):
    return Reset(jnp.ones(3, jnp.bfloat16)).run(x)


def tested(x):
    return Tested(jnp.ones(3, jnp.bfloat16)).run(x)


def renamed(x):
    return Renamed().run(x, jnp.ones(3, jnp.bfloat16))


def filled(x):
    return Filled().run(x, [jnp.ones(3, jnp.bfloat16)])


def updated(x):
    return Updated().run(x, {"scale": jnp.ones(3, jnp.bfloat16)})


reveal_type(plain(x))
reveal_type(reset(x))  # unknown: the attribute gets two dtypes
reveal_type(tested(x))
reveal_type(renamed(x))
reveal_type(filled(x))  # unknown: the list gets items of two dtypes
reveal_type(updated(x))  # unknown: the dictionary gets another value
