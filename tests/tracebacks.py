"""The tracebacks of JAX, which it shortens before anybody sees them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import jax


@contextmanager
def whole_tracebacks() -> Iterator[None]:
    """Keep the frames of JAX: they tell refusals from accidents.

    To leave them out takes longer than most calls take that are refused.
    """
    before = jax.config.jax_traceback_filtering
    jax.config.update("jax_traceback_filtering", "off")
    try:
        yield
    finally:
        jax.config.update("jax_traceback_filtering", before)
