"""Results that are the same for every dtype of an unknown operand that JAX accepts."""

import json
from typing import Any, reveal_type

import jax
import jax.numpy as jnp
from jax import lax

bf16 = jnp.ones(3, jnp.bfloat16)
i8 = jnp.ones(3, jnp.int8)
key = jax.random.key(0)


def read(text: str) -> Any:
    values, dtype = json.loads(text)
    return jnp.asarray(values, dtype)


unknown: Any = read('[[1, 2, 3], "bfloat16"]')
taken: jax.Array = unknown

reveal_type(bf16.at[0].set(taken[0]))
reveal_type(bf16.at[0].add(unknown[0]))
reveal_type(i8.at[:].max(taken))
reveal_type(lax.select(taken > 0, bf16, taken))
reveal_type(lax.select(taken > 0, unknown, bf16))
reveal_type(lax.add(bf16, taken))
reveal_type(lax.clamp(taken, bf16, taken))
reveal_type(lax.dynamic_update_slice(bf16, taken, (0,)))
reveal_type(jnp.full_like(i8, taken))
reveal_type(bf16 + taken)  # unknown: it may be widened
reveal_type(jnp.where(taken > 0, bf16, taken))  # unknown: it may be widened
reveal_type(jnp.where(taken > 0, taken, 0.0))  # unknown
