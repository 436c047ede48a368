"""The settings of JAX that an engine fixes for its calls; the others are those of the moment."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Final

import jax

from promo_typing.lattice.semantics import Semantics

_X64: Final = jax.enable_x64
_PROMOTION: Final = jax.numpy_dtype_promotion


@dataclass(frozen=True, slots=True)
class Settings:
    """``jax_enable_x64`` and ``jax_numpy_dtype_promotion``; None is whatever they are."""

    x64: bool | None = None
    promotion: str | None = None

    def hold(self) -> bool:
        """Whether JAX has these settings already."""
        return self.x64 in (None, _X64.value) and self.promotion in (None, _PROMOTION.value)

    @contextmanager
    def applied(self) -> Iterator[None]:
        """Give JAX these settings for a while."""
        with ExitStack() as stack:
            if self.x64 is not None:
                stack.enter_context(jax.enable_x64(self.x64))
            if self.promotion is not None:
                stack.enter_context(jax.numpy_dtype_promotion(self.promotion))
            yield


def current() -> tuple[bool, object]:
    """JAX's flags for 64-bit dtypes and strictness, by the fastest way to read them."""
    return _X64.value, _PROMOTION.value


def semantics() -> Semantics:
    """JAX's live configuration in the terms of the rules."""
    values = jax.config.values
    return Semantics(
        x64=values["jax_enable_x64"],
        explicit_x64=values["jax_explicit_x64_dtypes"].name.lower(),
        promotion=values["jax_numpy_dtype_promotion"].value,
    )
