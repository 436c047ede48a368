"""Lists of layers that are declared without the class of their items: ``layers: list``."""

from __future__ import annotations

from collections.abc import Iterator

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Expression, RefExpr, TypeInfo
from mypy.types import AnyType, Instance, Type, get_proper_type

from promo_mypy.features.layers.catalogue import LAYERS
from promo_mypy.features.layers.origins import Origins
from promo_mypy.fullnames import BUILTIN_LIST, LAYER_CONTAINERS
from promo_mypy.session import Session


def typed(
    session: Session, info: TypeInfo, name: str, declared: Type, checker: TypeChecker
) -> Type | None:
    """Return the type of an attribute that is a list of layers of one class; None for others.

    Args:
        session: the session.
        info: the class of the object.
        name: the attribute.
        declared: the declared type of the attribute.
        checker: the checker that is at the attribute.
    """
    if not session.inference.is_inside or not _is_list_of_anything(declared):
        return None
    assigned, origins = session.inference.program.assigned, Origins(session, checker)
    values = assigned.to_attribute(info, name, LAYER_CONTAINERS, checker)
    items = (item for value in values for item in origins.items_of(value))
    classes = {*_classes(item and item.expression for item in items)}
    only = classes.pop() if len(classes) == 1 else None
    if only is None or only.type_vars:
        return None
    return checker.named_generic_type(BUILTIN_LIST, [Instance(only, [])])


def _is_list_of_anything(declared: Type) -> bool:
    match get_proper_type(declared):
        case Instance(args=[item]) as container if container.type.fullname == BUILTIN_LIST:
            return isinstance(get_proper_type(item), AnyType)
    return False


def _classes(items: Iterator[Expression | None]) -> Iterator[TypeInfo | None]:
    """The classes of layers that make items; None for any other item."""
    for item in items:
        match item:
            case CallExpr(callee=RefExpr(node=TypeInfo() as made)) if made.fullname in LAYERS:
                yield made
            case _:
                yield None
