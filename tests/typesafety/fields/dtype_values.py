"""Dtypes that a configuration holds as values, in all objects of the class."""

from dataclasses import dataclass, replace
from typing import Any, NamedTuple, reveal_type

import jax
import jax.numpy as jnp
import numpy as np


@dataclass(frozen=True)
class Policy:
    measure_dtype: Any = jnp.float16
    index_dtype: jnp.dtype = jnp.int16
    mixed_dtype: Any = jnp.int8
    named_dtype: Any = "bfloat16"
    either_dtype: Any = "bfloat16"
    copied_dtype: Any = jnp.int8
    given_dtype: Any = None


class Kinds(NamedTuple):
    storage: Any
    sums: Any = np.dtype("int16")


policy = Policy(mixed_dtype=jnp.uint8)
other = Policy(either_dtype=jnp.bfloat16)
copied = replace(policy, copied_dtype=jnp.int16)
kinds = Kinds(jnp.bfloat16)


def zeros(given: Policy) -> jax.Array:
    return jnp.zeros(3, given.measure_dtype)


def sums(given: Kinds) -> tuple[jax.Array, jax.Array]:
    return jnp.ones(3, given.storage), jnp.ones(3).astype(given.sums)


def look(given: Policy, found: Kinds) -> None:
    reveal_type(zeros(given))
    reveal_type(jnp.zeros(3, given.index_dtype))
    reveal_type(jnp.zeros(3, given.mixed_dtype))  # unknown: it has two values
    reveal_type(jnp.zeros(3, given.named_dtype))
    reveal_type(jnp.zeros(3, given.either_dtype))
    reveal_type(jnp.zeros(3, given.copied_dtype))  # unknown: another object has another one
    reveal_type(jnp.zeros(3, given.given_dtype))  # unknown: None is the default of zeros
    reveal_type(sums(found)[0])
    reveal_type(sums(found)[1])


look(policy, kinds)
look(other, kinds)
