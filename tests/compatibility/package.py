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
    """A package: its import name, its folder, and the distribution to install for it.

    ``skipped`` has, for a checker, the files on which it does not finish with our stubs.
    """

    name: str
    sources: str
    distribution: str
    skipped: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def version(self) -> str:
        """The installed version.

        Raises:
            MissingPackageError: the package is not installed.
        """
        try:
            return version(self.distribution)
        except PackageNotFoundError as error:
            wanted = "pip install --group compatibility"
            raise MissingPackageError(f"{self.name} is not installed: {wanted}") from error

    def copy(self, folder: Path) -> Path:
        """Copy the sources into a folder of their own, since checkers skip installed libraries.

        An older copy is replaced.

        Returns:
            The folder that has the package and nothing else.
        """
        label = f"{self.distribution} {self.version}"
        home = folder / self.name
        shutil.rmtree(home, ignore_errors=True)
        source = Path(sysconfig.get_path("purelib")) / self.sources
        if not source.is_dir():
            raise MissingPackageError(f"{label} has no folder {source}")
        shutil.copytree(source, home / self.name, ignore=shutil.ignore_patterns("__pycache__"))
        return home
