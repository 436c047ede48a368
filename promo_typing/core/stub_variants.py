"""The settings of JAX for which there are stubs, and how to tell which stubs are for which.

The stub package holds the stubs for JAX's defaults. Those for other settings are stored as
differences from them (:mod:`promo_typing.core.line_differences`), one file in :data:`DIFFERENCES`
for each variant.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from promo_typing.core.configuration import Promotion
from promo_typing.core.stub_names import SCALAR_TYPES_MODULE

PACKAGE: Final = "jax-stubs"
"""The folder of any stub package for jax (PEP 561)."""

MARKED_FILE: Final = Path(*SCALAR_TYPES_MODULE.split(".")[1:]).with_suffix(".pyi").as_posix()
"""The file in the package that says for which settings the stubs are. Only our stubs have it."""

_MARK: Final = "# For programs with "


class Variant(NamedTuple):
    """Settings of JAX for which there are stubs.

    ``beside`` names the variant to whose files the differences of this variant are applied.
    """

    name: str
    x64: bool = False
    promotion: Promotion = "standard"
    beside: str | None = None

    def __str__(self) -> str:
        """The settings in words: ``x64 off, standard promotion``."""
        return f"x64 {'on' if self.x64 else 'off'}, {self.promotion} promotion"

    @property
    def mark(self) -> str:
        """The line of :data:`MARKED_FILE` that tells this variant from all others."""
        return f"{_MARK}{self}."

    @property
    def options(self) -> str:
        """The command-line options that select this variant, each after a space."""
        strict = f" --promotion {self.promotion}" if self.promotion != "standard" else ""
        return f"{' --x64' if self.x64 else ''}{strict}"


STANDARD: Final = Variant("standard")

VARIANTS: Final[Mapping[str, Variant]] = {
    variant.name: variant
    for variant in (
        STANDARD,
        Variant("x64", x64=True, beside="standard"),
        Variant("strict", promotion="strict", beside="standard"),
        Variant("x64-strict", x64=True, promotion="strict", beside="strict"),
    )
}
"""All variants by name. All but the first are stored as differences from an earlier one."""

DIFFERENCES: Final = Path(__file__).parent / "stub_differences"


def difference_file(variant: Variant) -> str:
    """Return the name of the file in :data:`DIFFERENCES` for a variant."""
    return f"{variant.name}.txt"


def variant_for(settings: Mapping[str, Any]) -> Variant | None:
    """Return the variant for settings of a project; None if there are no stubs for them.

    ``explicit_x64 = "error"`` turns a warning into an error, which no stub can tell: the stubs are
    the same. With x64 off, there are no stubs for ``explicit_x64 = "allow"``.
    """
    x64, promotion = settings.get("x64", False), settings.get("promotion", "standard")
    if settings.get("explicit_x64") == "allow" and not x64:
        return None
    return next(v for v in VARIANTS.values() if (v.x64, v.promotion) == (x64, promotion))


def variant_in(package: Path) -> Variant | None:
    """Return the variant of the stubs in a folder; None if they are not ours of this version.

    Raises:
        OSError: the folder cannot be read.
    """
    try:
        lines = (package / MARKED_FILE).read_text(encoding="utf-8").splitlines()
    except (FileNotFoundError, NotADirectoryError, UnicodeDecodeError):
        return None
    return next((v for v in VARIANTS.values() if v.mark in lines), None)
