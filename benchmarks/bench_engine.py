"""The engine beside plain ``jax.numpy``: eager calls on scalar-sized arrays."""

from __future__ import annotations

import jax.numpy as jnp
import numpy as np

from benchmarks.rows import Row, compare_calls
from promo_runtime import Engine

LIMIT = 1.1


def rows() -> list[Row]:
    engine = Engine()
    x, y = jnp.float32(1), jnp.float32(2)
    scalar = np.float32(2)

    def compare(name: str, operands: str, limit: float | None) -> Row:
        names = {"engine": engine, "jnp": jnp, "x": x, "y": y, "scalar": scalar}
        ours = eval(f"lambda: engine.{name}({operands})", names)
        peer = eval(f"lambda: jnp.{name}({operands})", names)
        return compare_calls(f"engine: {name}({operands})", ours, peer, limit=limit)

    return [
        compare("add", "x, y", LIMIT),
        compare("add", "x, 2.0", LIMIT),
        compare("add", "x, scalar", LIMIT),
        compare("multiply", "x, y", None),
        compare("divide", "x, y", None),
        compare("power", "x, y", None),
        compare("exp", "x", None),
    ]
