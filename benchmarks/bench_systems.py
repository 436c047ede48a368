"""The result type of two dtypes, compared with the faster of JAX's and NumPy's own functions."""

from __future__ import annotations

import timeit
from collections.abc import Callable
from typing import Any

import jax.numpy as jnp
import numpy as np

from benchmarks.rows import Row, compare_calls
from promo_typing.systems import SYSTEMS

LIMIT = 0.5
SHOWN = ("jax", "numpy", "numpy-1", "torch", "tensorflow", "array-api", "jep9407-option-1")


def rows() -> list[Row]:
    one, other = np.dtype("int8"), np.dtype("int16")
    peers: dict[str, Callable[[], Any]] = {
        "np.result_type": lambda: np.result_type(one, other),
        "jnp.promote_types": lambda: jnp.promote_types(one, other),
    }
    fastest = min(peers, key=lambda name: min(timeit.repeat(peers[name], number=5000)))
    return [
        compare_calls(
            f"{name}: result_type({written}), beside {fastest}",
            call,
            peers[fastest],
            limit=LIMIT,
        )
        for name in SHOWN
        for written, call in _calls(name, one, other)
    ]


def _calls(name: str, one: Any, other: Any) -> list[tuple[str, Callable[[], Any]]]:
    result_type = SYSTEMS[name].result_type
    return [
        ('"int8", "int16"', lambda: result_type("int8", "int16")),
        ("dtypes of NumPy", lambda: result_type(one, other)),
    ]
