"""Parameters that are declared as Python numbers, but get other numbers or arrays."""

from typing import reveal_type

import jax.numpy as jnp
import numpy as np

bf16 = jnp.ones(3, jnp.bfloat16)
f32 = jnp.ones(3, jnp.float32)


def absolute(x: float) -> jnp.ndarray:
    return jnp.abs(x)


def step(x: jnp.ndarray, rate: float = 1) -> jnp.ndarray:
    return x * rate  # type: ignore[dtype-numpy-widening]


def power(x: jnp.ndarray, exponent: complex) -> jnp.ndarray:
    return x**exponent


reveal_type(absolute(1.5))
reveal_type(absolute(2))
reveal_type(absolute(bf16))  # type: ignore[arg-type]
reveal_type(step(bf16, 0.1))
reveal_type(step(bf16))
reveal_type(step(jnp.arange(3), 2))
reveal_type(step(jnp.arange(3), 0.5))
reveal_type(step(bf16, f32))  # type: ignore[arg-type]
reveal_type(step(bf16, np.float32(2)))  # type: ignore[arg-type]
reveal_type(step(bf16, np.float64(2)))
reveal_type(power(bf16, 2))
reveal_type(power(jnp.arange(3), 2))
reveal_type(power(bf16, 2j))
