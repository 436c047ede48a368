"""The items of a NumPy array in a loop: ``for t in np.linspace(0, 1, 5):``.

For an array of unknown rank, NumPy's stubs say ``Any``. The items are arrays or scalars of the
array's dtype. In mypy's own check they stay ``Any``: mypy would refuse an array where the program
uses the item as a float.
"""

from __future__ import annotations

from typing import Final

from mypy.plugin import CheckerPluginInterface, FunctionContext, MethodContext
from mypy.types import AnyType, Instance, TupleType, Type, TypeOfAny, get_proper_type

from promo_mypy.fullnames import NUMPY_ARRAY
from promo_mypy.session import Session
from promo_mypy.types.numpy_results import array, dtype_of

_UNKNOWN: Final = AnyType(TypeOfAny.special_form)
ITERATING: Final = f"{NUMPY_ARRAY}.__iter__"
"""The method that a loop calls."""


def iterated(session: Session, ctx: MethodContext) -> Type:
    """Answer ``__iter__`` of an array, which a loop calls."""
    return _with_item(ctx.default_return_type, _item(session, ctx.type, ctx.api))


def enumerated(session: Session, ctx: FunctionContext) -> Type:
    """Answer ``enumerate(values)``."""
    given = ctx.arg_types[0] if ctx.arg_types else []
    item = _item(session, given[0], ctx.api) if len(given) == 1 else None
    return _with_item(ctx.default_return_type, item)


def zipped(session: Session, ctx: FunctionContext) -> Type:
    """Answer ``zip(values, others)``."""
    default = get_proper_type(ctx.default_return_type)
    together = get_proper_type(default.args[0]) if isinstance(default, Instance) else None
    given = [typ for types in ctx.arg_types for typ in types]
    if not isinstance(default, Instance) or not isinstance(together, TupleType):
        return default
    items = [
        _known(session, typ, values, ctx.api)
        for typ, values in zip(together.items, given, strict=False)
    ]
    if len(items) < len(together.items):
        return default
    return default.copy_modified(args=[together.copy_modified(items=items)])


def _with_item(whole: Type, item: Type | None) -> Type:
    """The type of an iterator, with this type of items if mypy's is Any."""
    proper = get_proper_type(whole)
    if item is None or not isinstance(proper, Instance) or len(proper.args) != 1:
        return whole
    is_open = isinstance(get_proper_type(proper.args[0]), AnyType)
    return proper.copy_modified(args=[item]) if is_open else whole


def _known(session: Session, typ: Type, values: Type, api: CheckerPluginInterface) -> Type:
    """The type of an item: mypy's, or that of the array's items if mypy's is Any."""
    is_open = isinstance(get_proper_type(typ), AnyType)
    return (_item(session, values, api) if is_open else None) or typ


def _item(session: Session, values: Type, api: CheckerPluginInterface) -> Type | None:
    """The type of an array's items; None for other values, and in mypy's own check."""
    proper = get_proper_type(values)
    if not session.inference.is_inside or not isinstance(proper, Instance):
        return None
    dtype = dtype_of(proper) if proper.type.fullname == NUMPY_ARRAY else None
    return None if dtype is None else array(session.converter, dtype, _UNKNOWN, api)
