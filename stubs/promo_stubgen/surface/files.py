"""The committed surfaces, a file for each version of JAX, so that rendering needs no JAX."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from promo_stubgen.ir import annotation, signatures
from promo_stubgen.surface.entries import Entry, Surface
from promo_typing.core import versions

FOLDER: Final = Path(__file__).resolve().parent / "recorded"


def path_of(minor: versions.Minor) -> Path:
    """The file of a minor release of JAX."""
    return FOLDER / f"jax-{versions.shown(minor)}.json"


@cache
def load() -> tuple[Mapping[str, Surface], ...]:
    """The surfaces of the supported versions by module, the oldest version first."""
    return tuple(read(path_of(minor)) for minor in versions.SUPPORTED)


def read(path: Path) -> Mapping[str, Surface]:
    """The surface in a file, with annotations and signatures as values."""
    surface = json.loads(path.read_text(encoding="utf-8"))
    return {
        module: {name: _with_values(entry) for name, entry in names.items()}
        for module, names in surface.items()
    }


def _with_values(entry: Entry) -> Entry:
    """An entry, or a class member, with its texts parsed."""
    return {key: _READERS[key](value) if key in _READERS else value for key, value in entry.items()}


# Cached, since most texts are the same in all versions.
_annotation: Final = cache(annotation.read)
_signature: Final = cache(signatures.read)

_READERS: Final[Mapping[str, Callable[[Any], object]]] = {
    "annotation": lambda text: text and _annotation(text),
    "members": lambda members: {name: _with_values(each) for name, each in members.items()},
    "signature": _signature,
    "text": _annotation,
    "signatures": lambda texts: [_signature(text) for text in texts],
}
"""The parsers of values, by the key of the value in an entry."""


def to_text(surfaces: Mapping[str, Surface]) -> str:
    """The surfaces as JSON, with a line for each name, so that diffs are readable."""
    modules = (
        f"{json.dumps(module)}: {{\n"
        + ",\n".join(
            f"{json.dumps(name)}: {json.dumps(entry, default=str)}" for name, entry in names.items()
        )
        + "\n}"
        for module, names in surfaces.items()
    )
    return "{" + ",\n".join(modules) + "}\n"
