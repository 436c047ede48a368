"""The settings of JAX on which sets and maps of dtypes depend."""

from __future__ import annotations

import itertools
from typing import Final, NamedTuple

from promo_typing.core.configuration import ExplicitX64
from promo_typing.core.dataclass import dataclass
from promo_typing.lattice.semantics import Semantics


class Mode(NamedTuple):
    """``jax_enable_x64``, and whether ``jax_numpy_dtype_promotion`` is ``"strict"``."""

    x64: bool
    strict: bool

    def __str__(self) -> str:
        return f"{'x64' if self.x64 else 'x32'} {'strict' if self.strict else 'standard'}"


MODES: Final[tuple[Mode, ...]] = tuple(
    itertools.starmap(Mode, itertools.product((False, True), repeat=2))
)


def mode_of(semantics: Semantics) -> Mode:
    """Return the mode of these settings."""
    return Mode(semantics.x64, semantics.promotion == "strict")


@dataclass(frozen=True, slots=True)
class Under:
    """A condition on settings; None admits any value of a setting."""

    x64: bool | None = None
    strict: bool | None = None
    explicit_x64: ExplicitX64 | None = None

    def has(self, mode: Mode) -> bool:
        """Whether a mode meets the condition."""
        return self.x64 in (None, mode.x64) and self.strict in (None, mode.strict)

    def holds(self, semantics: Semantics) -> bool:
        """Whether settings meet the condition."""
        return self.has(mode_of(semantics)) and self.explicit_x64 in (None, semantics.explicit_x64)


X64: Final = Under(x64=True)
X32: Final = Under(x64=False)
STRICT: Final = Under(strict=True)
STANDARD: Final = Under(strict=False)
STRICT_X32: Final = Under(x64=False, strict=True)
