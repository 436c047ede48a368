"""Renders ``jax/numpy/__init__.pyi``: every public name of ``jax.numpy``."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from promo_stubgen import callables, scalar_types, surface
from promo_stubgen.annotations import translate_signature
from promo_stubgen.callables import is_callable_object
from promo_stubgen.functions import function_overloads, has_operands
from promo_stubgen.imports import import_array_types, import_names, import_scalar_types
from promo_stubgen.jax_numpy_preamble import OBJECT_CLASSES, PREAMBLE, UFUNC
from promo_stubgen.merging import merge
from promo_stubgen.signatures import Signature, parse
from promo_stubgen.surface import Entry
from promo_typing.dtypes import ALIASES, CONCRETE
from promo_typing.rules import FUNCTIONS
from promo_typing.semantics import Semantics
from promo_typing.stub_names import (
    CALLABLES_MODULE,
    SCALAR_TYPES_MODULE,
    callable_class,
    dtype_class,
)

PATH: Final = "numpy/__init__.pyi"
MODULE: Final = "jax.numpy"

Lines: TypeAlias = Iterator[str]


def render(semantics: Semantics) -> dict[str, str]:
    """Return the text of the stub by its path."""
    lines: list[str] = []
    for name, entry in merge(surface.load(), MODULE).items():
        lines += _RENDERERS[entry["kind"]](name, entry, semantics)
    own = [line for line in lines if line.startswith("from ")]
    body = "\n".join((PREAMBLE, *(line for line in lines if line not in own), ""))
    return {PATH: body.replace("{imports}", "\n".join((*_imports(body, semantics), *own)))}


def _imports(body: str, semantics: Semantics) -> Lines:
    (dtypes,) = scalar_types.render(semantics).values()
    (classes,) = callables.render(semantics).values()
    yield import_array_types(body)
    yield import_scalar_types(body, dtypes, except_for=(*map(dtype_class, CONCRETE), *ALIASES))
    yield import_names(CALLABLES_MODULE, body, classes)


def _import(name: str, entry: Entry, semantics: Semantics) -> Lines:
    if entry["name"] == name:
        yield f"from {entry['module']} import {name} as {name}"
    else:
        yield f"{name} = {entry['name']}"


def _module(name: str, entry: Entry, semantics: Semantics) -> Lines:
    yield f"from {MODULE} import {name} as {name}"


def _dtype(name: str, entry: Entry, semantics: Semantics) -> Lines:
    own_name = dtype_class(entry["dtype"])
    if name == own_name:
        yield f"from {SCALAR_TYPES_MODULE} import {name} as {name}"
    else:
        yield f"{name} = {own_name}"


def _constant(name: str, entry: Entry, semantics: Semantics) -> Lines:
    yield f"{name}: {entry['type'].replace('NoneType', 'None')}"


def _object(name: str, entry: Entry, semantics: Semantics) -> Lines:
    yield OBJECT_CLASSES[entry["class"]]
    yield f"{name}: _{entry['class']}"


def _class(name: str, entry: Entry, semantics: Semantics) -> Lines:
    yield {"ufunc": UFUNC}[name]


def _ufunc(name: str, entry: Entry, semantics: Semantics) -> Lines:
    yield f"{name}: _{callable_class(name)}" if is_callable_object(name, entry) else "ufunc"


def _function(name: str, entry: Entry, semantics: Semantics) -> Lines:
    if is_callable_object(name, entry):
        yield f"{name}: _{callable_class(name)}"
        return
    overloads = list(_overloads(name, entry, semantics))
    for overload in overloads:
        if len(overloads) > 1:
            yield "@overload"
        yield f"def {name}{overload}: ..."


def _overloads(name: str, entry: Entry, semantics: Semantics) -> Iterator[Signature]:
    """All overloads; the rule tells those of the first signature that has its operands."""
    rule = FUNCTIONS.get(f"{MODULE}.{name}")
    signatures = [translate_signature(parse(text)) for text in entry["signatures"]]
    governed = [each for each in signatures if rule is not None and has_operands(each, rule)]
    for signature in signatures:
        if rule is not None and signature in governed[:1]:
            yield from function_overloads(signature, rule, semantics)
        else:
            yield signature


_RENDERERS: Final[dict[str, Callable[[str, Entry, Semantics], Lines]]] = {
    "import": _import,
    "module": _module,
    "dtype": _dtype,
    "constant": _constant,
    "object": _object,
    "class": _class,
    "ufunc": _ufunc,
    "function": _function,
}
"""How a name is declared, by the kind that the surface says it is of."""
