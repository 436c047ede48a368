"""``audit(fn)(*args)``: trace a function, and report its conversions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final
from weakref import WeakKeyDictionary

import jax

from promo_runtime.auditing.choice import chosen_lints
from promo_runtime.auditing.conversion import Conversion
from promo_runtime.auditing.jaxpr import conversions, is_known
from promo_runtime.auditing.report import Report
from promo_typing.core.lints import LintSet

# JAX returns the same jaxpr for the same function and types of arguments.
_FOUND: Final[WeakKeyDictionary[Any, tuple[Conversion, ...]]] = WeakKeyDictionary()


def audit(
    fn: Callable[..., Any],
    *,
    static_argnums: int | Sequence[int] = (),
    lints: LintSet | None = None,
) -> Callable[..., Report]:
    """Return a function that traces a call with the same arguments and reports its conversions.

    Nothing is executed on a device: the function is traced as by ``jax.make_jaxpr``, and arrays may
    be given as ``jax.ShapeDtypeStruct``. All branches of a ``jax.lax.cond`` or ``jax.lax.switch``
    count, each once, although a call runs one of them. The body of a ``jax.lax.scan`` counts as
    often as it runs, the body of a ``jax.lax.while_loop`` counts once.

    Conversions by JAX's own rules are internal and no findings: in the gradient of a maximum, and
    in a backward pass, whose conversions follow from those of the forward pass. The backward
    function of a ``jax.custom_vjp`` is left out, too, since JAX keeps no lines for it: audit that
    function by itself. Forward mode (``jax.jvp``) executes a promotion for the value and again for
    its tangent, and both are findings.

    Args:
        fn: a function that JAX can trace.
        static_argnums: the positions of arguments that are not traced, as for ``jax.jit``.
        lints: the set of lints whose findings are reported, ``"recommended"``, ``"strict"`` or
            ``"all"``. By default the settings of the project choose it, as ``promo check`` would
            find them in the current folder.

    Raises:
        ConfigError: the settings cannot be used; from :mod:`promo_typing.core.project_settings`.
        ValueError: there is no such set of lints.
        Exception: any exception that the function raises while it is traced.
    """
    chosen = chosen_lints(lints)
    statics = (static_argnums,) if isinstance(static_argnums, int) else tuple(static_argnums)

    def audited(*args: Any, **kwargs: Any) -> Report:
        closed = jax.make_jaxpr(fn, static_argnums=statics)(*args, **kwargs)
        return Report(_conversions(closed), chosen)

    return audited


def _conversions(closed: Any) -> tuple[Conversion, ...]:
    if closed.jaxpr not in _FOUND:
        found = [each for each in conversions(closed) if is_known(each)]
        _FOUND[closed.jaxpr] = tuple(sorted(found, key=lambda each: -each.bytes))
    return _FOUND[closed.jaxpr]
