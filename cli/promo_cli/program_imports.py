"""Finds out which modules of a program import which, from the sources, before mypy runs."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from importlib.util import resolve_name
from pathlib import Path
from typing import TYPE_CHECKING, Final

from promo_cli.source import source
from promo_typing.core.module_names import with_packages

if TYPE_CHECKING:
    from mypy.modulefinder import BuildSource

_SHARED_BY_TESTS: Final = "conftest.py"
"""The module that pytest imports before those in its folder and below."""


def importers(sources: Iterable[BuildSource]) -> dict[str, set[str]]:
    """Return, for each module of a program, the modules that import it, at the top or inside."""
    paths = {each.module: Path(each.path) for each in sources if each.path}
    shared = {name: path for name, path in paths.items() if path.name == _SHARED_BY_TESTS}
    found: dict[str, set[str]] = {name: set() for name in paths}
    for name, path in paths.items():
        beside = (each for each, its in shared.items() if path.is_relative_to(its.parent))
        for imported in {*_imported(name, path), *beside} & paths.keys() - {name}:
            found[imported].add(name)
    return found


def reversed_edges(edges: Mapping[str, Iterable[str]]) -> dict[str, set[str]]:
    """Return the graph with all edges reversed."""
    found = defaultdict[str, set[str]](set)
    for name, following in edges.items():
        for each in following:
            found[each].add(name)
    return found


def _imported(module: str, path: Path) -> Iterator[str]:
    """The full names that a module imports; some of them are no modules but names in one."""
    yield from with_packages([module])
    try:
        tree = ast.parse("\n".join(source(str(path)).lines))
    except (SyntaxError, ValueError):
        return  # mypy reports the error.
    package = module if path.stem == "__init__" else module.rpartition(".")[0]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from with_packages(each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            with suppress(ImportError):  # The import reaches above the outermost package.
                start = resolve_name("." * node.level + (node.module or ""), package)
                yield from with_packages((start, *(f"{start}.{each.name}" for each in node.names)))
