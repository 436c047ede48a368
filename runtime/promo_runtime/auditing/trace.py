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

# JAX gives the same jaxpr again for the same function and types of arguments.
_FOUND: Final[WeakKeyDictionary[Any, tuple[Conversion, ...]]] = WeakKeyDictionary()


def audit(
    fn: Callable[..., Any],
    *,
    static_argnums: int | Sequence[int] = (),
    lints: LintSet | None = None,
) -> Callable[..., Report]:
    """Return a function that traces a call with the same arguments and reports its conversions.

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
        lints: the set of lints whose findings are reported, ``"recommended"``, ``"strict"`` or
            ``"all"``; without it the one that the settings of the project choose, which are looked
            for in the current folder.

    Raises:
        ConfigError: of :mod:`promo_typing.core.project_settings`; the settings cannot be used.
        ValueError: there is no such set.
        Exception: what the function raises while it is traced.
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
