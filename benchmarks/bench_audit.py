"""The audit of a training step, compared with ``jax.make_jaxpr``, which only traces the step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax

from benchmarks.rows import Row, compare_calls
from examples.transformer import train
from promo_runtime.auditing import audit

LIMIT = 2.0


def rows() -> list[Row]:
    arguments = train.arguments()

    def fresh() -> Callable[..., Any]:
        # JAX caches the trace of a function, so each call gets a new function.
        return lambda *args: train.step(*args)

    return [
        compare_calls(
            "audit: transformer, traced anew",
            lambda: audit(fresh())(*arguments),
            lambda: jax.make_jaxpr(fresh())(*arguments),
            limit=LIMIT,
            number=1,
            pairs=15,
        ),
        compare_calls(
            "audit: transformer, audited before",
            lambda: audit(train.step)(*arguments),
            lambda: jax.make_jaxpr(train.step)(*arguments),
            limit=LIMIT,
            number=100,
        ),
    ]
