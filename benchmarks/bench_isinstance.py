"""Instance checks compared with jaxtyping's, and with ``isinstance(x, jax.Array)``.

Against jaxtyping the subscription, ``Array[jnp.float32]``, is part of the measured expression. A
check of ``jax.Array`` has no subscription, so it is compared with a class that was subscripted
before, as in an annotation.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import jaxtyping

from benchmarks.rows import Row, compare_calls
from promo_typing import Array, is_array

LIMIT = 0.2
BARE_LIMIT = 4.0

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

    hints: dict[str, Any] = {"Array": Array, "Array[jnp.float32]": Array[jnp.float32]}

    def compare_bare(kind: str, x: object) -> None:
        for shown, hint in hints.items():
            measured = (partial(isinstance, x, each) for each in (hint, jax.Array))
            name = f"{kind}: isinstance(x, {shown}) / isinstance(x, jax.Array)"
            found.append(compare_calls(name, *measured, limit=BARE_LIMIT, pairs=15))

    def compare(kind: str, x: object) -> None:
        compare_bare(kind, x)
        for ours, peer in CHECKS:
            measured = [eval(f"lambda: {check}", {**names, "x": x}) for check in (ours, peer)]
            found.append(compare_calls(f"{kind}: {ours}", *measured, limit=LIMIT, pairs=15))

    compare("float32", yes)
    compare("int8", no)
    jax.make_jaxpr(lambda x: compare("float32 tracer", x))(yes)
    return found
