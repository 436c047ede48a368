"""The metadata of the built distribution, which a package index shows."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TypeAlias
from urllib.parse import urlsplit

import pytest
from hatchling.metadata.core import ProjectMetadata
from hatchling.plugin.manager import PluginManager
from packaging.requirements import Requirement
from trove_classifiers import classifiers

Metadata: TypeAlias = ProjectMetadata[PluginManager]
ROOT = Path(__file__).resolve().parents[2]
PYTHON = "Programming Language :: Python :: 3."


@pytest.fixture(scope="module")
def metadata() -> Metadata:
    return ProjectMetadata(str(ROOT), PluginManager())


def test_addresses(metadata: Metadata) -> None:
    urls = metadata.core.urls
    assert {"Homepage", "Documentation"} <= urls.keys()
    assert {urlsplit(url).scheme for url in urls.values()} == {"https"}
    assert f"/{metadata.core.name}/" in urls["Homepage"]
    heading = urlsplit(urls["Documentation"]).fragment
    assert f"## {heading.title()}\n" in (ROOT / "README.md").read_text()


def test_authors_are_the_contributors(metadata: Metadata) -> None:
    assert metadata.core.config["authors"] == [{"name": "promo-typing contributors"}]


def test_licence_is_the_one_in_the_file(metadata: Metadata) -> None:
    assert metadata.core.license_expression == "Apache-2.0"
    (file,) = metadata.core.license_files
    assert "Apache License\n                           Version 2.0" in (ROOT / file).read_text()


def test_the_extra_mypy_is_for_mypy_and_what_writes_settings(metadata: Metadata) -> None:
    """All commands use click and rich, and most of them need nothing else."""
    plain, extra = (
        {Requirement(each).name.lower() for each in listed}
        for listed in (metadata.core.dependencies, metadata.core.optional_dependencies["mypy"])
    )
    assert {"click", "rich"} <= plain
    assert extra == {"mypy", "tomlkit", "configupdater"}


def test_classifiers_are_known_and_fit_the_rest(metadata: Metadata) -> None:
    listed = metadata.core.classifiers
    assert set(listed) <= classifiers
    assert "Typing :: Typed" in listed
    minors = {text.rpartition(" ")[2] for text in listed if text.startswith(PYTHON)}
    assert minors == {"3.11", "3.12", "3.13"}
    assert metadata.core.requires_python == ">=3.11"
    ruff = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["ruff"]
    assert ruff["target-version"] == "py311"
