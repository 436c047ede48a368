"""Runs code under one trace of JAX: each array has its dtype, but nothing is compiled.

A program of a few lines takes seconds otherwise, since JAX compiles each of its operations.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

import jax

T = TypeVar("T")

NEEDS_A_VALUE: Final = (
    jax.errors.ConcretizationTypeError,
    jax.errors.TracerArrayConversionError,
    jax.errors.TracerIntegerConversionError,
)
"""The exceptions of code that asks a tracer for its value; some are a ``TypeError``."""


def traced(run: Callable[[], T]) -> T:
    """Return what ``run`` returns, with tracers for arrays: use only their types.

    If ``run`` needs the value of an array, it is executed again without a trace.
    """
    found: list[T] = []
    try:
        jax.eval_shape(lambda: found.append(run()))
    except NEEDS_A_VALUE:
        return run()
    return found[0]
