"""The dtypes in the arguments of a layer's constructor."""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.types import NoneType, Type, get_proper_type

from promo_mypy.features.dtype_argument import requested
from promo_mypy.features.layers.catalogue import HARMLESS_CONSTRUCTION
from promo_mypy.features.layers.origins import Given, Origin, Origins
from promo_mypy.features.layers.rules import Choice, Layer
from promo_mypy.features.single_float import is_single
from promo_mypy.session import Session
from promo_mypy.types.symbols import exact_node


def choice(
    session: Session, layer: Layer, origin: Origin, origins: Origins, checker: TypeChecker
) -> Choice | None:
    """Return the dtypes given to a constructor.

    None if one is unknown, or if another argument may change the dtype of the result.
    """
    asked = {name for name in (layer.dtype, layer.param_dtype) if name is not None}
    if not origin.given.keys() <= HARMLESS_CONSTRUCTION | asked:
        return None
    found = dict[str, str]()
    for name in asked & origin.given.keys():
        typ = origins.type_of(origin.given[name])
        if not isinstance(get_proper_type(typ), NoneType):
            node = _node(session, typ, origin.given[name], checker)
            if node is not None:
                found[name] = node
            elif not is_single(session, checker):
                return None
    return Choice(found.get(layer.dtype or ""), found.get(layer.param_dtype or ""))


def _node(session: Session, typ: Type | None, given: Given, checker: TypeChecker) -> str | None:
    """The dtype that an argument requests; None if unknown, or if JAX truncates it."""
    if typ is None:
        return None
    node = exact_node(requested(session, typ, given.expression, checker))
    return None if node is None or session.semantics.truncates(node) else node
