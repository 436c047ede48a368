"""The committed surfaces: one file for each JAX version, so that rendering needs no JAX."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from promo_stubgen.ir import annotation, signatures
from promo_stubgen.surface.entries import Entry, Surface

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
    return tuple(map(read, paths))


def read(path: Path) -> Mapping[str, Surface]:
    """The surface in a file, with annotations and signatures as values."""
    surface = json.loads(path.read_text(encoding="utf-8"))
    return {
        module: {name: _with_values(entry) for name, entry in names.items()}
        for module, names in surface.items()
    }


def _with_values(entry: Entry) -> Entry:
    """An entry, or a member of a class, whose texts are read."""
    return {key: _READERS[key](value) if key in _READERS else value for key, value in entry.items()}


_READERS: Final[Mapping[str, Callable[[Any], object]]] = {
    "annotation": lambda text: text and annotation.read(text),
    "members": lambda members: {name: _with_values(each) for name, each in members.items()},
    "signature": signatures.read,
    "text": annotation.read,
    "signatures": lambda texts: [signatures.read(text) for text in texts],
}
"""How the value under a key is read, where it is more than JSON says."""


def to_text(surfaces: Mapping[str, Surface]) -> str:
    """The surfaces as JSON, with one name on each line, for readable differences."""
    modules = (
        f"{json.dumps(module)}: {{\n"
        + ",\n".join(
            f"{json.dumps(name)}: {json.dumps(entry, default=str)}" for name, entry in names.items()
        )
        + "\n}"
        for module, names in surfaces.items()
    )
    return "{" + ",\n".join(modules) + "}\n"
