"""The public surface of the installed JAX.

Names, parameters and defaults come from the run-time objects, annotations from JAX's source.
"""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import version
from pathlib import Path

from promo_stubgen.surface.borrowed_names import borrowed
from promo_stubgen.surface.class_extraction import describe
from promo_stubgen.surface.class_homes import ClassHomes
from promo_stubgen.surface.entries import PACKAGE, Surface
from promo_stubgen.surface.extraction import aliases_of, extract
from promo_stubgen.surface.files import path_of, to_text
from promo_stubgen.surface.public_modules import MODULES
from promo_typing.core import versions
from promo_typing.core.stub_names import ARRAY


def installed_path() -> Path:
    """The file of the installed JAX version."""
    return path_of(versions.minor_of(version("jax")))


def installed() -> tuple[Path, str]:
    """The file of the installed JAX version, and its expected text."""
    return installed_path(), to_text(extract_all())


def extract_all() -> dict[str, Surface]:
    """The surfaces of the public modules, and of modules that define their classes."""
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
    """The packages around a module."""
    parts = module.split(".")
    return [".".join(parts[:end]) for end in range(1, len(parts))]
