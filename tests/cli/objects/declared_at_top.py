"""Variables of a module with an annotation that says no dtype."""

from typing import reveal_type

import jax
import jax.numpy as jnp

bf16 = jnp.ones((3, 3), jnp.bfloat16)
f32 = jnp.ones((3, 3), jnp.float32)
i8 = jnp.ones((3, 3), jnp.int8)

history: list[jax.Array] = []
for step in range(3):
    history.append(f32 * step)
reveal_type(history[0] + 1)
mixed: list[jax.Array] = [f32]
mixed.append(i8)
reveal_type(mixed[1] + 1)  # unknown
table: dict[str, jax.Array] = {"left": bf16, "right": f32}
reveal_type(table["left"] * 2)
doubled: jax.Array = bf16 * 2
reveal_type(doubled + 1)
