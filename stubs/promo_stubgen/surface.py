"""Reads the public surface of the installed JAX, and commits it as data.

The run-time objects decide which names there are, which parameters they take and which defaults
these have; the annotations are those of JAX's source. One file a JAX version lies in
``surfaces/``, so that rendering the stubs needs no JAX at all.

``python -m promo_stubgen.surface`` writes the file of the installed version, ``--check`` compares.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Final

from promo_stubgen.borrowed_names import borrowed
from promo_stubgen.class_extraction import describe
from promo_stubgen.class_homes import ClassHomes
from promo_stubgen.extraction import PACKAGE, Entry, Surface, aliases_of, extract
from promo_stubgen.public_modules import MODULES
from promo_typing.core import versions
from promo_typing.core.stub_names import ARRAY

__all__ = ["Entry", "Surface", "installed", "installed_path", "load", "main", "path_of", "to_text"]

SURFACES: Final = Path(__file__).resolve().parent / "surfaces"


def path_of(minor: versions.Minor) -> Path:
    """The file of a minor release of JAX."""
    return SURFACES / f"jax-{versions.shown(minor)}.json"


def installed_path() -> Path:
    """The file of the installed JAX version."""
    return path_of(versions.minor_of(version("jax")))


def installed() -> tuple[Path, str]:
    """The file of the installed JAX version, and the text that belongs there."""
    return installed_path(), to_text(extract_all())


def extract_all() -> dict[str, Surface]:
    """The surfaces of the public modules, and of the modules where their classes are defined."""
    modules = [import_module(name) for name in MODULES]
    homes = ClassHomes(modules)
    surfaces = {module.__name__: extract(module, homes) for module in modules}
    done: set[type] = set()
    while fresh := [each for each in homes.all() if each not in done]:
        for value in fresh:
            home, name = homes.all()[value]
            if f"{home}.{name}" != ARRAY:
                surface = surfaces.setdefault(home, {})
                surface[name] = describe(value, homes)
                surface |= {
                    each: {"kind": "same", "name": name} for each in aliases_of(value, home)
                }
            done.add(value)
    for home in list(surfaces):
        if home not in MODULES:
            surfaces[home] = {**borrowed(home), **surfaces[home]}
        for package in _packages_of(home):
            surfaces.setdefault(package, {PACKAGE: {"kind": "package"}})
    return {module: dict(sorted(names.items())) for module, names in sorted(surfaces.items())}


def _packages_of(module: str) -> list[str]:
    """The packages that a module lies in."""
    parts = module.split(".")
    return [".".join(parts[:end]) for end in range(1, len(parts))]


def to_text(surfaces: Mapping[str, Surface]) -> str:
    """The surfaces as JSON, with one name on each line, for readable differences."""
    modules = (
        f"{json.dumps(module)}: {{\n"
        + ",\n".join(f"{json.dumps(name)}: {json.dumps(entry)}" for name, entry in names.items())
        + "\n}"
        for module, names in surfaces.items()
    )
    return "{" + ",\n".join(modules) + "}\n"


def load() -> list[Mapping[str, Surface]]:
    """The surfaces of the supported versions by module, the oldest version first."""
    paths = map(path_of, versions.SUPPORTED)
    return [json.loads(path.read_text(encoding="utf-8")) for path in paths]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return its exit status: 0, or 1 if ``--check`` finds the file stale."""
    parser = argparse.ArgumentParser(prog="python -m promo_stubgen.surface", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; fail if out of date")
    path, text = installed()
    if not parser.parse_args(arguments).check:
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return 0
    if path.is_file() and path.read_text(encoding="utf-8") == text:
        return 0
    print(f"{path} is out of date: run `python -m promo_stubgen.surface`", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
