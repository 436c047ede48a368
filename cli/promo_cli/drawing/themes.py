"""The colours of pictures, light and dark."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from promo_cli.drawing.boxes import Column


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of a picture; ``fills`` are those of the boxes by column."""

    paper: str
    text: str
    faint: str
    line: str
    mark: str
    fills: Mapping[Column, str]


LIGHT: Final = Theme(
    paper="#ffffff",
    text="#1f2328",
    faint="#6e7781",
    line="#57606a",
    mark="#cf222e",
    fills=MappingProxyType(
        {
            "unsigned": "#cdeef2",
            "signed": "#d6e4ff",
            "float": "#d4f0d8",
            "complex": "#fbe9b7",
            "other": "#e9ebee",
        }
    ),
)

DARK: Final = Theme(
    paper="#0d1117",
    text="#e6edf3",
    faint="#8d96a0",
    line="#9aa4af",
    mark="#ff7b72",
    fills=MappingProxyType(
        {
            "unsigned": "#0f4a54",
            "signed": "#1c3d7a",
            "float": "#1b4d2b",
            "complex": "#5c4a12",
            "other": "#30363d",
        }
    ),
)

THEMES: Final[Mapping[str, Theme]] = MappingProxyType({"light": LIGHT, "dark": DARK})
