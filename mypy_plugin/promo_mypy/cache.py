"""The plugin's data in mypy's cache, by which mypy decides whether an entry is still valid."""

from __future__ import annotations

import hashlib
import json
import os
from itertools import islice
from pathlib import Path
from typing import Final

import promo_typing
from promo_mypy.fullnames import JAX_PACKAGE, NUMPY_MODULE
from promo_mypy.inference.program import project
from promo_mypy.module_settings import ModuleSettings
from promo_typing.core.distributions import installed_version
from promo_typing.core.lints import LintChoice
from promo_typing.core.program_files import is_library_source, is_program_file, program_files
from promo_typing.core.sources import sources_digest
from promo_typing.rules import fingerprint

_MOST_FILES: Final = 50_000
_TYPES: Final = Path(promo_typing.__file__).parent
SHARED: Final = ("core", "lattice", "systems", "numpy_rules")
"""The packages of ``promo_typing``, besides the rules, on which answers depend."""


class Report:
    """The data for each module, computed once."""

    def __init__(self, settings: ModuleSettings, lints: LintChoice, *, infer: bool) -> None:
        """Compute the parts that are the same for all modules."""
        self._infer = infer
        self._lints = json.dumps(lints)
        self._programs: dict[Path, str] = {}
        self._data = {
            "version": installed_version("promo_typing") or "not installed",
            "settings": settings.fingerprint,
            "rules": fingerprint(),
            "plugin": sources_digest(Path(__file__).parent),
            **{name: sources_digest(_TYPES / name) for name in SHARED},
        }

    def for_module(self, name: str, path: str) -> dict[str, str]:
        """Return the data for mypy's cache entry of a module.

        Our stubs depend neither on lints nor on the program, since they have no bodies.
        """
        if _is_unaffected(name, path):
            return {}
        if _package(name) == JAX_PACKAGE:
            return self._data
        data = {**self._data, "lints": self._lints}
        if self._infer and is_program_file(path):
            data["program"] = self._program(project(path))
        if self._infer and is_library_source(path):
            # mypy asks about the modules of the program before it asks about what they import.
            data["program"] = " ".join(sorted(self._programs.values()))
        return data

    def _program(self, root: Path) -> str:
        """A digest of the whole program, so that any edit invalidates all of its modules.

        mypy's cache has no function bodies, which inference needs. Files of the project that mypy
        does not check count, too, because they may set fields.
        """
        if root not in self._programs:
            digest = hashlib.sha256()
            folders = [Path.cwd()] if root.is_relative_to(Path.cwd()) else [Path.cwd(), root]
            files = (path for folder in folders for path in program_files(folder))
            for path in dict.fromkeys(islice(files, _MOST_FILES)):
                digest.update(path.as_posix().encode())
                digest.update(_content(path))
            self._programs[root] = digest.hexdigest()[:16]
        return self._programs[root]


def _content(path: Path) -> bytes:
    """The bytes of a file; empty if it cannot be read, which mypy itself reports."""
    try:
        return path.read_bytes()
    except OSError:
        return b""


def _package(name: str) -> str:
    return name.partition(".")[0]


def _is_unaffected(name: str, path: str) -> bool:
    """Whether mypy's results about a module never depend on the plugin.

    These modules take longest to read: NumPy and typeshed, which do not use JAX, and JAX's own
    sources, where only the annotations count. If our stubs change, mypy notices that itself.
    """
    package = _package(name)
    sources = package == JAX_PACKAGE and path.endswith(".py")
    return sources or package == NUMPY_MODULE or f"{os.sep}typeshed{os.sep}" in path
