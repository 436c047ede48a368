"""What the constructor of a layer chose: the dtypes that it was given."""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.types import NoneType, get_proper_type

from promo_mypy.features.dtype_argument import requested
from promo_mypy.features.layers.catalogue import HARMLESS_CONSTRUCTION
from promo_mypy.features.layers.origins import Given, Origin, Origins
from promo_mypy.features.layers.rules import Choice, Layer
from promo_mypy.session import Session
from promo_mypy.types.symbols import exact_node

_UNKNOWN: Final = ""


def choice(
    session: Session, layer: Layer, origin: Origin, origins: Origins, checker: TypeChecker
) -> Choice | None:
    """Return what was chosen; None if it is not known, or something else may decide the result."""
    asked = {name for name in (layer.dtype, layer.param_dtype) if name is not None}
    if not origin.given.keys() <= HARMLESS_CONSTRUCTION | asked:
        return None
    found = {
        name: _dtype(session, origin.given[name], origins, checker)
        for name in asked
        if name in origin.given
    }
    if _UNKNOWN in found.values():
        return None
    return Choice(found.get(layer.dtype or ""), found.get(layer.param_dtype or ""))


def _dtype(session: Session, given: Given, origins: Origins, checker: TypeChecker) -> str | None:
    """The dtype that an argument asks for, None for ``None``; empty if it is not known."""
    typ = origins.type_of(given)
    if typ is None:
        return _UNKNOWN
    if isinstance(get_proper_type(typ), NoneType):
        return None
    node = exact_node(requested(session, typ, given.expression, checker))
    if node is None or session.semantics.narrows(node):
        return _UNKNOWN
    return node
