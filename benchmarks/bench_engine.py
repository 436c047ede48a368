"""The engine compared with plain ``jax.numpy``: eager calls on small arrays and on 64 MiB."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np

from benchmarks.rows import Row, compare_calls
from promo_runtime import Engine

LIMIT = 1.1
LIMIT_OTHERS = 1.3
LARGE = 64 * 2**20 // 4
SYSTEMS = ("jax", "numpy", "torch", "array-api", "tensorflow", "jep9407-option-1")


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
        *_under_each_system(),
    ]


def _under_each_system() -> list[Row]:
    found = []
    for shape, size, number in (((), "small", 3000), ((LARGE,), "64 MiB", 3)):
        x, y = jnp.ones(shape, jnp.float32), jnp.full(shape, 2, jnp.float32)
        for system in SYSTEMS:
            found.append(_addition(system, size, x, y, number))
    return found


def _addition(system: str, size: str, x: jax.Array, y: jax.Array, number: int) -> Row:
    add, limit = Engine(system).add, LIMIT if system == "jax" else LIMIT_OTHERS
    return compare_calls(
        f"engine: {system}, add of {size}",
        lambda: add(x, y).block_until_ready(),
        lambda: jnp.add(x, y).block_until_ready(),
        limit=limit,
        number=number,
        pairs=11,
    )
