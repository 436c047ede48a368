"""The committed surfaces: one file for each JAX version, so that rendering needs no JAX."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from promo_stubgen.surface.entries import Surface

FOLDER: Final = Path(__file__).resolve().parent / "recorded"


def path_of(release: str) -> Path:
    """The file of a JAX version, such as ``0.10``."""
    return FOLDER / f"jax-{release}.json"


@cache
def load() -> tuple[Mapping[str, Surface], ...]:
    """The committed surfaces by module, the oldest JAX version first."""

    def release(path: Path) -> tuple[int, ...]:
        return tuple(int(part) for part in path.stem.removeprefix("jax-").split("."))

    paths = sorted(FOLDER.glob("jax-*.json"), key=release)
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
