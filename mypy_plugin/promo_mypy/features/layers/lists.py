"""Lists of layers that are declared without the class of their items: ``layers: list``.

To mypy, ``self.layers = nnx.List()`` is a list of anything, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeGuard

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Expression, RefExpr, TypeInfo
from mypy.types import AnyType, Instance, Type, get_proper_type

from promo_mypy.features.layers.catalogue import LAYERS, SEQUENCES
from promo_mypy.features.layers.origins import Origins
from promo_mypy.fullnames import BUILTIN_LIST, LAYER_CONTAINERS, NNX_LIST
from promo_mypy.inference.program_classes import is_object
from promo_mypy.session import Session


def typed(
    session: Session, info: TypeInfo, name: str, declared: Type, checker: TypeChecker
) -> Type | None:
    """Return the type of an attribute that is a list of objects of one class; None for others.

    Args:
        session: the session.
        info: the class of the object.
        name: the attribute.
        declared: the declared type of the attribute.
        checker: the checker that is at the attribute.
    """
    proper = get_proper_type(declared)
    if not session.inference.is_inside or not _is_list_of_anything(proper):
        return None
    assigned, origins = session.inference.program.assigned, Origins(session, checker)
    values = assigned.to_attribute(info, name, LAYER_CONTAINERS, checker)
    items = (item for value in values for item in origins.items_of(value))
    classes = {*_classes((item and item.expression for item in items), checker)}
    only = classes.pop() if len(classes) == 1 else None
    if only is None or only.type_vars:
        return None
    is_layer = only.fullname in LAYERS or only.fullname in SEQUENCES
    if not is_layer and origins.is_filled(name):
        return None
    return proper.copy_modified(args=[Instance(only, [])])


def _is_list_of_anything(declared: Type) -> TypeGuard[Instance]:
    match declared:
        case Instance(args=[item]) if declared.type.fullname in (BUILTIN_LIST, NNX_LIST):
            return isinstance(get_proper_type(item), AnyType)
    return False


def _classes(items: Iterator[Expression | None], checker: TypeChecker) -> Iterator[TypeInfo | None]:
    """The classes of layers or of the program that make items; None for any other item."""
    for item in items:
        match item:
            case CallExpr(callee=RefExpr(node=TypeInfo() as made)) if (
                made.fullname in LAYERS
                or made.fullname in SEQUENCES
                or is_object(Instance(made, []), checker.modules)
            ):
                yield made
            case _:
                yield None
