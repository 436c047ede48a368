"""Describes classes of the installed JAX: their bases and public members.

A base that the stubs do not declare is replaced by its members.
"""

from __future__ import annotations

import ast
import enum
import inspect
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, Final, TypeAlias

from promo_stubgen.ir.annotation import Annotation
from promo_stubgen.surface.class_homes import ClassHomes
from promo_stubgen.surface.run_time_signatures import (
    LITERALS,
    full_annotation,
    run_time_signature,
)
from promo_stubgen.surface.source_names import class_definition

Member: TypeAlias = dict[str, Any]

_STANDARD: Final = ("builtins", "enum", "typing", "contextlib")
_NO_BASES: Final = ("object", "Generic", "Protocol", "ABC", "NamedTuple", "tuple")
_IGNORED_NAMES: Final = """
    __module__ __doc__ __dict__ __weakref__ __annotations__ __slots__ __orig_bases__
    __parameters__ __static_attributes__ __firstlineno__ __abstractmethods__
    __dataclass_fields__ __dataclass_params__ __replace__ __reduce__ __reduce_ex__ __getstate__
    __setstate__ __repr__ __str__ __init_subclass__ __subclasshook__ __class_getitem__
    __getnewargs__ __type_params__ __orig_class__ __conform__ __annotate_func__
    __annotations_cache__ __protocol_attrs__ __non_callable_proto_members__ __copy__
    __callable_proto_members_only__ __get__
    __setattr__ __delattr__ __sizeof__ __format__ __dir__ __del__
"""
_IGNORED: Final = frozenset(_IGNORED_NAMES.split())
"""Special names that users of a class do not need."""


def describe(value: type, homes: ClassHomes) -> dict[str, Any]:
    """The surface entry of a class: its form, its bases, and its members by name."""
    own: list[type] = [value]
    bases: list[str] = []
    for base in value.__bases__:
        _divide(base, homes, own, bases)
    members: dict[str, Member] = {}
    for each in own:
        for name, member in _members(each, homes):
            members.setdefault(name, member)
    return {
        "kind": "class definition",
        "form": _form(value),
        "bases": list(dict.fromkeys(bases)),
        "members": dict(sorted(members.items())) if _form(value) == "class" else members,
    }


def _form(value: type) -> str:
    if issubclass(value, enum.Enum):
        return "enum"
    if issubclass(value, tuple) and hasattr(value, "_fields"):
        return "named tuple"
    return "protocol" if getattr(value, "_is_protocol", False) else "class"


def _divide(base: type, homes: ClassHomes, own: list[type], bases: list[str]) -> None:
    """Sort a base class: into ``bases`` if stubs can name it, else into ``own`` for its members."""
    known = homes.full_name(base)
    if known is not None:
        bases.append(known)
    elif base.__module__ == "numpy":
        bases.append(f"np.{base.__name__}")
    elif base.__module__ in _STANDARD or base.__name__ in _NO_BASES:
        bases += [base.__name__] if base.__name__ not in _NO_BASES else []
    else:
        own.append(base)
        for each in base.__bases__:
            _divide(each, homes, own, bases)


def _members(owner: type, homes: ClassHomes) -> Iterator[tuple[str, Member]]:
    names = vars(sys.modules[owner.__module__])
    annotations = _annotations(owner)
    for name, annotation in annotations.items():
        if not name.startswith("_"):
            full = full_annotation(annotation, names, homes)
            yield name, _annotated(owner, name, full, homes)
    for name, value in list(vars(owner).items()):
        private = name.startswith("_") and not name.endswith("__")
        generated = name == "__new__" and _form(owner) in ("enum", "named tuple")
        if not (private or generated) and name not in _IGNORED and name not in annotations:
            yield name, _member(name, value, owner, homes)
    for name in _assigned_to_self(owner):
        yield name, _attribute(None)


def _annotations(owner: type) -> Mapping[str, Any]:
    own = vars(owner).get("__annotations__")
    return own if isinstance(own, dict) else {}


def _attribute(annotation: Annotation | None) -> Member:
    return {"is": "attribute", "annotation": annotation}


def _annotated(owner: type, name: str, annotation: Annotation | None, homes: ClassHomes) -> Member:
    """An annotated member of a class body, which may be a property at run time."""
    value = vars(owner).get(name)
    if isinstance(value, property):
        return {**_property(value, homes), "annotation": annotation}
    defaults = getattr(owner, "_field_defaults", {})
    return _attribute(annotation) | ({"default": "..."} if name in defaults else {})


def _member(name: str, value: Any, owner: type, homes: ClassHomes) -> Member:
    if isinstance(value, (property, cached_property)):
        return _property(value, homes)
    if isinstance(value, (staticmethod, classmethod)):
        signature = run_time_signature(value.__func__, homes)
        return {"is": type(value).__name__, "signature": signature}
    if type(value).__name__ == "nb_func":
        return {"is": "staticmethod", "signature": run_time_signature(value, homes)}
    if name == "__match_args__":
        return {"is": "constant", "value": repr(value), "type": "tuple"}
    if inspect.isdatadescriptor(value) and not callable(value):
        return _attribute(None)
    if isinstance(value, (owner, *LITERALS, enum.Enum)):
        text = repr(value.value) if isinstance(value, enum.Enum) else ""
        literal = isinstance(value, enum.Enum) and isinstance(value.value, LITERALS)
        return {"is": "constant", "value": text if literal else "...", "type": type(value).__name__}
    if callable(value) and not isinstance(value, type):
        return {"is": "method", "signature": run_time_signature(value, homes)}
    return _attribute(None)


def _property(value: Any, homes: ClassHomes) -> Member:
    getter = value.fget if isinstance(value, property) else value.func
    signature = run_time_signature(getter, homes)
    settable = isinstance(value, property) and value.fset is not None
    return {"is": "property", "annotation": signature.returns, "settable": settable}


def _assigned_to_self(owner: type) -> Iterable[str]:
    """The public attributes that the methods of a class set on its instances."""
    definition = class_definition(owner)
    found: dict[str, None] = {}
    for node in ast.walk(definition) if definition else ():
        if (
            isinstance(node, ast.Attribute)
            and isinstance(node.ctx, ast.Store)
            and isinstance(node.value, ast.Name)
            and node.value.id == "self"
            and not node.attr.startswith("_")
        ):
            found[node.attr] = None
    return found
