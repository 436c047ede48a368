"""Versions of installed distributions agree with ``importlib.metadata``."""

from __future__ import annotations

import subprocess
import sys
from importlib import metadata
from pathlib import Path
from zipfile import ZipFile

import pytest

from promo_typing.core.distributions import installed_version


@pytest.mark.parametrize("name", ["jax", "numpy", "promo_typing", "typing_extensions"])
def test_it_is_what_the_standard_library_says(name: str) -> None:
    assert installed_version(name) == metadata.version(name)


def test_no_other_distribution_is_taken_for_it() -> None:
    assert installed_version("ja") is None


def test_the_first_folder_on_the_path_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "jax-9.8.7.dist-info").mkdir()
    (tmp_path / "jax-9.8.7.dist-info" / "METADATA").write_text("Name: jax\nVersion: 9.8.7\n")
    monkeypatch.setattr(sys, "path", [str(tmp_path / "missing"), str(tmp_path), *sys.path])
    assert installed_version("jax") == metadata.version("jax") == "9.8.7"


def test_the_metadata_of_an_archive_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ZipFile(tmp_path / "some.zip", "w") as archive:
        archive.writestr(
            "in_archive-3.2.1.dist-info/METADATA", "Name: in_archive\nVersion: 3.2.1\n"
        )
    monkeypatch.setattr(sys, "path", [str(tmp_path / "some.zip"), *sys.path])
    assert installed_version("in_archive") == "3.2.1"


def test_the_plugin_does_not_load_what_reads_metadata() -> None:
    program = "import sys, promo_mypy.plugin; sys.exit('importlib.metadata' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
