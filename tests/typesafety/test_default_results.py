"""The lint of default dtypes follows values through functions, properties and unpacked tuples.

JAX shows which results have a default dtype: these have 64 bits with x64 on.
"""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import jax
import jax.numpy as jnp

from .mypy_runs import mypy, write
from .test_inference import SETTINGS

PROGRAM = """\
import dataclasses
import functools

import jax
import jax.numpy as jnp


def ramp(length, dtype=None):
    return jnp.linspace(0, 1, length, dtype=dtype)


def tables(length):
    angles = jnp.outer(jnp.arange(length) / length, jnp.ones(3))
    angles = jnp.concatenate([angles, angles])
    return jnp.cos(angles)[0], jnp.ones(3, jnp.float32)


@jax.jit
def drawn(key):
    noise = jax.random.normal(key, (3,))
    return 0.1 * noise


class Layer:
    def __init__(self):
        self.weights = jnp.hanning(3)
        self.asked_for = jnp.ones(3, jnp.float32)

    @property
    def window(self):
        return jnp.hamming(3)

    def rows(self):
        return jnp.arange(3) / 3

    def of_method(self, x):
        return x * self.rows()

    def of_property(self, x):
        return x * self.window

    def of_field(self, x):
        return x * self.weights

    def of_asked_field(self, x):
        return x * self.asked_for


def of_function(x):
    return x * ramp(x.shape[0])


def of_variable(x):
    steps = ramp(3)
    return x * steps


def of_parameter(x):
    x = x * ramp(3)
    return x


def of_item(x):
    cosine, other = tables(3)
    return x * cosine


def of_asked_item(x):
    cosine, other = tables(3)
    return x * other


def of_jitted(x):
    return x + drawn(jax.random.key(0))


def of_argument(x):
    return x * passed_on(x)


def passed_on(x):
    return jnp.ones(3, jnp.float32)


def of_either(x, flag=True):
    if flag:
        table = jnp.ones(3, jnp.float32)
    else:
        table = jnp.zeros(3)
    return x * table


def of_cast(x):
    return (x * ramp(3)).astype(jnp.float32)


def of_integers(x):
    return x * (jnp.arange(3, dtype=jnp.int32) / 3)


def halves():
    angles = list(map(lambda n: jnp.arange(n) / n, [3]))
    sine, cosine = jnp.ones(3), jnp.zeros(3)
    sine = jnp.concatenate([sine, sine])
    return sine, cosine


def of_part(x):
    first, _ = jnp.split(jnp.ones(6), 2)
    return x * first


def of_asked_part(x):
    first, _ = jnp.split(jnp.ones(6, jnp.float32), 2)
    return x * first


def of_joined_items(x):
    table = jnp.concatenate(halves())
    return x * table[:3]


def counted(length):
    return length / 2


def of_given_integers(x):
    return x * counted(jnp.arange(3))


def of_asked_integers(x):
    return x * counted(jnp.arange(3, dtype=jnp.int32))


@dataclasses.dataclass
class Cache:
    keys: jax.Array
    asked: jax.Array
    tables: jax.Array

    @classmethod
    def create(cls, size):
        return cls(jnp.zeros(size), jnp.zeros(size, jnp.float32), tables=jnp.ones((1, size)))


def of_constructed(x):
    return x * Cache.create(3).keys


def of_updated(x):
    keys = Cache.create(3).keys.at[0].set(x[0])
    return x * keys


def of_asked_constructed(x):
    return x * Cache.create(3).asked


def of_transposed(x):
    return x * Cache.create(3).tables.T[:, 0]


layer = Layer()
FUNCTIONS = [
    layer.of_method, layer.of_property, layer.of_field, layer.of_asked_field, of_function,
    of_variable, of_parameter, of_item, of_asked_item, of_jitted, of_argument, of_either, of_cast,
    of_integers, of_part, of_asked_part, of_joined_items, of_given_integers,
    of_asked_integers, of_constructed, of_updated, of_asked_constructed, of_transposed,
]
"""

CALLS = "\n".join(
    f"{name}(jnp.ones(3, jnp.bfloat16))"
    for name in re.findall(r"[\w.]+", PROGRAM.rpartition("FUNCTIONS = [")[2])
)


def test_what_has_the_default_dtype_is_found(tmp_path: Path) -> None:
    write(tmp_path, PROGRAM + CALLS, SETTINGS)
    found = re.findall(r"main.py:(\d+): error: .*\[dtype-default-widening\]", mypy(tmp_path).stdout)
    assert {_function_at(int(line)) for line in found} == _of_64_bits(tmp_path / "main.py")


def _function_at(line: int) -> str:
    *_, name = re.findall(r"def (\w+)", "\n".join(PROGRAM.splitlines()[:line]))
    return str(name)


def _of_64_bits(program: Path) -> set[str]:
    with jax.enable_x64(True):
        functions = runpy.run_path(str(program))["FUNCTIONS"]
        results = {each.__name__: each(jnp.ones(3, jnp.bfloat16)) for each in functions}
    return {name for name, result in results.items() if result.dtype == jnp.float64}


ACCUMULATOR = """\
import jax.numpy as jnp


def accumulated(x):
    total = jnp.zeros(3)
    for _ in range(3):
        total = total * 0.5 + x
    return total + x


accumulated(jnp.ones(3, jnp.bfloat16))
"""


def test_an_accumulator_is_left_alone(tmp_path: Path) -> None:
    write(tmp_path, ACCUMULATOR, SETTINGS)
    assert mypy(tmp_path).messages == []


CAST_BY_NAME = """\
import jax.numpy as jnp


def chained(x):
    scaled = x * jnp.linspace(0, 1, 3)
    bounded = jnp.tanh(scaled)
    return bounded.astype(x.dtype)


def looped(x):
    total = x * jnp.linspace(0, 1, 3)
    for _ in range(3):
        total = total + x
    return total.astype(x.dtype)


def used_twice(x):
    scaled = x * jnp.linspace(0, 1, 3)  # found
    return scaled.astype(x.dtype), scaled


def unused(x):
    scaled = x * jnp.linspace(0, 1, 3)  # found
    total = scaled + 1
    return x


def taken_for_narrow(x):
    scaled = x * jnp.linspace(0, 1, 3)  # found
    return jnp.tanh(scaled.astype(jnp.float32)).astype(x.dtype)


x = jnp.ones(3, jnp.bfloat16)
chained(x), looped(x), used_twice(x), unused(x), taken_for_narrow(x)
"""


def test_a_variable_that_is_only_cast_is_left_alone(tmp_path: Path) -> None:
    write(tmp_path, CAST_BY_NAME, SETTINGS)
    found = re.findall(r"main.py:(\d+): error: .*\[dtype-default-widening\]", mypy(tmp_path).stdout)
    marked = [n for n, line in enumerate(CAST_BY_NAME.splitlines(), 1) if "# found" in line]
    assert [int(line) for line in found] == marked
