"""``jax.tree.map`` over trees of which only some parts are known: each part is mapped by itself.

A batch often has a few arrays of unknown dtype, or an object of a class whose fields are unknown.
The rest of it is known all the same. Where nothing is known the result is Any. An object that JAX
takes apart stays one of its class, and the class tells the dtypes of its fields.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Final, TypeAlias

from mypy.checker import TypeChecker
from mypy.nodes import TypeInfo, Var
from mypy.types import (
    AnyType,
    Instance,
    NoneType,
    ProperType,
    TupleType,
    Type,
    TypedDictType,
    TypeOfAny,
    UnionType,
    get_proper_type,
)

from promo_mypy.inference.program_classes import is_of_program
from promo_mypy.session import Session
from promo_mypy.types.aliases import unfolded
from promo_mypy.types.convert import array_instance
from promo_mypy.types.made import fields_of, of_class, with_fields, written_class
from promo_mypy.types.pytrees import (
    has_dtype,
    is_container,
    is_plain_dictionary,
    is_plain_tuple,
    leaves,
    tells_dtypes,
)

_UNKNOWN: Final = AnyType(TypeOfAny.special_form)
_DEPTH: Final = 3
"""How deep the classes of fields are looked into."""

Mapped: TypeAlias = Callable[[tuple[Type, ...]], Type | None]
"""Returns the result of the mapped function for leaves at one place; None if it is unknown."""


class Parts:
    """Maps a function over the parts of trees."""

    def __init__(self, session: Session, checker: TypeChecker, function: Mapped) -> None:
        """Take the function, and the checker that is at the call."""
        self._converter = session.converter
        self._fields = session.inference.program.fields
        self._checker = checker
        self._function = cache(function)

    def mapped(self, trees: Sequence[Type]) -> Type | None:
        """Return the tree with mapped parts; None if no part of it is known."""
        found = self._part(trees)
        is_known = any(has_dtype(each) or _class(each) is not None for each in leaves(found))
        return found if is_known else None

    def _part(self, trees: Sequence[Type]) -> Type:
        first, *others = map(unfolded, trees)
        if isinstance(first, NoneType):
            return first
        if is_plain_tuple(first):
            return self._tuple(first, others)
        if is_plain_dictionary(first):
            return self._dictionary(first, others)
        if is_container(first):
            return self._container(first, others)
        if _class(first) is not None:
            return self._object(first, others)
        return self._leaf((first, *others))

    def _tuple(self, first: TupleType, others: Sequence[ProperType]) -> Type:
        alike = [each for each in others if is_plain_tuple(each)]
        if any(len(each.items) != len(first.items) for each in alike) or len(alike) < len(others):
            return _UNKNOWN
        places = zip(first.items, *(each.items for each in alike), strict=True)
        return first.copy_modified(items=[*map(self._part, places)])

    def _dictionary(self, first: TypedDictType, others: Sequence[ProperType]) -> Type:
        alike = [each.items for each in others if is_plain_dictionary(each)]
        if any(each.keys() != first.items.keys() for each in alike) or len(alike) < len(others):
            return _UNKNOWN
        values = [self._part([first.items[k], *(e[k] for e in alike)]) for k in first.items]
        return first.copy_modified(item_types=values)

    def _container(self, first: Instance, others: Sequence[ProperType]) -> Type:
        """A list or dictionary of any length, whose items have one type."""
        alike = [each for each in others if is_container(each) and each.type is first.type]
        if len(alike) < len(others):
            return _UNKNOWN
        *keys, item = first.args
        part = self._part([item, *(each.args[-1] for each in alike)])
        return first.copy_modified(args=[*keys, part])

    def _object(self, first: ProperType, others: Sequence[ProperType]) -> Type:
        """An object of the same class, if JAX takes such objects apart and no field says more."""
        plain, info = of_class(first), _class(first)
        is_alike = all(of_class(each) == plain for each in others)
        if info is None or not is_alike or not self._fields.is_pytree(info, self._checker):
            return _UNKNOWN
        if not all(map(self._is_open, _declared(info))):
            return _UNKNOWN
        return with_fields(plain, self._mapped_fields(first, others))

    def _is_open(self, declared: Type, depth: int = _DEPTH) -> bool:
        """Whether no annotation in a field says a dtype, which the function might change."""
        proper = unfolded(declared)
        if isinstance(proper, UnionType):
            return all(self._is_open(each, depth) for each in proper.items)
        if (info := _class(proper)) is not None and is_of_program(info, self._checker.modules):
            return depth > 0 and all(self._is_open(each, depth - 1) for each in _declared(info))
        return all(self._converter.operand(each) is None for each in leaves(proper))

    def _mapped_fields(self, first: ProperType, others: Sequence[ProperType]) -> dict[str, Type]:
        """The fields of a single object: of a named tuple, or kept, since some may be static."""
        there = [fields_of(each) for each in others]
        fields = {
            name: (typ, self._part([typ, *(each.get(name, _UNKNOWN) for each in there)]))
            for name, typ in fields_of(first).items()
        }
        is_whole = isinstance(first, TupleType)
        return {
            name: after
            for name, (before, after) in fields.items()
            if tells_dtypes(after) and (is_whole or after == before)
        }

    def _leaf(self, place: tuple[Type, ...]) -> Type:
        if not has_dtype(get_proper_type(place[0])):
            return _UNKNOWN
        found = self._function(place)
        return found if found is not None and tells_dtypes(found) else _UNKNOWN


def _class(typ: ProperType) -> TypeInfo | None:
    """The class of an object that is no array and no container of Python."""
    if isinstance(typ, TupleType) and not is_plain_tuple(typ):
        return written_class(typ.partial_fallback.type)
    if not isinstance(typ, Instance) or array_instance(typ) or is_container(typ):
        return None
    return written_class(typ.type)


def _declared(info: TypeInfo) -> Sequence[Type]:
    """The declared types of the fields of a class."""
    if info.tuple_type is not None:
        return info.tuple_type.items
    nodes = [symbol.node for base in info.mro for symbol in base.names.values()]
    return [each.type for each in nodes if isinstance(each, Var) and each.type is not None]
