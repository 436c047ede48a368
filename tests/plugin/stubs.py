"""The stubs as mypy reads them with the plugin, and the plugin's hooks there."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from mypy import build
from mypy.lookup import lookup_fully_qualified
from mypy.main import process_options
from mypy.modulefinder import BuildSource
from mypy.nodes import Decorator, SymbolNode, TypeInfo, Var
from mypy.types import Instance, get_proper_type

from promo_mypy.plugin import PromoPlugin
from promo_typing.rules import FUNCTIONS

_MODULES: Final = sorted({name.rpartition(".")[0] for name in FUNCTIONS} | {"jax", "jax.tree_util"})
_OF_PYTHON: Final = ("functools", "operator")
_IMPORTS: Final = "".join(f"import {module}\n" for module in (*_MODULES, *_OF_PYTHON))


class Stubs:
    """One run of mypy over all modules with names that the plugin knows."""

    def __init__(self, folder: Path) -> None:
        configuration = folder / "mypy.ini"
        configuration.write_text(
            f"[mypy]\nplugins = promo_mypy.plugin\ncache_dir = {folder / 'cache'}\n"
        )
        _, options = process_options(["--config-file", str(configuration), "-c", ""])
        result = build.build([BuildSource("names.py", "names", _IMPORTS)], options)
        self._files = result.files
        self.errors = result.errors
        self.plugin = PromoPlugin(options)
        self.plugin.set_modules(self._files)

    def find(self, fullname: str) -> SymbolNode | None:
        """Return the definition of a full name."""
        found = lookup_fully_qualified(fullname, self._files)
        return None if found is None else found.node

    def member(self, owner: str, name: str) -> SymbolNode | None:
        """Return an attribute of a class, inherited or not."""
        info = self.find(owner)
        found = info.get(name) if isinstance(info, TypeInfo) else None
        return None if found is None else found.node

    def hook(self, fullname: str) -> object:
        """Return the plugin's hook for calls of the function of this name."""
        node = self.find(fullname)
        if not isinstance(node, Var):
            return self.plugin.get_function_hook(node.fullname) if node else None
        typ = get_proper_type(node.type)
        assert isinstance(typ, Instance), f"{fullname} is {typ}"
        return self.plugin.get_method_hook(f"{typ.type.fullname}.__call__")

    def member_hook(self, owner: str, name: str) -> object:
        """Return the plugin's hook for a method or property."""
        node = self.member(owner, name)
        if isinstance(node, Decorator) and node.var.is_property:
            return self.plugin.get_attribute_hook(f"{node.var.info.fullname}.{name}")
        return self.plugin.get_method_hook(f"{owner}.{name}") if node else None
