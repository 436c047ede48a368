"""Calls of functions whose annotations leave the dtype of the result open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    ARG_STAR,
    CallExpr,
    Decorator,
    DictExpr,
    Expression,
    FuncDef,
    ListExpr,
    MemberExpr,
    NameExpr,
    SuperExpr,
    TupleExpr,
    TypeInfo,
)
from mypy.plugin import FunctionContext, MethodContext
from mypy.types import (
    AnyType,
    CallableType,
    Instance,
    Type,
    TypeOfAny,
    UnionType,
    get_proper_type,
)

from promo_mypy.features import dictionaries
from promo_mypy.fullnames import BUILTIN_DICT, REPLACING_METHODS
from promo_mypy.inference.arguments import Argument, by_position, unpacked
from promo_mypy.inference.dictionaries import holds_dictionary
from promo_mypy.inference.fields import is_of_numpy
from promo_mypy.inference.flags import value_of
from promo_mypy.inference.one_function import is_of_lambda
from promo_mypy.inference.parameters import says_less_than_calls
from promo_mypy.inference.program_classes import is_object
from promo_mypy.inference.replacing import hands_on
from promo_mypy.inference.results import filled
from promo_mypy.inference.signatures import call_method
from promo_mypy.inference.values import is_applied
from promo_mypy.session import Session
from promo_mypy.types.classes import class_of
from promo_mypy.types.convert import array_instance
from promo_mypy.types.dtype_strings import is_name
from promo_mypy.types.expressions import alone
from promo_mypy.types.made import fields_of, is_single, without
from promo_mypy.types.python_numbers import are_numbers, is_number, is_other_than
from promo_mypy.types.pytrees import is_plain_tuple, unknown_array
from promo_mypy.types.silence import is_silent
from promo_typing.core.stub_names import NODE_OF_CLASS

_UNKNOWN: Final = AnyType(TypeOfAny.special_form)


def function(session: Session, ctx: FunctionContext) -> Type:
    """Answer a call of a function of the program, also one as a decorator."""
    if not isinstance(ctx.api, TypeChecker):
        return ctx.default_return_type
    if isinstance(ctx.context, Decorator):
        return _decorated(session, ctx.context, ctx, ctx.api)
    if not isinstance(ctx.context, CallExpr):
        return ctx.default_return_type
    callee = ctx.context.callee
    called = session.inference.function_types.of(callee, None, ctx.api)
    if _may_be_another(callee, called, ctx.api):
        return _UNKNOWN
    owner = _super_owner(callee, ctx.api) if isinstance(callee, SuperExpr) else None
    return _answer(session, called, owner, ctx, ctx.api)


def _may_be_another(callee: Expression, known: Type, checker: TypeChecker) -> bool:
    """Whether mypy takes the called function for a lambda, but it is known to be any function."""
    typ = get_proper_type(checker.lookup_type_or_none(callee))
    is_any = isinstance(get_proper_type(known), AnyType)
    return is_any and isinstance(typ, CallableType) and is_of_lambda(typ)


def _super_owner(called: SuperExpr, checker: TypeChecker) -> Type | None:
    """The type of the object that ``super()`` stands for: the first parameter of the method.

    None in a class inside of a method, and for another object in ``super(Model, other)``.
    """
    around = checker.scope.top_level_function()
    if not isinstance(around, FuncDef) or around.is_class or around.info is not called.info:
        return None
    if not around.arguments or not called.info:
        return None
    first = NameExpr(around.arguments[0].variable.name)
    first.node = around.arguments[0].variable
    match called.call.args:
        case [] | [_, NameExpr(node=first.node)]:
            return checker.binder.get(first) or first.node.type
    return None


def _decorated(
    session: Session,
    decorated: Decorator,
    ctx: FunctionContext | MethodContext,
    checker: TypeChecker,
) -> Type:
    """Answer the application of a decorator to a function."""
    given = ctx.args[0][0] if ctx.args and ctx.args[0] else None
    for decorator in decorated.decorators:
        if given is not None and is_applied(decorator, given):
            called = checker.lookup_type_or_none(decorator)
            known = _answer(session, called, None, ctx, checker)
            session.inference.values.decorate(ctx, known)
            return known
    return ctx.default_return_type


def method(session: Session, ctx: MethodContext) -> Type:
    """Answer a call of a method, or of a callable object."""
    if not isinstance(ctx.api, TypeChecker):
        return ctx.default_return_type
    if isinstance(ctx.context, Decorator):
        return _decorated(session, ctx.context, ctx, ctx.api)
    if not isinstance(ctx.context, CallExpr):
        return ctx.default_return_type
    callee = ctx.context.callee
    called = ctx.api.lookup_type_or_none(callee)
    if _replaces(ctx.context, ctx.type):
        given = list(arguments(session, ctx, ctx.api))
        is_told = is_silent(ctx.default_return_type) and session.inference.is_inside
        declared = ctx.type if is_told else ctx.default_return_type
        return _replaced(session, without(declared), ctx.type, given, ctx.api)
    if called is not None:
        called = session.inference.one_function.of(callee, called, ctx.api)
        if _may_be_another(callee, called, ctx.api):
            return _UNKNOWN
    typ = get_proper_type(called)
    if not isinstance(typ, CallableType):
        called = call_method(ctx.type, ctx.api)
    elif _absorbs_receiver(typ) and isinstance(get_proper_type(ctx.type), Instance):
        called = typ.copy_modified(is_bound=True)
    return _answer(session, called, ctx.type, ctx, ctx.api)


def jitted(session: Session, ctx: MethodContext) -> Type:
    """Answer a call of what ``jax.jit`` returns, if a lambda was passed to it."""
    declared, call = ctx.default_return_type, ctx.context
    if not isinstance(ctx.api, TypeChecker) or not isinstance(call, CallExpr):
        return declared
    known = session.inference.one_function.of(call.callee, ctx.type, ctx.api)
    return _UNKNOWN if isinstance(get_proper_type(known), AnyType) else declared


def _replaces(call: CallExpr, owner: Type) -> bool:
    """Whether a method returns a copy with other fields, like a generated ``state.replace``."""
    callee, info = call.callee, class_of(owner)
    if not isinstance(callee, MemberExpr) or callee.name not in REPLACING_METHODS or info is None:
        return False
    symbol = info.get(callee.name)
    if symbol is not None and isinstance(symbol.node, FuncDef) and hands_on(symbol.node):
        return True
    return (symbol is not None and symbol.plugin_generated) or info.tuple_type is not None


def _absorbs_receiver(method: CallableType) -> bool:
    """Whether the first parameter of a method is ``*args``: then mypy does not bind ``self``."""
    decorated = method.definition
    is_method = isinstance(decorated, Decorator) and bool(decorated.func.info)
    if not is_method or not isinstance(decorated, Decorator) or decorated.func.is_static:
        return False
    return bool(method.arg_kinds) and method.arg_kinds[0] == ARG_STAR


def _answer(
    session: Session,
    called: Type | None,
    owner: Type | None,
    ctx: FunctionContext | MethodContext,
    checker: TypeChecker,
) -> Type:
    declared = without(ctx.default_return_type)
    if (info := _class(called)) is not None:
        return _constructed(session, info, declared, ctx, checker)
    may_be_single = _may_be_single(session, declared, checker)
    is_told = says_less_than_calls(declared) or may_be_single
    if called is None or not (is_told or _has_open_parameters(session, called, checker)):
        return declared
    given = list(arguments(session, ctx, checker))
    if _has_numbers(called):
        given = [_as_array(session, each, checker) for each in given]
    # A function with a declared result is checked, too, for the findings in its body.
    with _aside_without_keys(session, given, checker):
        found = session.inference.overridden.returned(called, given, checker, ctx.context, owner)
    session.inference.floats.note(ctx.context, found)
    if not is_silent(declared):
        if may_be_single:
            return _single(session, declared, found, checker)
        return number(session, declared, found)
    result = declared
    if found is not None and holds_dictionary(found) and not session.inference.is_inside:
        session.inference.look_again(checker)
    if found is not None:
        said = _UNKNOWN if _is_no_array(declared, found) else declared
        known = filled(said, found, partial(_is_kept, session, checker))
        if session.inference.is_inside:
            result = known
        else:
            result = filled(declared, found)
            if known != result or dictionaries.are_handed_out(result):
                session.inference.look_again(checker)
    return dictionaries.told(session, result, ctx.context, checker)


@contextmanager
def _aside_without_keys(
    session: Session, given: Sequence[Argument], checker: TypeChecker
) -> Iterator[None]:
    """Check a body aside if mypy's own check gives it one dtype for all keys of a dictionary.

    The function or module around the call is checked once more, with a type for each key.
    """
    is_less = not session.inference.is_inside and any(_joins_dtypes(each.type) for each in given)
    if is_less and session.inference.look_again(checker):
        with session.inference.aside(None):
            yield
    else:
        yield


def _joins_dtypes(typ: Type) -> bool:
    """Whether a type is a dictionary of arrays whose dtypes mypy has joined."""
    proper = get_proper_type(typ)
    if not isinstance(proper, Instance) or proper.type.fullname != BUILTIN_DICT:
        return False
    array = array_instance(get_proper_type(proper.args[-1]))
    if array is None:
        return _joins_dtypes(proper.args[-1])
    dtype = get_proper_type(array.args[0])
    return isinstance(dtype, Instance) and dtype.type.fullname not in NODE_OF_CLASS


def _may_be_single(session: Session, declared: Type, checker: TypeChecker) -> bool:
    """Whether the declared type is a class whose single objects may have known fields."""
    info = class_of(declared)
    return info is not None and session.inference.program.makings.knows(info, checker)


def _single(session: Session, declared: Type, found: Type | None, checker: TypeChecker) -> Type:
    """The type of an object; its own fields count only in bodies, which mypy never caches."""
    if found is None:
        return declared
    if session.inference.is_inside:
        return found if is_single(found, declared) else declared
    session.inference.look_again(checker)
    return declared


def _is_no_array(declared: Type, found: Type) -> bool:
    """Whether a tuple is returned although an array is declared; mypy itself reports that."""
    array = array_instance(get_proper_type(declared))
    return array is not None and is_plain_tuple(get_proper_type(found))


def _class(called: Type | None) -> TypeInfo | None:
    """The class that is called; None if a function is called."""
    typ = get_proper_type(called)
    return typ.type_object() if isinstance(typ, CallableType) and typ.is_type_obj() else None


def _constructed(
    session: Session,
    info: TypeInfo,
    declared: Type,
    ctx: FunctionContext | MethodContext,
    checker: TypeChecker,
) -> Type:
    """Answer a call of a class."""
    if not session.inference.program.makings.knows(info, checker):
        return declared
    if not session.inference.is_inside:
        if session.inference.program.makings.may_look(ctx.context, checker):
            session.inference.look_again(checker)
        return declared
    given = list(arguments(session, ctx, checker))
    return (
        session.inference.called.constructed(info, declared, given, checker, ctx.context)
        or declared
    )


def _replaced(
    session: Session, declared: Type, owner: Type, given: Sequence[Argument], checker: TypeChecker
) -> Type:
    """The type of a copy of an object with some fields replaced."""
    names = [each.name for each in given]
    if not session.inference.is_inside or None in names:
        return declared
    fields = {name: typ for name, typ in fields_of(owner).items() if name not in names}
    fields.update((each.name, each.type) for each in given if each.name is not None)
    return session.inference.program.makings.made(declared, fields, checker)


def replaced(session: Session, ctx: FunctionContext) -> Type:
    """Answer ``dataclasses.replace`` and the like."""
    declared = without(ctx.default_return_type)
    if not isinstance(ctx.api, TypeChecker) or not ctx.arg_types or len(ctx.arg_types[0]) != 1:
        return declared
    given = list(arguments(session, ctx, ctx.api))[1:]
    return _replaced(session, declared, ctx.arg_types[0][0], given, ctx.api)


def number(session: Session, declared: Type, found: Type | None) -> Type:
    """Return the type of a value that is declared as a number, but may be inferred as an array.

    In inferred bodies it is the array. In mypy's own check it is the number or Any, so that mypy
    reports no new errors.
    """
    if found is None or not is_other_than(declared, found):
        return declared
    return found if session.inference.is_inside else UnionType([declared, _UNKNOWN])


def _is_kept(session: Session, checker: TypeChecker, typ: Type) -> bool:
    """Whether the type of a result that is not an array may be used in inferred bodies."""
    is_value = is_of_numpy(typ) or is_number(typ) or is_name(typ)
    return is_value or is_object(typ, checker.modules)


def _has_numbers(called: Type) -> bool:
    typ = get_proper_type(called)
    return isinstance(typ, CallableType) and any(map(are_numbers, typ.arg_types))


def _as_array(session: Session, given: Argument, checker: TypeChecker) -> Argument:
    """An argument of type Any, as an array of unknown dtype if its source shows that it is one.

    Then its parameter is not the declared number.
    """
    if given.expression is None or not isinstance(get_proper_type(given.type), AnyType):
        return given
    if not session.inference.program.numbers.is_array(given.expression, checker):
        return given
    return given._replace(type=unknown_array(session.converter))


def _has_open_parameters(session: Session, called: Type, checker: TypeChecker) -> bool:
    typ = get_proper_type(called)
    return isinstance(typ, CallableType) and any(
        says_less_than_calls(each) or _may_be_single(session, each, checker)
        for each in typ.arg_types
    )


def arguments(
    session: Session, ctx: FunctionContext | MethodContext, checker: TypeChecker
) -> Iterator[Argument]:
    """Yield the arguments of a call in the order of the source."""
    types = {
        each: typ
        for given, known in zip(ctx.args, ctx.arg_types, strict=True)
        for each, typ in zip(given, known, strict=True)
    }
    if isinstance(ctx.context, CallExpr):
        call = ctx.context
        for each, kind, name in zip(call.args, call.arg_kinds, call.arg_names, strict=True):
            # mypy assigns an empty ``*args`` to no parameter, and so gives it no type.
            typ = types.get(each) or checker.lookup_type_or_none(each) or _UNKNOWN
            known = _alone(session, each, typ, checker)
            yield from unpacked(Argument(known, kind, name, each))
    else:
        yield from by_position(types.values())


def _alone(session: Session, argument: Expression, typ: Type, checker: TypeChecker) -> Type:
    """The type of an argument by itself, without the influence of its parameter's type."""
    if (dictionary := dictionaries.typed(session, argument, checker)) is not None:
        return dictionary
    if isinstance(argument, ListExpr | DictExpr | TupleExpr) and is_silent(typ):
        return alone(argument, checker)
    typ = value_of(argument) or session.inference.floats.type_of(typ, argument, checker)
    return session.inference.function_types.of_argument(argument, typ, checker)
