"""Compiles the casts of a call and the function of JAX into one computation."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import jax
import numpy as np
from jax import lax

from promo_runtime.operations.arguments import CallForm
from promo_runtime.operations.plan import Plan
from promo_runtime.settings import semantics

INLINE: Final = getattr(getattr(jax, "Inline", None), "JAX_EARLY", True)
"""The argument ``inline`` of ``jit`` that makes all versions of JAX inline while tracing."""

KEPT_COMPUTATIONS: Final = 2048
"""The most cached computations of all engines; the least recently used is dropped."""


@dataclass(frozen=True, slots=True)
class Casts:
    """The dtypes to which operands and results are cast; without ``results`` JAX's dtypes stay."""

    operands: tuple[Any, ...]
    results: tuple[Any, ...]
    weak: bool

    @staticmethod
    def of(plan: Plan) -> Casts:
        """Return the casts of a plan; 64-bit dtypes are truncated under JAX's current settings."""
        return Casts(
            tuple(requested(cast.target) for cast in plan.casts),
            tuple(requested(each) for each in plan.results),
            plan.weak,
        )


def requested(name: str) -> Any:
    """Return the dtype that JAX gives for a request of this dtype, by name."""
    return np.dtype(jax.numpy.dtype(semantics().requested(name)))


def compiled(function: Callable[..., Any], casts: Casts, form: CallForm | None = None) -> Any:
    """Return a compiled function that casts its arguments and calls the function on them.

    The compiled function takes the operands, and then the other arrays of the form; without a form
    all arguments are operands. It is cached, and shared by equal calls of all systems and engines.
    """
    try:
        return _kept(function, casts, form)
    except TypeError:  # A static argument cannot be hashed: each call is compiled anew.
        return _compiled(function, casts, form)


def _compiled(function: Callable[..., Any], casts: Casts, form: CallForm | None) -> Any:
    count = len(casts.operands)

    def run(*arrays: Any) -> Any:
        operands = list(map(lax.convert_element_type, arrays[:count], casts.operands))
        positional, named = (
            (operands, {}) if form is None else form.arguments(operands, arrays[count:])
        )
        with jax.numpy_dtype_promotion("standard"):
            found = function(*positional, **named)
        return finished(found, casts.results, weak=casts.weak)

    return jax.jit(run, inline=INLINE)


_kept = lru_cache(maxsize=KEPT_COMPUTATIONS)(_compiled)


def finished(found: Any, results: tuple[Any, ...], *, weak: bool) -> Any:
    """Cast the results to the dtypes of the promotion system, where JAX's dtypes differ."""
    if not results:
        return jax.tree.map(_weakened, found) if weak else found
    leaves, tree = jax.tree.flatten(found)
    cast = [lax.convert_element_type(*each) for each in zip(leaves, results, strict=True)]
    return jax.tree.unflatten(tree, map(_weakened, cast) if weak else cast)


def _weakened(array: Any) -> Any:
    """The array as a weakly typed one."""
    return lax.convert_element_type_p.bind(
        array, new_dtype=array.dtype, weak_type=True, sharding=None
    )
