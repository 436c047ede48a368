"""Python's numbers and sequences of them: powers, ranges, and built-in functions of arrays."""

import collections
from typing import reveal_type

import jax.numpy as jnp
import numpy as np

bf16 = jnp.ones(3, jnp.bfloat16)
i32 = jnp.arange(3)


def powers_of_two(floats, integers, exponent):
    factor = 2**exponent
    of_floats = floats * 2**exponent, factor * floats, floats / factor, floats * (factor + 1)
    others = floats**factor, floats.at[0].mul(factor), jnp.where(floats > factor, floats, factor)
    of_integers = integers * factor, factor * integers
    from_power = jnp.asarray(factor), jnp.full(3, factor), jnp.zeros(factor), floats * 0.5**exponent
    return (*of_floats, *others), of_integers, from_power


def halved_often(start, times):
    part = start
    for turn in range(times):
        part = part / 2**turn
    return part


of_floats, of_integers, from_power = powers_of_two(bf16, i32, 3)
reveal_type(of_floats[0])
reveal_type(of_floats[1])
reveal_type(of_floats[2])
reveal_type(of_floats[3])
reveal_type(of_floats[4])
reveal_type(of_floats[5])
reveal_type(of_floats[6])
reveal_type(of_integers[0])  # unknown: a negative power of 2 is a float
reveal_type(of_integers[1])  # unknown: as above
reveal_type(from_power[0])  # unknown: as above
reveal_type(from_power[1])  # unknown: as above
reveal_type(from_power[2])
reveal_type(from_power[3])
reveal_type(halved_often(bf16, 3))


def powers_of_decay(count):
    return 0.9**count, 2**count


reveal_type(jnp.ones(3, jnp.float32) * powers_of_decay(i32)[0])
reveal_type(powers_of_decay(i32)[1])  # unknown: it is weak where a single integer is not traced


def ramps_of(floats, length):
    steps = np.array(range(length))
    ramp = jnp.array(range(length)), jnp.asarray(range(length)) / length
    return *ramp, floats * jnp.asarray(steps), steps * floats


reveal_type(ramps_of(bf16, 3)[0])
reveal_type(ramps_of(bf16, 3)[1])
reveal_type(ramps_of(bf16, 3)[2])
reveal_type(ramps_of(bf16, 3)[3])
reveal_type(jnp.asarray([range(3), [1.0, 2, 3]]))
reveal_type(jnp.array((range(3), range(3))))
reveal_type(jnp.array(range(3), jnp.bfloat16))
reveal_type(jnp.asarray(collections.deque([1.0, 2.0], maxlen=2)))
reveal_type(jnp.asarray(np.array(range(3))))
reveal_type(jnp.asarray(np.array([range(3), range(3)]) * 0.5))


def rounded_off(floats):
    return round(floats, 2), round(floats), abs(floats), divmod(floats, 2), pow(floats, 2)


reveal_type(rounded_off(bf16)[0])
reveal_type(rounded_off(bf16)[1])
reveal_type(rounded_off(bf16)[2])
reveal_type(rounded_off(bf16)[3][0])
reveal_type(rounded_off(bf16)[4])
reveal_type(rounded_off(i32)[0])
reveal_type(rounded_off(i32)[1])
reveal_type(round(bf16, 2))
reveal_type(round(bf16, None))
reveal_type(round(number=bf16, ndigits=1))
reveal_type(round(jnp.float32(0.5), 1))
