"""The sources have only imports that the list of layers allows, module by module.

ruff checks only whole folders, and a ban of a package also bans all its modules.
"""

from __future__ import annotations

from collections.abc import Iterator
from graphlib import TopologicalSorter

import pytest

from tests.layout.imports import Graph, import_graph
from tests.layout.layers import EXCEPTIONS, ROOTS, TOP, Root

BY_NAME = {root.name: root for root in ROOTS}


@pytest.fixture(scope="module")
def graph() -> Graph:
    return import_graph({root.name: root.path for root in ROOTS})


def against(graph: Graph) -> Iterator[tuple[str, str]]:
    """The imports that are not allowed."""
    for module, imported in graph.items():
        root = BY_NAME[module.split(".")[0]]
        yield from (
            (module, each) for each in sorted(imported) if not _is_allowed(root, module, each)
        )


def _is_allowed(root: Root, module: str, imported: str) -> bool:
    other = BY_NAME[imported.split(".")[0]]
    if other is root:
        return root.layer(imported) in root.may_import(root.layer(module))
    parts = {each for each in root.reads if each.startswith(f"{other.name}.")}
    if other.layer(imported) == TOP or not parts:
        return other.name in root.reads
    return f"{other.name}.{other.layer(imported)}" in parts


def test_sources_import_what_they_may(graph: Graph) -> None:
    assert len(graph) > 500
    assert {*against(graph)} == {
        (module, each) for module, of in EXCEPTIONS for each in graph[module] if each.startswith(of)
    }


@pytest.mark.parametrize(
    ("module", "imported"),
    [
        ("promo_stubgen.ir.annotation", "promo_stubgen.render.registry"),
        ("promo_typing.core.dtypes", "promo_typing"),
        ("promo_mypy.fullnames", "promo_mypy.types.convert"),
        ("promo_mypy.errors", "promo_mypy.session"),
        ("promo_runtime.errors", "promo_runtime.engine"),
        ("promo_runtime.engine", "promo_typing.oracle"),
        ("promo_cli.console", "promo_cli.mypy_run"),
        ("promo_cli.check", "promo_stubgen.render.registry"),
    ],
)
def test_a_wrong_import_is_seen(module: str, imported: str) -> None:
    assert [*against({module: frozenset({imported})})] == [(module, imported)]


@pytest.mark.parametrize("root", ROOTS, ids=lambda root: root.name)
def test_no_layers_may_import_one_another(root: Root) -> None:
    TopologicalSorter(root.layers).prepare()
    assert {each for may in root.layers.values() for each in may} <= root.layers.keys()


@pytest.mark.parametrize("root", ROOTS, ids=lambda root: root.name)
def test_what_is_allowed_is_needed(root: Root, graph: Graph) -> None:
    """A permission that no import uses might hide a later mistake."""
    found = {
        (root.layer(module), root.layer(each))
        for module, imported in graph.items()
        for each in imported
        if module.split(".")[0] == root.name == each.split(".")[0]
    }
    allowed = {(layer, each) for layer, may in root.layers.items() for each in may}
    assert allowed <= found
