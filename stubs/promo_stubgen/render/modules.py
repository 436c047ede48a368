"""Renders the stubs of all public modules, and of private modules that define their classes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final, TypeAlias

from promo_stubgen.encode import initializer, reading
from promo_stubgen.encode.declarations import Declaration
from promo_stubgen.ir.signatures import Signature
from promo_stubgen.reduce.declarations import contracted_declaration
from promo_stubgen.render import callables, definitions
from promo_stubgen.render.callables import is_callable_object
from promo_stubgen.render.class_stubs import render_class
from promo_stubgen.render.docstrings import docstring, document_fragment
from promo_stubgen.render.module_imports import complete
from promo_stubgen.render.shared_overloads import shared_overloads
from promo_stubgen.surface import files, fragments
from promo_stubgen.surface.entries import PACKAGE, Entry, Surface
from promo_stubgen.surface.merging import merge
from promo_stubgen.surface.public_modules import MODULES
from promo_stubgen.surface.translation import distinct, translate, translate_signature
from promo_typing.core.stub_names import SCALAR_TYPES_MODULE, callable_class, dtype_class
from promo_typing.lattice.semantics import Semantics
from promo_typing.rules import FUNCTIONS

Lines: TypeAlias = Iterator[str]

_BUILTINS: Final = (
    "bool bytes complex dict float frozenset int list object set slice str tuple type"
)
_INCOMPLETE: Final = "def __getattr__(name: str) -> Any: ..."


@dataclass(frozen=True, slots=True)
class Module:
    """A module to render: its name, its surface, and the settings of JAX."""

    name: str
    surface: Surface
    semantics: Semantics

    @property
    def path(self) -> str:
        """The path of the module's stub below ``jax-stubs``."""
        parts = self.name.split(".")[1:]
        if PACKAGE in self.surface or self.name == "jax":
            return "/".join([*parts, "__init__.pyi"])
        return "/".join(parts) + ".pyi"

    @property
    def shadowed(self) -> frozenset[str]:
        """The names of built-in types that the module shadows."""
        return frozenset(_BUILTINS.split()) & set(self.surface)


def render(semantics: Semantics) -> dict[str, str]:
    """Return the texts of the stubs by their paths."""
    return {
        module.path: _text(module)
        for module in (Module(name, merged(name), semantics) for name in rendered_modules())
    }


def rendered_modules() -> list[str]:
    """The names of all modules that are rendered here."""
    found = {name for version in files.load() for name in version}
    return sorted(found | set(fragments.modules()))


@cache
def merged(module: str) -> Surface:
    """The surface of a module, merged over all versions of JAX."""
    return merge(files.load(), module)


def _text(module: Module) -> str:
    by_hand = fragments.fragment(module.name)
    lines: list[str] = [_documented_fragment(module.name, by_hand.text)]
    functions = _functions(module, by_hand.defined)
    for name, entry in module.surface.items():
        if name in functions:
            lines += functions[name]
        elif name not in by_hand.defined:
            lines += _RENDERERS[entry["kind"]](module, name, entry)
    if module.name not in MODULES and "__getattr__" not in by_hand.defined:
        lines.append(_INCOMPLETE)
    return complete(module.name, "\n".join((*lines, "")), by_hand.imported, module.semantics)


def _functions(module: Module, by_hand: Collection[str]) -> dict[str, Lines]:
    """The declarations of functions, without those in fragments and callable objects."""
    declared = {
        name: _declared(module, name, entry)
        for name, entry in module.surface.items()
        if entry["kind"] == "function" and name not in by_hand
        if not _is_object(module, name, entry)
    }
    shared = shared_overloads(module.name, declared)
    return {
        name: definitions.function(module.name, name, each, shared.get(name))
        for name, each in declared.items()
    }


def _declared(module: Module, name: str, entry: Entry) -> Declaration:
    rule = FUNCTIONS.get(f"{module.name}.{name}")
    signatures = distinct(list(map(translate_signature, entry["signatures"])))
    whole = contracted_declaration(signatures, rule, module.semantics)
    return definitions.qualified(whole, module.shadowed)


def _documented_fragment(module: str, text: str) -> str:
    return document_fragment(module, text) if module in MODULES else text


def _nothing(module: Module, name: str, entry: Entry) -> Lines:
    return iter(())


def _import(module: Module, name: str, entry: Entry) -> Lines:
    if entry["name"] == name:
        yield f"from {entry['module']} import {name} as {name}"
    else:
        yield f"{name} = {entry['name']}"


def _exports(module: Module, name: str, entry: Entry) -> Lines:
    names = [each for each in module.surface if not each.startswith("_")]
    yield f"__all__ = {names}"


def _module(module: Module, name: str, entry: Entry) -> Lines:
    yield f"from {module.name} import {name} as {name}"


def _class(module: Module, name: str, entry: Entry) -> Lines:
    if entry["name"] == name:
        yield f"from {entry['home']} import {name} as {name}"
    else:
        yield f"{name} = {entry['home']}.{entry['name']}"


def _class_definition(module: Module, name: str, entry: Entry) -> Lines:
    if name == initializer.NAME:
        yield from initializer.initializer(module.semantics)
        return
    yield from render_class(name, entry, generic=name in _generic_tuples())


def _same(module: Module, name: str, entry: Entry) -> Lines:
    yield f"{name} = {entry['name']}"


def _alias(module: Module, name: str, entry: Entry) -> Lines:
    if name in ("ArrayLike", "DTypeLike"):
        yield f"from jax._src.basearray import {name} as {name}"
    else:
        yield f"{name}: TypeAlias = {translate(entry['text'])}"


def _instance(module: Module, name: str, entry: Entry) -> Lines:
    yield f"{name}: {_INSTANCES.get(entry['class'], entry['class'])}"


_INSTANCES: Final = {
    "dict": "dict[Any, Any]",
    "frozenset": "frozenset[Any]",
    "set": "set[Any]",
    "tuple": "tuple[Any, ...]",
    "list": "list[Any]",
    "builtin_function_or_method": "Any",
}


def _opaque(module: Module, name: str, entry: Entry) -> Lines:
    yield f"{name}: Any"


def _opaque_class(module: Module, name: str, entry: Entry) -> Lines:
    yield f"class {name}(Any): ..."


def _dtype(module: Module, name: str, entry: Entry) -> Lines:
    own_name = dtype_class(entry["dtype"])
    if name == own_name:
        yield f"from {SCALAR_TYPES_MODULE} import {name} as {name}"
    else:
        yield f"{name} = {own_name}"


def _constant(module: Module, name: str, entry: Entry) -> Lines:
    yield f"{name}: {entry['type'].replace('NoneType', 'None')}"


def _object(module: Module, name: str, entry: Entry) -> Lines:
    yield f"{name}: _{entry['class']}"


def _called_object(module: Module, name: str, entry: Entry) -> Lines:
    kind = f"_{callable_class(name)}" if _is_object(module, name, entry) else "ufunc"
    yield f"{name}: {kind}"
    yield docstring(f"{module.name}.{name}")


def _is_object(module: Module, name: str, entry: Entry) -> bool:
    return module.name == callables.MODULE and is_callable_object(name, entry)


@cache
def _generic_tuples() -> frozenset[str]:
    """The named tuples that hold the results of rules."""
    return frozenset(name for rule in FUNCTIONS.values() for name in reading.named_tuples(rule))


_RENDERERS: Final[Mapping[str, Callable[[Module, str, Entry], Lines]]] = {
    "alias": _alias,
    "class": _class,
    "class definition": _class_definition,
    "constant": _constant,
    "dtype": _dtype,
    "exports": _exports,
    "function": _called_object,
    "import": _import,
    "instance": _instance,
    "module": _module,
    "object": _object,
    "opaque": _opaque,
    "opaque class": _opaque_class,
    "package": _nothing,
    "same": _same,
    "ufunc": _called_object,
}
"""The renderer of a name, by its kind in the surface."""

__all__ = ["Module", "Signature", "merged", "render", "rendered_modules"]
