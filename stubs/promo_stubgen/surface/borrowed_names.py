"""Names that public modules without a stub import from private modules with one.

A stub of a private module is incomplete, and ends with ``__getattr__``. pyright does not find a
name by ``__getattr__`` if another module re-exports the name: ``jax.extend.core`` re-exports
``Jaxpr`` from ``jax._src.core``. So the stubs declare such names, with unknown types.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Final

import jax

from promo_stubgen.surface.public_modules import MODULES

_ROOT: Final = Path(jax.__file__).parent


def borrowed(module: str) -> dict[str, dict[str, str]]:
    """The surface entries of such names of a private module: a class, or any other object."""
    own: ModuleType = import_module(module)
    names = sorted(name for name in _taken().get(module, ()) if hasattr(own, name))
    values = {name: getattr(own, name) for name in names}
    return {
        name: {"kind": "opaque class" if isinstance(value, type) else "opaque"}
        for name, value in values.items()
        if not isinstance(value, ModuleType)
    }


@cache
def _taken() -> dict[str, set[str]]:
    """The names that public modules without a stub import, by imported module."""
    found: dict[str, set[str]] = {}
    for path in _sources():
        for statement in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(statement, ast.ImportFrom) and statement.module and not statement.level:
                names = {alias.name for alias in statement.names}
                found.setdefault(statement.module, set()).update(names)
    return found


def _sources() -> Iterator[Path]:
    for path in sorted(_ROOT.rglob("*.py")):
        parts = ("jax", *path.relative_to(_ROOT).with_suffix("").parts)
        name = ".".join(parts).removesuffix(".__init__")
        if "_src" not in parts and name not in MODULES:
            yield path
