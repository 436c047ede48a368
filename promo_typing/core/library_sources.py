"""Modules of libraries without types whose functions are inferred from their source.

mypy reads nothing of a library that does not say that it has types, so every result would be
unknown. ``promo check`` gives mypy stubs with the names of some functions, and the sources of these
under names of their own. Other libraries that import such a library depend only on the stubs, which
do not change when the program does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

SOURCES: Final = {
    "optax": (
        "optax._src.linear_algebra",
        "optax._src.update",
        "optax.losses._classification",
        "optax.losses._regression",
        "optax.losses._self_supervised",
        "optax.losses._smoothing",
        "optax.tree_utils._casting",
        "optax.tree_utils._tree_math",
    )
}
"""The modules that are inferred, by the package that they are in."""
_PREFIX: Final = "_source_of_"


def source_name(module: str) -> str:
    """Return the name under which mypy reads the source of a module."""
    return _PREFIX + module.replace(".", "_")


def is_name(module: str) -> bool:
    """Whether a module is named by :func:`source_name`."""
    return module.startswith(_PREFIX)


def path_below(module: str) -> str:
    """Return the path of the source of a module below the folder of libraries."""
    return f"{module.replace('.', '/')}.py"


_ALL: Final = frozenset(chain.from_iterable(SOURCES.values()))
_PATHS: Final = frozenset(tuple(path_below(each).split("/")) for each in _ALL)


def source_module(function: str) -> str | None:
    """Return the name of the module with the source of a function; None for other functions."""
    module, _, _ = function.rpartition(".")
    return source_name(module) if module in _ALL else None


def is_source(path: Sequence[str]) -> bool:
    """Whether a file is one of the modules; ``path`` begins below the folder of libraries."""
    return tuple(path) in _PATHS


_IMPORT: Final = re.compile(
    rf"^[ \t]*(?:import|from)[ \t]+(?P<package>{'|'.join(SOURCES)})\b", re.MULTILINE
)


def imported(text: str) -> Iterator[str]:
    """Yield the packages with such modules that a program, or a line of it, imports."""
    return (each["package"] for each in _IMPORT.finditer(text))
