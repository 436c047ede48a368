"""The lint of default dtypes follows values through parameters, items of containers and fields.

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
from functools import partial
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np


class Params(NamedTuple):
    w: jax.Array
    b: jax.Array


class Tables:
    def __init__(self, length):
        angles = jnp.arange(length) / length
        self.cosine = jnp.cos(angles)
        self.noise = jnp.asarray(np.sqrt(np.linspace(0.1, 1.0, length)))
        self.asked_for = jnp.asarray(np.linspace(0.1, 1.0, length), jnp.float32)


def in_parameter(x, w):
    return x * w


def of_parameter(x):
    return in_parameter(x, jnp.ones(3))


def in_asked_parameter(x, w):
    return x * w


def of_asked_parameter(x):
    return in_asked_parameter(x, jnp.ones(3, jnp.float32))


def inner(x, w):
    return in_two_calls(x, w)


def in_two_calls(x, w):
    return x * w


def of_two_calls(x):
    return inner(x, w=jnp.linspace(0, 1, 3))


@partial(jax.jit, static_argnames=("scale",))
def in_jitted(x, w, scale=2):
    return x * w * scale


def of_jitted(x):
    return in_jitted(x, jnp.ones(3))


def in_mapped(x, w):
    return x * w


def of_mapped(x):
    return jax.vmap(in_mapped)(x, jnp.ones(3))


def in_key(params, x):
    return x * params["w"]


def of_key(x):
    params = {"w": jnp.ones(3), "b": jnp.zeros(3, jnp.bfloat16)}
    return in_key(params, x)


def in_asked_key(params, x):
    return x * params["w"]


def of_asked_key(x):
    return in_asked_key({"w": jnp.ones(3, jnp.float32), "b": jnp.zeros(3)}, x)


def initial(size):
    return {"w": jnp.ones(size)}


def in_returned(params, x):
    return x * params["w"]


def of_returned(x):
    return in_returned(initial(3), x)


def in_unpacked(params, x):
    w, b = params
    return x * w


def of_unpacked(x):
    return in_unpacked((jnp.ones(3), jnp.zeros(3, jnp.float32)), x)


def in_asked_unpacked(params, x):
    w, b = params
    return x * b


def of_asked_unpacked(x):
    return in_asked_unpacked((jnp.ones(3), jnp.zeros(3, jnp.float32)), x)


def in_loop(layers, x):
    for w, b in layers:
        x = x * w
    return x


def of_loop(x):
    layers = [(jnp.ones(3), jnp.zeros(3, jnp.float32))]
    return in_loop(layers, x)


def in_field(params, x):
    return x * params.w


def of_field(x):
    params = Params(jnp.ones(3), b=jnp.zeros(3, jnp.float32))
    return in_field(params, x)


def in_asked_field(params, x):
    w, b = params
    return x * b


def of_asked_field(x):
    return in_asked_field(Params(jnp.ones(3), b=jnp.zeros(3, jnp.float32)), x)


def in_attribute(x, w):
    return x * w


def of_attribute(x):
    return in_attribute(x, Tables(3).cosine)


def in_numpy(x, w):
    return x * w


def of_numpy(x):
    return in_numpy(x, Tables(3).noise)


def in_asked_numpy(x, w):
    return x * w


def of_asked_numpy(x):
    return in_asked_numpy(x, Tables(3).asked_for)


def in_class_float(x):
    keep = jax.random.bernoulli(jax.random.key(0), 0.5, (3,)).astype(float)
    return x * keep


def of_class_float(x):
    return in_class_float(x)


def quantized(w):
    return jnp.round(w).astype(jnp.int8), jnp.max(w) / 127.0


def in_argument_of_call(x, pair):
    values, scale = pair
    return x * scale


def of_argument_of_call(x):
    return in_argument_of_call(x, quantized(jnp.ones(3)))


def in_asked_argument_of_call(x, pair):
    values, scale = pair
    return x * scale


def of_asked_argument_of_call(x):
    return in_asked_argument_of_call(x, quantized(jnp.ones(3, jnp.float32)))
"""

NAMES = re.findall(r"def of_(\w+)", PROGRAM)
CALLS = "\n".join(f"of_{name}(jnp.ones(3, jnp.bfloat16))" for name in NAMES)
FUNCTIONS = f"\nFUNCTIONS = [{', '.join(f'of_{name}' for name in NAMES)}]\n"


def test_what_is_handed_on_is_found(tmp_path: Path) -> None:
    write(tmp_path, PROGRAM + CALLS + FUNCTIONS, SETTINGS)
    found = re.findall(r"main.py:(\d+): error: .*\[dtype-default-widening\]", mypy(tmp_path).stdout)
    assert {_function_at(int(line)) for line in found} == _of_64_bits(tmp_path / "main.py")


def _function_at(line: int) -> str:
    *_, name = re.findall(r"def in_(\w+)", "\n".join(PROGRAM.splitlines()[:line]))
    return str(name)


def _of_64_bits(program: Path) -> set[str]:
    with jax.enable_x64(True):
        functions = runpy.run_path(str(program))["FUNCTIONS"]
        results = {each.__name__: each(jnp.ones(3, jnp.bfloat16)) for each in functions}
    return {
        name.removeprefix("of_") for name, result in results.items() if result.dtype == jnp.float64
    }


ALIKE = """\
import jax.numpy as jnp


def scaled(x, w):
    return x * w


def both(x):
    return scaled(x, jnp.ones(3, jnp.float32)), twice(jnp.ones(3), jnp.ones(3, jnp.float32), x)


def same(w):
    return w * 1.0


def twice(one, other, x):
    return x * (same(one) + same(other))


both(jnp.ones(3, jnp.bfloat16))
"""


def test_what_one_of_two_calls_asked_for_is_no_default(tmp_path: Path) -> None:
    write(tmp_path, ALIKE, SETTINGS)
    assert mypy(tmp_path).messages == []


OF_GRADIENT = """\
import jax
import jax.numpy as jnp


def batch(x):
    return {"x": x, "noise": jax.random.normal(jax.random.key(0), (3,))}


def loss(w, given):
    return jnp.mean(given["x"] * w - given["noise"])


def gradient(x):
    w = jnp.ones(3, jnp.float16)
    given = batch(x)
    return jax.grad(loss)(w, given)


gradient(jnp.ones(3, jnp.float16))
"""


def test_it_is_followed_into_a_function_that_is_differentiated(tmp_path: Path) -> None:
    write(tmp_path, OF_GRADIENT, SETTINGS)
    found = re.findall(r"main.py:(\d+): error: .*\[dtype-default-widening\]", mypy(tmp_path).stdout)
    assert found == ["10"]
