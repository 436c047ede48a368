"""Names in the stubs that come from other versions of JAX than the installed one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from promo_stubgen.render import modules
from promo_stubgen.surface import files, installed
from promo_stubgen.surface.entries import Entry, Surface


@cache
def names_of_other_versions() -> frozenset[str]:
    """The full names that the installed version lacks, or has with fewer parameters."""
    return frozenset(
        name
        for module in modules.rendered_modules()
        for name in _different_in_module(module, _installed(module))
    )


def _different_in_module(module: str, own: Surface) -> Iterator[str]:
    if set(modules.merged(module)) != set(own):
        yield f"{module}.__all__"
    for name, entry in modules.merged(module).items():
        yield from (f"{module}.{each}" for each in _different(name, entry, own.get(name)))
        if entry["kind"] in ("class", "same"):
            home, class_name = entry.get("home", module), entry["name"]
            definition = modules.merged(home).get(class_name)
            if definition is not None and definition["kind"] == "class definition":
                before = _installed(home).get(class_name)
                for each in _different(name, definition, before):
                    yield f"{module}.{each}"


def _installed(module: str) -> Surface:
    return _surfaces().get(module, {})


@cache
def _surfaces() -> Mapping[str, Surface]:
    """The surfaces of the installed version, by module; they take a while to read."""
    return files.read(installed.installed_path())


def _different(name: str, merged: Entry, own: Entry | None) -> Iterator[str]:
    """A name, and its members, as far as the installed version has them otherwise or lacks them."""
    if own is None or merged.get("signatures") != own.get("signatures"):
        yield name
    members = {} if own is None else own.get("members", {})
    for member, declared in merged.get("members", {}).items():
        if declared != members.get(member):
            yield f"{name}.{member}"
