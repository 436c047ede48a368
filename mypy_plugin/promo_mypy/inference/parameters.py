"""The types of parameters in a call: from the annotation, the argument or the default."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import ARG_STAR2, Argument, FuncItem, NameExpr
from mypy.subtypes import is_subtype
from mypy.types import (
    AnyType,
    CallableType,
    ErasedType,
    Instance,
    NoneType,
    Overloaded,
    PartialType,
    TupleType,
    Type,
    TypedDictType,
    TypeOfAny,
    TypeType,
    UnboundType,
    UninhabitedType,
    UnionType,
    UnpackType,
    get_proper_type,
)
from mypy.types_utils import is_overlapping_none

from promo_mypy.fullnames import BUILTIN_NONE, BUILTIN_STR
from promo_mypy.inference.program_classes import is_object
from promo_mypy.types.convert import array_instance
from promo_mypy.types.declared_parts import with_parts
from promo_mypy.types.expressions import alone
from promo_mypy.types.made import alike, is_single
from promo_mypy.types.python_numbers import are_scalars, is_given_array, is_other_than
from promo_mypy.types.silence import is_silent, is_wide

ANY: Final = AnyType(TypeOfAny.special_form)


def type_for(
    function: FuncItem,
    declared: CallableType,
    given: Sequence[Type | None],
    checker: TypeChecker,
) -> CallableType | None:
    """Return the type of a function for a call; None if it does not differ from the declared one.

    Args:
        function: the definition.
        declared: the declared type of the function.
        given: the type of the argument for each parameter; None if it is left out.
        checker: the checker that is at the call.
    """
    result = declared.ret_type
    is_open = says_less_than_calls(result) or is_object(result, checker.modules)
    types = list[Type]()
    for argument, written, each in zip(function.arguments, declared.arg_types, given, strict=True):
        chosen = _chosen(argument, written, each, checker)
        is_open = is_open or chosen is not written
        types.append(chosen)
    if not is_open:
        return None
    types = [unless_wide(each) for each in types]
    unpacks = declared.unpack_kwargs or any(isinstance(each, TypedDictType) for each in types[-1:])
    return declared.copy_modified(
        arg_types=types,
        unpack_kwargs=unpacks and function.arg_kinds[-1] == ARG_STAR2,
    )


def _chosen(argument: Argument, written: Type, given: Type | None, checker: TypeChecker) -> Type:
    """The type of a parameter: the argument's type if the annotation leaves the dtype open."""
    if argument.kind.is_star():
        return written if given is None or not is_silent(written) else _all_usable(given)
    if given is None and argument.initializer is not None:
        given = alone(argument.initializer, checker)
    if given is not None and _may_be_none(argument, written):
        given = _as_type_of_class(given)
    if given is not None and is_single(given, written):
        return given
    if given is not None and (is_other_than(written, given) or is_given_array(written, given)):
        return _usable(given)
    if given is not None and isinstance(get_proper_type(given), NoneType):
        return given  # It decides ``if ord is None``.
    if given is None or not is_silent(written):
        return written
    known = _usable(given)
    if isinstance(get_proper_type(known), AnyType):
        return written
    unannotated = isinstance(get_proper_type(written), AnyType | UnboundType)
    fits = unannotated or is_subtype(known, with_parts(written, known))
    return known if fits else written


def unless_wide(declared: Type) -> Type:
    """Any instead of a declared type that leaves the dtype open and is a wide union.

    Args:
        declared: a type such as ``ArrayLike``, which says hardly more than Any, but costs a lot.
    """
    return ANY if is_wide(declared) and is_silent(declared) else declared


def _may_be_none(argument: Argument, written: Type) -> bool:
    initializer = argument.initializer
    if is_overlapping_none(written):
        return True
    return isinstance(initializer, NameExpr) and initializer.fullname == BUILTIN_NONE


def _as_type_of_class(given: Type) -> Type:
    """A dtype class as ``type[X]``: mypy knows that this, unlike the class, is never None."""
    proper = get_proper_type(given)
    if isinstance(proper, Overloaded):
        proper = proper.items[0]
    if not isinstance(proper, CallableType) or not proper.is_type_obj():
        return given
    array = array_instance(get_proper_type(proper.ret_type))
    return given if array is None else TypeType.make_normalized(array.args[0])


def _usable(given: Type) -> Type:
    """The type of an argument, generalised for a parameter."""
    proper = get_proper_type(given)
    if isinstance(proper, PartialType | UninhabitedType | ErasedType):
        return ANY  # mypy does not know it yet.
    if isinstance(proper, UnionType):
        union = UnionType.make_union([*alike(proper.items)])
        return ANY if is_wide(union) else union
    if isinstance(proper, Instance) and proper.last_known_value is not None:
        # With the value, a function would be checked once for each number that it gets.
        return given if proper.type.fullname == BUILTIN_STR else _without_value(proper)
    return given


def _all_usable(given: Type) -> Type:
    """The type of the arguments collected by ``*args`` or ``**kwargs``, each generalised."""
    if isinstance(given, UnpackType):
        items = get_proper_type(given.type)
        if isinstance(items, TupleType):
            return UnpackType(items.copy_modified(items=[*map(_usable, items.items)]))
    if isinstance(given, TypedDictType):
        known = {name: _usable(typ) for name, typ in given.items.items()}
        return given.copy_modified(item_types=[*known.values()])
    return given


def _without_value(proper: Instance) -> Type:
    return proper.copy_modified(last_known_value=None)


def says_less_than_calls(typ: Type) -> bool:
    """Whether arguments or results may have a more exact type than their annotation."""
    return are_scalars(typ) or is_silent(typ)
