"""Functions of JAX under other names: ``tree_map = jax.tree_util.tree_map``.

mypy asks the plugin by the name in the call. If that is a variable bound to one function and to
nothing else, the call is answered as one of that function: the definition behind the type of a
variable of this module. mypy's cache has no definitions, so that for a variable of another module
the assignment in that module is read. A variable bound to several functions has their common
result. A transformed function, as in ``slope = jax.grad(f)``, has a hook of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias, TypeVar

from mypy.checker import TypeChecker
from mypy.nodes import (
    CallExpr,
    ConditionalExpr,
    Decorator,
    Expression,
    FuncDef,
    NameExpr,
    OverloadedFuncDef,
    RefExpr,
    Var,
)
from mypy.plugin import FunctionContext, FunctionSigContext
from mypy.subtypes import is_same_type
from mypy.types import CallableType, FunctionLike, Overloaded, Type, get_proper_type

from promo_mypy.features import calls
from promo_mypy.features.transforms import untraced
from promo_mypy.fullnames import GRADIENT, LIKE, TRANSFORMS
from promo_mypy.inference.dictionaries import Value
from promo_mypy.session import Session
from promo_mypy.types.bindings import is_of_module
from promo_mypy.types.pytrees import has_dtype
from promo_typing.core.program_files import is_program_file
from promo_typing.rules import FUNCTIONS

Hook: TypeAlias = Callable[[FunctionContext], Type]
SignatureHook: TypeAlias = Callable[[FunctionSigContext], FunctionLike]
Found = TypeVar("Found", Hook, SignatureHook)


def function(session: Session, hook: Callable[[str], Hook | None], ctx: FunctionContext) -> Type:
    """Answer a call of a variable like a call of the function that it holds."""
    found = _hook(session, hook, ctx)
    if found is not None:
        return found(ctx)
    return _of_each(session, hook, ctx) or calls.function(session, ctx)


def _of_each(
    session: Session, hook: Callable[[str], Hook | None], ctx: FunctionContext
) -> Type | None:
    """The common result of the functions of JAX that a variable may hold; None if they differ."""
    callee = ctx.context.callee if isinstance(ctx.context, CallExpr) else None
    variable = callee.node if isinstance(callee, NameExpr) else None
    if not isinstance(variable, Var) or not isinstance(ctx.api, TypeChecker):
        return None
    values = session.inference.one_function.possible(variable, ctx.api)
    functions = [name for each in values for name in _names(each)]
    hooks = [hook(name) if name else None for name in dict.fromkeys(functions)]
    match hooks:
        case []:
            return None
        case [only]:
            # A variable of a module may be imported elsewhere in it, too.
            is_global = "." in variable.fullname
            return None if only is None or is_global else only(ctx)
    with ctx.api.msg.filter_errors():
        found = [each(ctx) if each is not None else None for each in hooks]
    first = found[0]
    is_known = first is not None and has_dtype(get_proper_type(first))
    same = all(first and each and is_same_type(first, each) for each in found)
    return first if is_known and same else None


def _names(value: Expression | None) -> Iterator[str]:
    """The full names of the functions that an expression may be; empty for any other value."""
    match value:
        case ConditionalExpr(if_expr=one, else_expr=other):
            yield from _names(one)
            yield from _names(other)
        case RefExpr(node=FuncDef() | Decorator() | OverloadedFuncDef(), fullname=fullname):
            yield fullname
        case RefExpr(fullname=fullname) if fullname in FUNCTIONS:
            yield fullname
        case _:
            yield ""


def signature(
    session: Session,
    hook: Callable[[str], SignatureHook | None],
    otherwise: SignatureHook,
    ctx: FunctionSigContext,
) -> FunctionLike:
    """Give a variable the signature of the function that it holds."""
    return (_hook(session, hook, ctx) or otherwise)(ctx)


def _hook(
    session: Session,
    hook: Callable[[str], Found | None],
    ctx: FunctionContext | FunctionSigContext,
) -> Found | None:
    """The hook for the function that the called variable holds."""
    callee = ctx.context.callee if isinstance(ctx.context, CallExpr) else None
    variable = callee.node if isinstance(callee, RefExpr) else None
    if not isinstance(variable, Var) or not isinstance(ctx.api, TypeChecker):
        return None
    if not is_of_module(variable, ctx.api.tree):
        name = _of_other_module(session, variable, ctx.api)
        return hook(name) if name else None
    if not isinstance(callee, NameExpr):
        return None
    made = _made(session, variable, ctx.api)
    if made is not None:
        return hook(made)
    name = definition(variable.type)
    found = hook(name) if name else None
    # Whether it is renamed is asked last: that reads the source of the module.
    is_renamed = found is not None and session.bindings.is_renamed(variable.name, ctx.api.tree)
    return found if is_renamed else None


def _of_other_module(session: Session, variable: Var, checker: TypeChecker) -> str | None:
    """The full name of the function that a variable of another module of the program holds."""
    home = checker.modules.get(variable.fullname.rpartition(".")[0])
    if home is None or not session.inference.is_on or not is_program_file(home.path):
        return None
    if not session.bindings.is_renamed(variable.name, home):
        return None
    match session.inference.program.assigned.all_to_variable(variable, home):
        case [Value(expression=RefExpr() as value, item=None)]:
            return next(_names(value)) or None
    return None


def _made(session: Session, variable: Var, checker: TypeChecker) -> str | None:
    """The name with which a transformed function's type is marked; None for other variables."""
    proper = get_proper_type(variable.type)
    if not isinstance(proper, CallableType):
        return None
    for name, parameter in LIKE.items():
        if parameter in proper.arg_names:
            return name
    match session.lints.definitions(checker.tree).values(variable):
        case [Expression() as value]:
            match untraced(value):
                case CallExpr(callee=RefExpr(fullname=fullname)) if fullname in TRANSFORMS:
                    return GRADIENT
    return None


def definition(typ: Type | None) -> str | None:
    """Return the full name of the function that a type belongs to."""
    proper = get_proper_type(typ)
    if isinstance(proper, Overloaded):
        proper = proper.items[0]
    definition = proper.definition if isinstance(proper, CallableType) else None
    return definition.fullname if definition is not None else None
