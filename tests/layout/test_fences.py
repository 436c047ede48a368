"""ruff refuses each import that the list of layers does not allow, in each folder of each root."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.layout.fences import NAME, banned, fences, folders
from tests.layout.layers import PROJECT, REST, ROOTS, TOP, Root

FOLDERS = {str(path.relative_to(PROJECT)): (root, path) for root in ROOTS for path in folders(root)}


@pytest.mark.parametrize("path", fences(), ids=lambda path: str(path.relative_to(PROJECT)))
def test_a_fence_is_fresh(path: Path) -> None:
    fresh = fences()[path]
    assert path.read_text(encoding="utf-8") == fresh, "run python -m tests.layout.fences"


def test_there_is_no_other_fence() -> None:
    found = {path for root in ROOTS for path in root.path.rglob(NAME)}
    assert found == fences().keys()


@pytest.mark.parametrize("root", ROOTS, ids=lambda root: root.name)
def test_every_folder_is_a_layer(root: Root) -> None:
    inside = {path.name for path in root.path.iterdir() if any(path.glob("*.py"))}
    assert inside <= root.parts.keys(), "name them in tests/layout/layers.py"


def refused(folder: Path, lines: list[str]) -> set[int]:
    """The numbers of the lines whose imports ruff refuses in a module of a folder."""
    command = [sys.executable, "-m", "ruff", "check", "--no-cache", "--output-format", "json"]
    done = subprocess.run(
        [
            *command,
            "--select",
            "TID251,TID253",
            "--stdin-filename",
            str(folder / "planted.py"),
            "-",
        ],
        input="\n".join(lines),
        capture_output=True,
        text=True,
        check=False,
        cwd=PROJECT,
    )
    assert done.returncode in (0, 1), done.stderr
    return {each["location"]["row"] for each in json.loads(done.stdout)}


def spellings(name: str) -> Iterator[str]:
    """The ways to import a package, or a name in it."""
    package, _, member = name.rpartition(".")
    yield f"import {name}"
    yield f"import {name}.inside as short"
    yield f"from {name} import something"
    yield f"from {name}.inside import something"
    if package:
        yield f"from {package} import {member}"


def allowed(root: Root, folder: Path) -> list[str]:
    """The parts of all roots that a folder may import."""
    parts = (
        f"{each.name}.{part}" for each in ROOTS for part in each.parts if part not in (REST, TOP)
    )
    refused = banned(root, folder)
    return [part for part in parts if part not in refused and part.split(".")[0] not in refused]


@pytest.mark.parametrize("name", FOLDERS)
def test_a_planted_import_is_refused(name: str) -> None:
    root, folder = FOLDERS[name]
    lines = [line for each in banned(root, folder) for line in spellings(each)]
    late = [f"import {each}" for each in root.later]
    assert lines
    assert refused(folder, [*lines, *late]) == {*range(1, len(lines) + len(late) + 1)}


@pytest.mark.parametrize("name", FOLDERS)
def test_what_a_folder_may_import_is_not_refused(name: str) -> None:
    root, folder = FOLDERS[name]
    lines = [line for each in allowed(root, folder) for line in spellings(each)]
    late = [f"def later():\n    import {each}" for each in root.later]
    assert refused(folder, [*lines, *late]) == set()


RELATIVE = "from ..render import a", "from ..render.registry import a", "from .. import render"


def test_a_relative_import_is_refused() -> None:
    assert refused(PROJECT / "stubs/promo_stubgen/ir", [*RELATIVE, "from ..ir import a"]) == {
        1,
        2,
        3,
    }


KNOWN = {
    "stubs/promo_stubgen/ir": "promo_stubgen.render.registry",
    "stubs/promo_stubgen/encode": "promo_stubgen.reduce.fold",
    "promo_typing/core": "promo_typing.numpy_rules",
    "promo_typing/lattice": "promo_recorder",
    "promo_typing/annotations": "promo_typing.numpy_rules",
    "mypy_plugin/promo_mypy": "promo_recorder",
    "runtime/promo_runtime": "promo_recorder",
    "runtime/promo_runtime/operations": "promo_runtime.engine",
    "mypy_plugin/promo_mypy/types": "promo_mypy.inference",
    "mypy_plugin/promo_mypy/origins": "promo_mypy.features",
    "cli/promo_cli/setup": "promo_stubgen",
}


@pytest.mark.parametrize("name", KNOWN)
def test_an_import_that_was_once_let_through_is_refused(name: str) -> None:
    """These imports are spelled out here, independent of the list of layers."""
    assert refused(PROJECT / name, [f"import {KNOWN[name]}"]) == {1}
