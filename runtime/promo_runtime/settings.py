"""The settings of JAX that an engine fixes during its calls."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Final

import jax

from promo_typing.core.versions import installed
from promo_typing.lattice.semantics import Semantics
from promo_typing.systems import JaxSettings

_X64: Final = jax.enable_x64
_PROMOTION: Final = jax.numpy_dtype_promotion
_JAX: Final = installed()


def hold(settings: JaxSettings) -> bool:
    """Whether JAX has these settings now."""
    return settings.x64 in (None, _X64.value) and settings.promotion in (None, _PROMOTION.value)


@contextmanager
def applied(settings: JaxSettings) -> Iterator[None]:
    """Apply settings to JAX while the block lasts."""
    with ExitStack() as stack:
        if settings.x64 is not None:
            stack.enter_context(jax.enable_x64(settings.x64))
        if settings.promotion is not None:
            stack.enter_context(jax.numpy_dtype_promotion(settings.promotion))
        yield


def current() -> tuple[bool, object]:
    """Return JAX's values for x64 and the promotion mode, read as fast as possible."""
    return _X64.value, _PROMOTION.value


def semantics() -> Semantics:
    """Return JAX's current settings and version for the rules."""
    live = jax.config  # Not ``live.values``, which reads all of JAX's hundreds of settings.
    return Semantics(
        x64=live.jax_enable_x64,
        explicit_x64=live.jax_explicit_x64_dtypes.name.lower(),
        promotion=live.jax_numpy_dtype_promotion.value,
        jax=_JAX,
    )
