"""Fields that are declared without a dtype: the values that they get decide it.

The same holds for attributes without an annotation. mypy gives them the type of their first value.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from mypy.checker import TypeChecker
from mypy.nodes import MemberExpr, TypeInfo, Var
from mypy.plugin import AttributeContext
from mypy.subtypes import is_same_type
from mypy.types import (
    CallableType,
    Instance,
    NoneType,
    ProperType,
    TupleType,
    Type,
    UnionType,
    get_proper_type,
)

from promo_mypy.features.layers import lists
from promo_mypy.fullnames import NUMPY_ARRAY
from promo_mypy.inference.fields import is_of_numpy
from promo_mypy.inference.parameters import ANY, unless_wide
from promo_mypy.inference.program_classes import is_object
from promo_mypy.inference.results import filled, plain
from promo_mypy.session import Session
from promo_mypy.types.classes import class_of
from promo_mypy.types.convert import Converter, array_instance, base_instance
from promo_mypy.types.made import fields_of, is_made, written_class
from promo_mypy.types.python_numbers import are_numbers, is_number
from promo_mypy.types.pytrees import leaves, unknown_array, with_leaves
from promo_mypy.types.silence import is_silent


def attribute(session: Session, ctx: AttributeContext, declared: Type) -> Type:
    """Answer an access to a field; ``declared`` is mypy's type."""
    if ctx.is_lvalue or not isinstance(ctx.api, TypeChecker):
        return declared
    place = ctx.context
    if isinstance(place, MemberExpr) and place.name in fields_of(ctx.type):
        return declared
    info = _class(ctx.type) if isinstance(place, MemberExpr) else None
    if info is None or not isinstance(place, MemberExpr) or not _is_field(info, place.name):
        return declared
    if is_silent(declared):
        found = session.inference.program.fields.of(info, place.name, ctx.api)
        if found is None:
            known = lists.typed(session, info, place.name, declared, ctx.api)
            held = known or _held_class(session, info, place.name, declared, ctx.api)
            return held or (unless_wide(declared) if session.inference.is_inside else declared)
        of_numpy = is_of_numpy(found) and base_instance(get_proper_type(declared), NUMPY_ARRAY)
        if isinstance(get_proper_type(found), UnionType):
            return found if session.inference.is_inside else declared  # It may be None.
        known = found if of_numpy else filled(declared, found, keeps(session))
        return known if session.inference.is_inside else plain(known, ctx.api)
    if are_numbers(declared):
        return _number(session, info, declared, place.name, ctx.api)
    if (own := _own(session, ctx, declared, place.name, ctx.api)) is not None:
        return own
    reassigned = session.inference.program.reassigned
    if isinstance(get_proper_type(declared), NoneType):
        is_other = reassigned.may_get_others(info, place.name, ctx.api)
        return UnionType([declared, ANY]) if is_other else declared
    if reassigned.has(info, place.name, ctx.api):
        return _loosened(session.converter, declared, place, ctx.api)
    return declared


def class_attribute(session: Session, ctx: AttributeContext) -> Type:
    """Answer an attribute that is accessed through the class: ``Model.scale``."""
    declared, place = ctx.default_attr_type, ctx.context
    if ctx.is_lvalue or not isinstance(place, MemberExpr) or not isinstance(ctx.api, TypeChecker):
        return declared
    info = class_of(ctx.type)
    if info is None or not session.inference.program.reassigned.has(info, place.name, ctx.api):
        return declared
    return _loosened(session.converter, declared, place, ctx.api)


def _own(
    session: Session, ctx: AttributeContext, declared: Type, name: str, api: TypeChecker
) -> Type | None:
    """The type of an attribute that holds objects of the program, if the owner's fields tell it."""
    owner = get_proper_type(ctx.type)
    if not is_made(owner) or not isinstance(owner, Instance):
        return None
    objects = [*leaves(declared)]
    if not objects or not all(is_object(each, api.modules) for each in objects):
        return None
    return session.inference.program.own_attributes.of(owner, name, api)


def _held_class(
    session: Session, info: TypeInfo, name: str, declared: Type, api: TypeChecker
) -> Type | None:
    """The class that a field holds in all objects: a dtype such as ``jnp.bfloat16``, or a layer.

    Only in inferred bodies: elsewhere mypy may have declared it as another class. A field that is
    declared as an array holds no class.
    """
    fields = session.inference.program.fields
    if not session.inference.is_inside or array_instance(get_proper_type(declared)):
        return None
    if fields.gets_other_than_class(info, name, api):
        return None
    found = fields.types(info, name, api)
    is_one = bool(found) and all(is_same_type(each, found[0]) for each in found)
    only = get_proper_type(found[0]) if is_one else None
    return only if isinstance(only, CallableType) and only.is_type_obj() else None


def _number(session: Session, info: TypeInfo, declared: Type, name: str, api: TypeChecker) -> Type:
    """The type of a field that is declared as a number, but may get other values.

    In mypy's own check it is the number or Any, so that mypy reports no new errors.
    """
    found = session.inference.program.numbers.of(info, name, api)
    if found is None:
        return declared
    if isinstance(found, frozenset):
        return UnionType([declared, *(api.named_type(each) for each in sorted(found))])
    if not session.inference.is_inside:
        return UnionType([declared, ANY])
    known = session.inference.program.fields.of(info, name, api)
    # Not Any alone: a property that is declared as a number and returns it would be a number.
    return known or UnionType([declared, unknown_array(session.converter)])


def keeps(session: Session) -> Callable[[Type], bool]:
    """Return a predicate: whether an inferred type may be used for a field.

    A value of NumPy may be used everywhere, since it widens arrays; a Python number only in
    inferred bodies.
    """
    is_inside = session.inference.is_inside
    return lambda typ: is_of_numpy(typ) or (is_inside and is_number(typ))


def _loosened(converter: Converter, declared: Type, place: MemberExpr, api: TypeChecker) -> Type:
    """The type of an attribute whose arrays may have any dtype.

    The last assigned value does not tell the type, since a method called after it may assign
    another one.
    """
    unknown = partial(_without_dtype, converter)
    last = api.binder.get(place)
    if last is not None:
        api.binder.put(place, with_leaves(last, unknown))
    return with_leaves(declared, unknown)


def _without_dtype(converter: Converter, leaf: ProperType) -> Type:
    if array_instance(leaf) is not None:
        return unknown_array(converter)
    return ANY if is_number(leaf) or base_instance(leaf, NUMPY_ARRAY) else leaf


def _class(owner: Type) -> TypeInfo | None:
    proper = get_proper_type(owner)
    if isinstance(proper, TupleType):
        proper = proper.partial_fallback
    return written_class(proper.type) if isinstance(proper, Instance) else None


def _is_field(info: TypeInfo, name: str) -> bool:
    """Whether an attribute is a variable; to mypy so is a field of a frozen class."""
    symbol = info.get(name)
    return symbol is not None and isinstance(symbol.node, Var)
