"""Renders ``jax/numpy/__init__.pyi``: every public name of ``jax.numpy``."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from promo_stubgen import surface
from promo_stubgen.annotations import translate_signature
from promo_stubgen.jax_numpy_preamble import OBJECT_CLASSES, PREAMBLE, UFUNC
from promo_stubgen.merging import merge
from promo_stubgen.signatures import parse
from promo_stubgen.surface import Entry
from promo_typing.semantics import Semantics
from promo_typing.stub_names import SCALAR_TYPES_MODULE, dtype_class

PATH: Final = "numpy/__init__.pyi"
MODULE: Final = "jax.numpy"

Lines: TypeAlias = Iterator[str]


def render(semantics: Semantics) -> dict[str, str]:
    """Return the text of the stub by its path."""
    lines: list[str] = []
    for name, entry in merge(surface.load(), MODULE).items():
        lines += _RENDERERS[entry["kind"]](name, entry, semantics)
    imports = sorted(line for line in lines if line.startswith("from "))
    rest = [line for line in lines if not line.startswith("from ")]
    return {PATH: "\n".join([PREAMBLE.replace("{imports}", "\n".join(imports)), *rest, ""])}


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
    yield f"{name}: _BinaryUfunc" if entry["inputs"] == 2 else f"{name}: _UnaryUfunc"


def _function(name: str, entry: Entry, semantics: Semantics) -> Lines:
    signatures = [translate_signature(parse(text)) for text in entry["signatures"]]
    for signature in signatures:
        if len(signatures) > 1:
            yield "@overload"
        yield f"def {name}{signature}: ..."


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
