"""The committed surfaces: one file for each JAX version, so that rendering needs no JAX."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from promo_stubgen.surface.entries import Surface
from promo_typing.core import versions

FOLDER: Final = Path(__file__).resolve().parent / "recorded"


def path_of(minor: versions.Minor) -> Path:
    """The file of a minor release of JAX."""
    return FOLDER / f"jax-{versions.shown(minor)}.json"


@cache
def load() -> tuple[Mapping[str, Surface], ...]:
    """The surfaces of the supported versions by module, the oldest version first."""
    paths = map(path_of, versions.SUPPORTED)
    return tuple(json.loads(path.read_text(encoding="utf-8")) for path in paths)


def to_text(surfaces: Mapping[str, Surface]) -> str:
    """The surfaces as JSON, with one name on each line, for readable differences."""
    modules = (
        f"{json.dumps(module)}: {{\n"
        + ",\n".join(f"{json.dumps(name)}: {json.dumps(entry)}" for name, entry in names.items())
        + "\n}"
        for module, names in surfaces.items()
    )
    return "{" + ",\n".join(modules) + "}\n"
