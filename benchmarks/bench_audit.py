"""The audit of a training step beside ``jax.make_jaxpr``, which traces it and tells nothing."""

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
        # JAX keeps the trace of a function, so that each call needs another one.
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
