"""Reads from the sources which modules of some packages import which others.

Imports only for type checkers and imports inside functions count, too, because a reader needs the
other module as well. ``import a.b.c`` also runs ``a/__init__.py``, which does not count; but
``from a import name`` inside ``a`` counts as an import of ``a``.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import TypeAlias

Graph: TypeAlias = Mapping[str, frozenset[str]]


def import_graph(packages: Mapping[str, Path]) -> Graph:
    """Return each module of packages in these folders, with the modules among them it imports."""
    sources = {
        _module(path, folder, package): path
        for package, folder in packages.items()
        for path in folder.rglob("*.py")
    }
    return {
        name: frozenset(_imported(name, path, sources) - {name}) for name, path in sources.items()
    }


def cycle(graph: Graph) -> list[str] | None:
    """Return modules that import one another in a circle, with the first again at the end."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        found: list[str] = error.args[1]
        return found[::-1]  # graphlib's cycle leads from imported module to importer.
    return None


def _module(path: Path, folder: Path, package: str) -> str:
    below = path.relative_to(folder).with_suffix("").parts
    return ".".join((package, *(below[:-1] if below[-1] == "__init__" else below)))


def _imported(name: str, path: Path, sources: Mapping[str, Path]) -> set[str]:
    """The modules that a source imports; ``from a import b`` may import ``a.b`` or a name in it."""
    parent = name if path.name == "__init__.py" else name.rpartition(".")[0]
    found = set()
    for module, names in _statements(path, parent):
        members = {f"{module}.{each}" for each in names}
        inside = members & sources.keys()
        found |= inside
        if (module in sources and inside != members) or not names:
            found.add(module)
    return found & sources.keys()


def _statements(path: Path, parent: str) -> Iterator[tuple[str, list[str]]]:
    """Each imported module with the imported names; without names for ``import module``."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((each.name, []) for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = parent.split(".")[: len(parent.split(".")) - node.level + 1]
            parts = [*(above if node.level else ()), *([node.module] if node.module else ())]
            yield ".".join(parts), [each.name for each in node.names]
