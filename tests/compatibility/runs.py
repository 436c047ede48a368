"""The folder in which packages are checked: two environments, copies of sources, and caches."""

from __future__ import annotations

import json
import shutil
import sys
from importlib.metadata import version
from pathlib import Path

from benchmarks import environments
from tests.compatibility.checkers import CHECKERS, Checker, Finding, Subject
from tests.compatibility.compare import Comparison, compare
from tests.compatibility.package import Package


class Workplace:
    """Two environments, one with and one without our stubs, and the caches of checkers."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._pythons = {stubs: self._environment(with_stubs=stubs) for stubs in (True, False)}

    def compare(self, package: Package, checker: Checker) -> Comparison:
        """Run the checker over the package twice.

        Raises:
            CheckerError: the checker failed.
            MissingPackageError: the package is not installed.
        """
        without = self._without(package, CHECKERS[checker.plain or checker.name])
        with_stubs = self._run(package, checker, stubs=True)
        skipped = package.skipped.get(checker.name, ())
        both = [finding for finding in without if finding.file not in skipped]
        return compare(package.name, checker.name, both, with_stubs)

    def _without(self, package: Package, checker: Checker) -> list[Finding]:
        """The errors without our stubs; they are kept, since our stubs do not affect them."""
        installed = [version(name) for name in ("jax", "numpy", checker.distribution)]
        name = "-".join([package.name, package.version, checker.distribution, *installed])
        known = self.folder / f"{name}.json"
        if not known.is_file():
            known.write_text(json.dumps(self._run(package, checker, stubs=False)))
        return [Finding(*fields) for fields in json.loads(known.read_text())]

    def _run(self, package: Package, checker: Checker, *, stubs: bool) -> list[Finding]:
        title = f"{package.name} {package.version}: {checker.name}"
        print(title, "with" if stubs else "without", "our stubs", file=sys.stderr, flush=True)
        cache = self.folder / f"cache-{checker.name.replace(' ', '-')}-{stubs}"
        home = package.copy(self.folder / "sources")
        skipped = package.skipped.get(checker.name, ()) if stubs else ()
        python = self._pythons[stubs]
        return checker.findings(Subject(package.name, home, python, cache, skipped))

    def _environment(self, *, with_stubs: bool) -> Path:
        folder = self.folder / ("with-stubs" if with_stubs else "without-stubs")
        shutil.rmtree(folder, ignore_errors=True)
        return environments.create(folder, with_stubs=with_stubs)
