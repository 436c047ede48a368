"""``audit(fn)(*args)``: trace a function, and report its conversions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import jax

from promo_runtime.auditing.jaxpr import conversions, is_known
from promo_runtime.auditing.report import Report


def audit(
    fn: Callable[..., Any], *, static_argnums: int | Sequence[int] = ()
) -> Callable[..., Report]:
    """Return a function of the same arguments that reports the conversions of a call.

    Nothing is executed on a device: the function is traced as ``jax.make_jaxpr`` does, and arrays
    may be given as ``jax.ShapeDtypeStruct``.

    Args:
        fn: a function that JAX can trace.
        static_argnums: the positions of arguments that are not traced, as of ``jax.jit``.

    Raises:
        Exception: what the function raises while it is traced.
    """
    statics = (static_argnums,) if isinstance(static_argnums, int) else tuple(static_argnums)

    def audited(*args: Any, **kwargs: Any) -> Report:
        traced = jax.make_jaxpr(fn, static_argnums=statics)(*args, **kwargs)
        found = [each for each in conversions(traced) if is_known(each)]
        return Report(tuple(sorted(found, key=lambda each: -each.bytes)))

    return audited
