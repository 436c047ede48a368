"""A variable of a module that a function sets is unknown."""

from typing import reveal_type

import jax.numpy as jnp

bf16 = jnp.ones(3, jnp.bfloat16)


def number():
    return 2.0


def set_later():
    global later
    later = jnp.ones(3)


later = number()
set_later()
reveal_type(later * bf16)  # unknown: a function sets the variable
