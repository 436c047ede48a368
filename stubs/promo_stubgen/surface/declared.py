"""The classes of JAX that the stubs declare."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from promo_stubgen.surface import files, fragments
from promo_typing.core.stub_names import ARRAY


@cache
def declared_classes() -> frozenset[str]:
    """The full names of the classes that stubs declare or export."""
    kinds = ("class definition", "class")
    found = {
        f"{module}.{name}"
        for version in files.load()
        for module, names in version.items()
        for name, entry in names.items()
        if entry["kind"] in kinds
    }
    by_hand = {
        f"{module}.{name}"
        for module in fragments.modules()
        for name in fragments.fragment(module).classes
    }
    return frozenset(found | by_hand | {ARRAY})


@cache
def named_tuples() -> Mapping[str, str]:
    """The modules of the named tuples that functions return, by class name."""
    return {
        name: module
        for version in files.load()
        for module, names in version.items()
        for name, entry in names.items()
        if entry.get("form") == "named tuple"
    }
