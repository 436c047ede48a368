"""No modules of the project import one another in a circle."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.layout.imports import cycle, import_graph
from tests.layout.layers import ROOTS

PACKAGES = {root.name: root.path for root in ROOTS}


def test_no_modules_import_one_another() -> None:
    graph = import_graph(PACKAGES)
    assert sum(map(len, graph.values())) > len(graph), "the imports were not found"
    found = cycle(graph)
    assert found is None, " -> ".join(found or [])


CIRCLES = {
    "plain": ("from package.b import name", "import package.a"),
    "of a submodule": ("from package import b", "from package import a"),
    "relative": ("from .b import name", "from . import a"),
    "for type checkers": (
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from package.b import name",
        "from package.a import name",
    ),
    "in a function": ("def f():\n    from package.b import name", "from package.a import name"),
    "through the package": ("from package import anything", ""),
}


@pytest.mark.parametrize("case", CIRCLES)
def test_a_circle_is_seen(case: str, tmp_path: Path) -> None:
    one, other = CIRCLES[case]
    (tmp_path / "__init__.py").write_text("from package.a import anything")
    (tmp_path / "a.py").write_text(one)
    (tmp_path / "b.py").write_text(other)
    found = cycle(import_graph({"package": tmp_path}))
    assert found is not None
    assert found[0] == found[-1]
    assert "package.a" in found


def test_a_tree_is_no_circle(tmp_path: Path) -> None:
    (tmp_path / "below").mkdir()
    (tmp_path / "__init__.py").write_text("from package.below.c import name")
    (tmp_path / "a.py").write_text("from package.below import c\nfrom .below.c import name")
    (tmp_path / "below" / "__init__.py").write_text("")
    (tmp_path / "below" / "c.py").write_text("import os")
    graph = import_graph({"package": tmp_path})
    assert graph["package.a"] == {"package.below.c"}
    assert cycle(graph) is None
