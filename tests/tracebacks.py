"""Keeps JAX from shortening the tracebacks of its exceptions."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import jax


@contextmanager
def whole_tracebacks() -> Iterator[None]:
    """Keep JAX's own frames in tracebacks: they distinguish refusals from accidents.

    It is also faster: filtering a traceback takes longer than most refused calls.
    """
    before = jax.config.jax_traceback_filtering
    jax.config.update("jax_traceback_filtering", "off")
    try:
        yield
    finally:
        jax.config.update("jax_traceback_filtering", before)
