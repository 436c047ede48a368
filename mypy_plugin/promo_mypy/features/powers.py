"""Powers of Python's integers: ``2**n`` is an int, or a float if ``n`` is negative.

mypy says Any, and asks no plugin about an operation in which one operand is ``Any``. In a function
without annotations it is one of the two. Where an array meets it, both mostly give the same dtype;
where they do not, what comes out is unknown.
"""

from __future__ import annotations

from typing import Final

from mypy.nodes import OpExpr
from mypy.plugin import CheckerPluginInterface, MethodContext
from mypy.types import Instance, Type, UnionType, get_proper_type

from promo_mypy.fullnames import BUILTIN_FLOAT, BUILTIN_INT, BUILTIN_SCALARS
from promo_mypy.types.expressions import known_type
from promo_mypy.types.symbols import node_symbol

_CLASSES: Final = (BUILTIN_INT, BUILTIN_FLOAT)
EITHER: Final = tuple(node_symbol(BUILTIN_SCALARS[name]) for name in _CLASSES)
"""What an operand may be that is such a power."""


def is_of_integers(ctx: MethodContext) -> bool:
    """Whether an operator has two operands, both an ``int``."""
    return [_class(typ) for typ in [ctx.type, *ctx.arg_types[0]]] == [BUILTIN_INT, BUILTIN_INT]


def either(api: CheckerPluginInterface) -> Type:
    """Return the type of a power of integers."""
    return UnionType([api.named_generic_type(name, []) for name in _CLASSES])


def number_beside(ctx: MethodContext) -> Type | None:
    """Return the whole type of such a number; mypy asks for each member of a union by itself."""
    if not isinstance(ctx.context, OpExpr):
        return None
    for operand in (ctx.context.left, ctx.context.right):
        typ = known_type(operand, ctx.api)
        if typ is not None and _is_either(typ):
            return typ
    return None


def _is_either(typ: Type) -> bool:
    proper = get_proper_type(typ)
    items = proper.items if isinstance(proper, UnionType) else []
    return tuple(map(_class, items)) == _CLASSES


def _class(typ: Type) -> str:
    proper = get_proper_type(typ)
    return proper.type.fullname if isinstance(proper, Instance) else ""
