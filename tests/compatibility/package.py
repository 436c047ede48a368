"""A package whose installed sources are checked, and a copy of them outside the repository."""

from __future__ import annotations

import shutil
import sysconfig
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path


class MissingPackageError(RuntimeError):
    """A package is not installed; the message says what to install."""


@dataclass(frozen=True, slots=True)
class Package:
    """A package by its import name, where its sources lie, and what has to be installed for it.

    ``skipped`` are the files of which a checker, by its name, does not come to an end with our
    stubs.
    """

    name: str
    sources: str
    distribution: str
    skipped: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def version(self) -> str:
        """Which version is installed.

        Raises:
            MissingPackageError: none is.
        """
        try:
            return version(self.distribution)
        except PackageNotFoundError as error:
            wanted = "pip install --group compatibility"
            raise MissingPackageError(f"{self.name} is not installed: {wanted}") from error

    def copy(self, folder: Path) -> Path:
        """Copy the sources into a folder of their own, as a checker reports no error in libraries.

        Returns:
            The folder that has the package and nothing else. An older copy is replaced.
        """
        label = f"{self.distribution} {self.version}"
        home = folder / self.name
        shutil.rmtree(home, ignore_errors=True)
        source = Path(sysconfig.get_path("purelib")) / self.sources
        if not source.is_dir():
            raise MissingPackageError(f"{label} has no folder {source}")
        shutil.copytree(source, home / self.name, ignore=shutil.ignore_patterns("__pycache__"))
        return home
