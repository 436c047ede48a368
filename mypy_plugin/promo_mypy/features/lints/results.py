"""The expressions that functions and properties of a module return.

A function whose annotation says the dtype of its result is left out: its dtype is intended.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from mypy.nodes import (
    LDEF,
    CallExpr,
    Decorator,
    Expression,
    FuncDef,
    MemberExpr,
    MypyFile,
    NameExpr,
    RefExpr,
    SymbolNode,
)
from mypy.types import AnyType, CallableType, Instance, Type, TypeOfAny, get_proper_type

from promo_mypy.fullnames import KEEPING
from promo_mypy.inference.arguments import Argument, written
from promo_mypy.origins.sources import NOTHING, Returned
from promo_mypy.statements import returned_in
from promo_mypy.types.silence import is_silent

_UNKNOWN: Final = AnyType(TypeOfAny.special_form)


def returned(
    expression: Expression, module: MypyFile, type_of: Callable[[Expression], Type | None]
) -> Returned:
    """Return the expressions that a called function or a property returns; none if unknown."""
    called = expression.callee if isinstance(expression, CallExpr) else expression
    function = _function(_definition(called, module, type_of))
    if function is None or function.is_property is isinstance(expression, CallExpr):
        return NOTHING
    if isinstance(function.type, CallableType) and not is_silent(function.type.ret_type):
        return NOTHING
    found = [*returned_in(function.body.body)]
    if None in found:
        return NOTHING
    given = _given(function, expression) if isinstance(expression, CallExpr) else {}
    return Returned([each for each in found if each is not None], function, given)


def _given(function: FuncDef, call: CallExpr) -> Mapping[SymbolNode, Expression]:
    """The arguments of a call by parameter, for a method without ``self``."""
    is_bound = bool(function.info) and not function.is_static
    triples = zip(call.args, call.arg_kinds, call.arg_names, strict=True)
    given = [Argument(_UNKNOWN, kind, name, each) for each, kind, name in triples]
    return written(function.arguments[is_bound:], given)


def _definition(
    called: Expression, module: MypyFile, type_of: Callable[[Expression], Type | None]
) -> SymbolNode | None:
    """The definition in the module that a name or attribute refers to."""
    if isinstance(called, NameExpr):
        is_here = called.kind == LDEF or called.fullname == f"{module.fullname}.{called.name}"
        return called.node if is_here else None
    owner = type_of(called.expr) if isinstance(called, MemberExpr) else None
    proper = None if owner is None else get_proper_type(owner)
    if not isinstance(proper, Instance) or not isinstance(called, MemberExpr):
        return None
    symbol = proper.type.get(called.name)
    return symbol.node if symbol and proper.type.module_name == module.fullname else None


def _function(definition: SymbolNode | None) -> FuncDef | None:
    """The function of a definition; None if a decorator may change its result."""
    if isinstance(definition, Decorator):
        kept = all(isinstance(d, RefExpr) and d.fullname in KEEPING for d in definition.decorators)
        return definition.func if kept else None
    return definition if isinstance(definition, FuncDef) else None
