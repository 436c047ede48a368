"""The home of each class of JAX in the stubs: the module that declares it.

So code that imports a class from a private module of JAX sees the same class as code that imports
it from a public module.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from types import ModuleType
from typing import Final

from promo_stubgen.surface.source_names import defined_classes, modules_that_name, public_names
from promo_typing.core.stub_names import ARRAY_MODULE

INSTANCES_OF: Final = ("jax._src.config:State", "jax._src.config:Config", "jax._src.core:Primitive")
"""Private classes whose instances are public."""


class ClassHomes:
    """The classes that public modules export, with their homes."""

    def __init__(self, modules: Iterable[ModuleType]) -> None:
        self._names: dict[type, tuple[str, str]] = {}
        for module in modules:
            for name in public_names(module):
                value = getattr(module, name)
                if is_class_of_jax(value):
                    self._names.setdefault(value, _home(value, module.__name__, name))
        for path in INSTANCES_OF:
            module_name, _, name = path.partition(":")
            self._names[getattr(import_module(module_name), name)] = module_name, name

    def home(self, value: type) -> tuple[str, str] | None:
        """The home and the name of a class, None if the stubs do not declare the class."""
        if value not in self._names and _is_named_tuple(value) and is_class_of_jax(value):
            self._names[value] = _home(value, value.__module__, value.__name__)
        return self._names.get(value)

    def full_name(self, value: type) -> str | None:
        """The full name of a class in the stubs."""
        home = self.home(value)
        return None if home is None else ".".join(home)

    def all(self) -> dict[type, tuple[str, str]]:
        """Every class found so far, with its home."""
        return dict(self._names)


def is_class_of_jax(value: object) -> bool:
    """Whether a value is a class that JAX or its compiled part defines."""
    return (
        isinstance(value, type)
        and type(value).__name__ not in ("_ScalarMeta", "GenericAlias")
        and value.__module__.split(".")[0] in ("jax", "jaxlib")
    )


def _is_named_tuple(value: type) -> bool:
    return issubclass(value, tuple) and hasattr(value, "_fields")


def _home(value: type, offered_by: str, name: str) -> tuple[str, str]:
    """The module that defines a class, or if it is unknown the module that exports the class."""
    if value.__name__.rpartition(".")[2] == "Array":
        return ARRAY_MODULE, "Array"
    for module in modules_that_name(value):
        if value.__name__ in defined_classes(module):
            return module.__name__, value.__name__
    return offered_by, name
