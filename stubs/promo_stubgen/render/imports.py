"""Imports of private names of the stub package, for rendered stubs."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import Final

from promo_typing.core.stub_names import ARRAY_MODULE, SCALAR_TYPES_MODULE

_DEFINITION = re.compile(r"^(?:\s*class (\w+)|(\w+)(?:: TypeAlias)? = )", re.MULTILINE)
_NAME = re.compile(r"[A-Za-z_]\w*")

_ARRAY_NAMES: Final = ("Array", "ArrayLike", "Axis", "DTypeLike", "StaticScalar", "SupportsDType")


def import_scalar_types(body: str, scalar_types: str, except_for: Iterable[str] = ()) -> str:
    """Return the imports of the scalar types' names that a body uses."""
    return import_names(SCALAR_TYPES_MODULE, body, scalar_types, except_for)


def import_names(module: str, body: str, stub: str, except_for: Iterable[str] = ()) -> str:
    """Return the imports of a module's names that a body uses."""
    defined = {a or b for a, b in _DEFINITION.findall(stub)}
    return _import(module, (defined & _names(body)) - set(except_for))


def import_array_types(body: str, except_for: Iterable[str] = ()) -> str:
    """Return the imports of the names for arrays that a body uses."""
    return _import(ARRAY_MODULE, set(_ARRAY_NAMES) & _names(body) - set(except_for))


def _names(body: str) -> set[str]:
    return set(_NAME.findall(body))


def _import(module: str, names: Collection[str]) -> str:
    return f"from {module} import ({', '.join(sorted(names))})" if names else ""
