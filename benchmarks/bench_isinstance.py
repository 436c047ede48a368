"""Instance checks beside jaxtyping's, with the subscription inside of the measured expression."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import jaxtyping

from benchmarks.rows import Row, compare_calls
from promo_typing import Array, is_array

LIMIT = 0.2

PEER = 'isinstance(x, Float32[jax.Array, "..."])'
CHECKS = (
    ("isinstance(x, Array[jnp.float32])", PEER),
    ("is_array(x, jnp.float32)", PEER),
    ("isinstance(x, Array[jnp.floating])", 'isinstance(x, Float[jax.Array, "..."])'),
)


def rows() -> list[Row]:
    names: dict[str, Any] = {"Array": Array, "is_array": is_array, "jax": jax, "jnp": jnp}
    names |= {"Float": jaxtyping.Float, "Float32": jaxtyping.Float32}
    yes, no = jnp.ones(3), jnp.ones(3, "int8")
    found: list[Row] = []

    def compare(kind: str, x: object) -> None:
        for ours, peer in CHECKS:
            measured = [eval(f"lambda: {check}", {**names, "x": x}) for check in (ours, peer)]
            found.append(compare_calls(f"{kind}: {ours}", *measured, limit=LIMIT, pairs=15))

    compare("float32", yes)
    compare("int8", no)
    jax.make_jaxpr(lambda x: compare("float32 tracer", x))(yes)
    return found
