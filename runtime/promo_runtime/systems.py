"""Promotion systems: what decides the dtypes of an operation, and who casts the operands.

Further systems enter here: a class that fulfils :class:`System`, and an entry in :data:`SYSTEMS`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import cache
from typing import Any, ClassVar, Final, Protocol

import jax
import jax.numpy as jnp

from promo_typing.rules import FUNCTIONS, Outcome, resolve
from promo_typing.semantics import Semantics

_X64: Final = jax.enable_x64
_PROMOTION: Final = jax.numpy_dtype_promotion


class System(Protocol):
    """One way to promote dtypes."""

    name: ClassVar[str]
    """The name by which :class:`promo_runtime.Engine` knows the system."""

    def settings(self) -> Hashable:
        """Everything besides the operands that an answer depends on; read before every call."""
        ...

    def semantics(self) -> Semantics:
        """The same settings in the terms of the rules."""
        ...

    def resolve(self, function: str, operands: Sequence[str]) -> Outcome:
        """Return the dtypes of the results of ``function`` for operands of these nodes."""
        ...

    def implement(self, function: str) -> Callable[..., Any]:
        """Return what casts operands as :meth:`resolve` says, and executes ``function``.

        It is called with operands that :meth:`resolve` accepts, or with one of an opaque dtype.
        """
        ...


class JaxSystem:
    """JAX's own promotion, under the settings of JAX at the time of the call.

    The rules decide whether and to what the operands are promoted. The casts are left to JAX,
    which makes the same ones inside its own functions; so the jaxpr is that of ``jax.numpy``.
    """

    name: ClassVar[str] = "jax"

    def settings(self) -> Hashable:
        """JAX's flags for 64-bit dtypes and strictness, by the fastest way to read them."""
        return _X64.value, _PROMOTION.value

    def semantics(self) -> Semantics:
        """JAX's live configuration."""
        values = jax.config.values
        return Semantics(
            x64=values["jax_enable_x64"],
            explicit_x64=values["jax_explicit_x64_dtypes"].name.lower(),
            promotion=values["jax_numpy_dtype_promotion"].value,
        )

    def resolve(self, function: str, operands: Sequence[str]) -> Outcome:
        """Apply the rule of the function under JAX's live configuration."""
        return resolve(FUNCTIONS[function], operands, self.semantics())

    def implement(self, function: str) -> Callable[..., Any]:
        """Return JAX's own function."""
        return _jax_function(function)


_INLINE: Final = getattr(getattr(jax, "Inline", None), "JAX_EARLY", True)
"""Inlining while tracing; before jax 0.11 that was what ``inline=True`` meant."""


@cache
def _jax_function(function: str) -> Callable[..., Any]:
    """``jnp.add`` for ``"jax.numpy.add"``.

    A ``jnp.ufunc`` is a Python object around a compiled function, and a third of the time of a
    small operation is spent in it. The inlined ``jit`` leaves the jaxpr as it is and spares that.
    """
    found: Callable[..., Any] = getattr(jnp, function.rpartition(".")[2])
    return jax.jit(found, inline=_INLINE) if isinstance(found, jnp.ufunc) else found


_SYSTEMS: Final[tuple[System, ...]] = (JaxSystem(),)

SYSTEMS: Final = {system.name: system for system in _SYSTEMS}
"""The available systems by name."""


def find_system(name: str) -> System:
    """Return the system of that name.

    Raises:
        ValueError: there is none; the message lists those that there are.
    """
    if name not in SYSTEMS:
        raise ValueError(f"no promotion system {name!r}; available: {', '.join(SYSTEMS)}")
    return SYSTEMS[name]
