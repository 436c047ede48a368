"""Context managers for settings and names, which also decorate functions and keep their types."""

from typing import assert_type

import jax
import jax.numpy as jnp
from jax import Array


@jax.named_scope("double")
def named(x: Array[jnp.bfloat16]) -> Array[jnp.bfloat16]:
    return x * 2


@jax.profiler.annotate_function
def annotated(x: Array[jnp.bfloat16]) -> Array[jnp.bfloat16]:
    return x * 2


@jax.transfer_guard("log")
def guarded(x: Array[jnp.bfloat16]) -> Array[jnp.bfloat16]:
    return x * 2


x = jnp.ones(3, jnp.bfloat16)
with jax.named_scope("block"), jax.disable_jit(), jax.ensure_compile_time_eval():
    assert_type(named(x), Array[jnp.bfloat16])
with jax.transfer_guard("allow"), jax.checking_leaks(), jax.log_compiles(False):
    assert_type(annotated(x), Array[jnp.bfloat16])
assert_type(guarded(x), Array[jnp.bfloat16])
