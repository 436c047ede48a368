"""Binds the arguments of a call to parameters, as Python does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import (
    ARG_NAMED,
    ARG_POS,
    ARG_STAR,
    ARG_STAR2,
    ArgKind,
    Expression,
    SymbolNode,
)
from mypy.nodes import Argument as Parameter
from mypy.types import (
    AnyType,
    TupleType,
    Type,
    TypedDictType,
    TypeOfAny,
    UnpackType,
    get_proper_type,
)

from promo_mypy.fullnames import BUILTIN_TUPLE, TYPED_DICT
from promo_mypy.types.open_dictionaries import is_open

_UNKNOWN: Final = AnyType(TypeOfAny.special_form)


class Argument(NamedTuple):
    """An argument of a call.

    Attributes:
        type: the type of the argument; for ``*xs`` and ``**kw`` the type of the container.
        kind: mypy's kind of argument: by position, by name, ``*xs`` or ``**kw``.
        name: the name, if the argument is given by name.
        expression: the expression in the call, if there is one.
    """

    type: Type
    kind: ArgKind = ARG_POS
    name: str | None = None
    expression: Expression | None = None


def by_position(types: Iterable[Type | None]) -> list[Argument]:
    """Return positional arguments of these types, in order; None is an unknown type."""
    return [Argument(typ or _UNKNOWN) for typ in types]


def unpacked(argument: Argument) -> Iterator[Argument]:
    """Yield the single arguments of ``*xs`` and ``**kw`` where mypy knows them.

    ``*pair`` of a tuple gives its items, ``**kw`` of a typed dictionary its entries, followed by
    ``**kw`` of unknown type if it may have more. Any other argument stays as it is.
    """
    proper = get_proper_type(argument.type)
    if argument.kind == ARG_STAR:
        if isinstance(proper, TupleType) and not any(map(_is_variadic, proper.items)):
            yield from by_position(proper.items)
        else:
            yield Argument(_UNKNOWN, ARG_STAR)
    elif argument.kind == ARG_STAR2:
        if isinstance(proper, TypedDictType):
            yield from (Argument(typ, ARG_NAMED, name) for name, typ in proper.items.items())
        if not isinstance(proper, TypedDictType) or is_open(proper):
            yield Argument(_UNKNOWN, ARG_STAR2)
    else:
        yield argument


def _is_variadic(item: Type) -> bool:
    return isinstance(item, UnpackType)


def bound(
    kinds: Sequence[ArgKind],
    names: Sequence[str | None],
    given: Sequence[Argument],
    checker: TypeChecker,
    *,
    is_partial: bool = False,
) -> list[Type | None] | None:
    """Return the type that each parameter gets; None for one that is left out.

    ``*args`` gets a tuple of known length, ``**kwargs`` a typed dictionary. The result is None if
    the arguments do not fit the parameters; with ``is_partial`` required ones may be missing.
    """
    kept = _Given(given)
    types = [kept.take(kind, name, checker) for kind, name in zip(kinds, names, strict=True)]
    required = [typ for typ, kind in zip(types, kinds, strict=True) if kind.is_required()]
    return None if kept.is_left or (None in required and not is_partial) else types


def written(
    parameters: Sequence[Parameter], given: Sequence[Argument]
) -> dict[SymbolNode, Expression]:
    """Return the expression that each parameter gets in a call: an argument, or the default.

    The result is empty if the call has ``*xs`` or ``**kw``. Parameters ``*args`` and ``**kwargs``
    are left out.
    """
    if any(each.kind not in (ARG_POS, ARG_NAMED) for each in given):
        return {}
    rest = [each.expression for each in given if each.kind == ARG_POS]
    named = {each.name: each.expression for each in given if each.kind == ARG_NAMED}
    found = dict[SymbolNode, Expression]()
    for parameter in parameters:
        name = parameter.variable.name
        if parameter.kind.is_star():
            rest = []
        elif parameter.kind.is_positional() and rest:
            _note(found, parameter, rest.pop(0))
        else:
            _note(found, parameter, named.get(name, parameter.initializer))
    return found


def _note(
    found: dict[SymbolNode, Expression], parameter: Parameter, expression: Expression | None
) -> None:
    if expression is not None:
        found[parameter.variable] = expression


class _Given:
    """The arguments that are not bound to a parameter yet."""

    def __init__(self, given: Sequence[Argument]) -> None:
        kinds = [each.kind for each in given]
        first = kinds.index(ARG_STAR) if ARG_STAR in kinds else len(kinds)
        self._rest = [each.type for each in given[:first] if each.kind == ARG_POS]
        self._named = {each.name: each.type for each in given if each.kind == ARG_NAMED}
        self._has_star = ARG_STAR in kinds
        self._has_star2 = ARG_STAR2 in kinds

    @property
    def is_left(self) -> bool:
        return bool(self._rest or self._named)

    def take(self, kind: ArgKind, name: str | None, checker: TypeChecker) -> Type | None:
        """Bind and return the argument for the next parameter."""
        if kind == ARG_STAR:
            return self._all_positional(checker)
        if kind == ARG_STAR2:
            return self._all_named(checker)
        if kind.is_positional() and self._rest:
            return self._rest.pop(0)
        if name in self._named:
            return self._named.pop(name)
        is_open = self._has_star2 or (self._has_star and kind.is_positional())
        return _UNKNOWN if is_open else None

    def _all_positional(self, checker: TypeChecker) -> Type:
        if self._has_star:
            self._rest = []
            return _UNKNOWN
        items, self._rest = self._rest, []
        fallback = checker.named_generic_type(BUILTIN_TUPLE, [_UNKNOWN])
        return UnpackType(TupleType(items, fallback))

    def _all_named(self, checker: TypeChecker) -> Type:
        items = {name: typ for name, typ in self._named.items() if name is not None}
        self._named = {}
        if self._has_star2:
            return _UNKNOWN
        fallback = checker.named_type(TYPED_DICT)
        return TypedDictType(items, set(items), set(), fallback)


def items_of(typ: Type) -> Sequence[Type]:
    """Return the types of the single arguments that ``*args`` or ``**kwargs`` collects."""
    proper = get_proper_type(typ.type) if isinstance(typ, UnpackType) else get_proper_type(typ)
    if isinstance(proper, TupleType):
        return proper.items
    return list(proper.items.values()) if isinstance(proper, TypedDictType) else [typ]
