"""Recovers names from the source that mypy does not keep.

To mypy both ``Float`` and ``Int8`` of jaxtyping are ``typing.Annotated``. The source tells which
name was imported, and which name stands before brackets.
"""

from __future__ import annotations

import ast
import os
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache

from mypy.nodes import MypyFile
from mypy.util import correct_relative_import

from promo_mypy.types.syntax_trees import changed_at, source_of

_REMEMBERED_FILES = 256


def imported_as(
    written: str, module: MypyFile, modules: Mapping[str, MypyFile], library: str
) -> str | None:
    """Return the name in a library that a name in a module stands for; None unless there is one.

    Args:
        written: the name as it is written, ``Float`` or ``jt.Float``.
        module: the module in which it is written.
        modules: all modules of the program.
        library: the name of the library's module.
    """
    found = set(_names(written, module, modules, library, frozenset()))
    return found.pop() if len(found) == 1 else None


def bracketed_by(module: MypyFile, line: int, column: int) -> str:
    """Return ``Name`` if the place is in the first item of ``Name[first, ...]``; else empty.

    The nearest brackets around the place count, of those with several items.
    """
    return _brackets(module.path, changed_at(module.path)).get((line, column), "")


@lru_cache(_REMEMBERED_FILES)
def _brackets(path: str, changed_at: int) -> Mapping[tuple[int, int], str]:
    found: dict[tuple[int, int], str] = {}
    for node in source_of(path).nodes:
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Tuple):
            name = _dotted(node.value)
            for inner in ast.walk(node.slice.elts[0]) if name and node.slice.elts else ():
                if isinstance(inner, ast.expr):
                    found[inner.lineno, inner.col_offset] = name
    return found


def _dotted(node: ast.expr) -> str:
    """A dotted name as text; empty for other expressions."""
    if isinstance(node, ast.Name):
        return node.id
    owner = _dotted(node.value) if isinstance(node, ast.Attribute) else ""
    return f"{owner}.{node.attr}" if isinstance(node, ast.Attribute) and owner else ""


def _names(
    written: str,
    module: MypyFile,
    modules: Mapping[str, MypyFile],
    library: str,
    seen: frozenset[tuple[str, str]],
) -> Iterator[str]:
    """Follow a name through the modules that re-export it."""
    here = (module.fullname, written)
    if here in seen:
        return
    first, dot, rest = written.partition(".")
    for origin in _origins(first, module, modules):
        owner, name = _split(origin + dot + rest, modules)
        if owner == library:
            yield name
        elif owner in modules and name:
            yield from _names(name, modules[owner], modules, library, seen | {here})


def _split(path: str, modules: Collection[str]) -> tuple[str, str]:
    """Split a path into the longest module name and the rest."""
    owner, name = path, ""
    while owner and owner not in modules:
        owner, _, last = owner.rpartition(".")
        name = f"{last}.{name}" if name else last
    return owner, name


def _origins(name: str, module: MypyFile, modules: Mapping[str, MypyFile]) -> Iterator[str]:
    """The paths to which the imports of a module bind a name."""
    imported = _imports(module.fullname, module.path, changed_at(module.path))
    yield from imported.get(name, ())
    for star in imported.get("*", ()):
        source = modules.get(star)
        if source is not None and name in source.names:
            yield f"{star}.{name}"


@lru_cache(_REMEMBERED_FILES)
def _imports(module: str, path: str, changed_at: int) -> Mapping[str, Collection[str]]:
    """The imported paths, by the name in the module; under ``*`` the modules of star imports.

    They are read from the source, because mypy has no imports of modules from its cache.
    """
    found: dict[str, dict[str, None]] = defaultdict(dict)
    for node in source_of(path).nodes:
        for name, origin in _bound(node, module, path):
            found[name][origin] = None
    return dict(found)


def _bound(node: ast.AST, module: str, path: str) -> Iterator[tuple[str, str]]:
    """The names that a statement imports, and their paths."""
    if isinstance(node, ast.Import):
        for alias in node.names:
            first = alias.name.partition(".")[0]
            yield (alias.asname, alias.name) if alias.asname else (first, first)
    elif isinstance(node, ast.ImportFrom):
        is_package = os.path.basename(path).startswith("__init__.")
        source, _ = correct_relative_import(module, node.level, node.module or "", is_package)
        for alias in node.names:
            if alias.name == "*":
                yield "*", source
            else:
                yield alias.asname or alias.name, f"{source}.{alias.name}"
