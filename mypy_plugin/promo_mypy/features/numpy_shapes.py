"""The shape of a NumPy array: a tuple of integers, where NumPy's stubs say ``Any``.

With ``Any``, the result of an operation with ``x.shape[0]`` would be ``Any``, too.
"""

from __future__ import annotations

from typing import Final

from mypy.plugin import AttributeContext
from mypy.types import AnyType, Instance, TupleType, Type, UnpackType, get_proper_type

from promo_mypy.fullnames import BUILTIN_INT, BUILTIN_TUPLE, NUMPY_ARRAY
from promo_mypy.session import Session

SHAPE: Final = f"{NUMPY_ARRAY}.shape"


def attribute(session: Session, ctx: AttributeContext) -> Type:
    """Answer ``x.shape`` in inferred bodies; in mypy's own check its answer stays."""
    declared = get_proper_type(ctx.default_attr_type)
    if ctx.is_lvalue or not session.inference.is_inside or not _is_open(declared):
        return ctx.default_attr_type
    integer = ctx.api.named_generic_type(BUILTIN_INT, [])
    return ctx.api.named_generic_type(BUILTIN_TUPLE, [integer])


def _is_open(declared: Type) -> bool:
    """Whether the type of a shape is Any, or a tuple of any length with items of type Any."""
    match get_proper_type(declared):
        case AnyType():
            return True
        case Instance(type=info, args=[item]) if info.fullname == BUILTIN_TUPLE:
            return isinstance(get_proper_type(item), AnyType)
        case TupleType(items=[UnpackType(type=inner)]):
            return _is_open(inner)
    return False
