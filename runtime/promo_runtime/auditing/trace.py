"""``audit(fn)(*args)``: trace a function, and report its conversions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final
from weakref import WeakKeyDictionary

import jax

from promo_runtime.auditing.jaxpr import conversions, is_known
from promo_runtime.auditing.report import Report

# JAX gives the same jaxpr again for the same function and types of arguments.
_REPORTS: Final[WeakKeyDictionary[Any, Report]] = WeakKeyDictionary()


def audit(
    fn: Callable[..., Any], *, static_argnums: int | Sequence[int] = ()
) -> Callable[..., Report]:
    """Return a function of the same arguments that reports the conversions of a call.

    Nothing is executed on a device: the function is traced as ``jax.make_jaxpr`` does, and arrays
    may be given as ``jax.ShapeDtypeStruct``. All branches of a ``jax.lax.cond`` or
    ``jax.lax.switch`` count, each once, although a call runs one of them; the body of a
    ``jax.lax.scan`` counts as often as it runs, that of a ``jax.lax.while_loop`` once.

    What JAX's own rules convert is internal and no finding: the gradient of a maximum, and all of
    a backward pass, for which the line of the forward pass is found already. That includes what
    the backward function of a ``jax.custom_vjp`` converts, since JAX tells nothing of its lines:
    audit that function alone. Forward mode (``jax.jvp``) executes a promotion for the value and
    again for its tangent, and both are findings.

    Args:
        fn: a function that JAX can trace.
        static_argnums: the positions of arguments that are not traced, as of ``jax.jit``.

    Raises:
        Exception: what the function raises while it is traced.
    """
    statics = (static_argnums,) if isinstance(static_argnums, int) else tuple(static_argnums)

    def audited(*args: Any, **kwargs: Any) -> Report:
        return _report(jax.make_jaxpr(fn, static_argnums=statics)(*args, **kwargs).jaxpr)

    return audited


def _report(jaxpr: Any) -> Report:
    if jaxpr not in _REPORTS:
        found = [each for each in conversions(jaxpr) if is_known(each)]
        _REPORTS[jaxpr] = Report(tuple(sorted(found, key=lambda each: -each.bytes)))
    return _REPORTS[jaxpr]
