"""Finds the constructor calls that a layer may come from.

The type of a layer does not tell the arguments of its constructor. So the expressions that may have
made the layer are searched. The layer is known only if certainly all of them are found.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import (
    ARG_NAMED,
    ARG_POS,
    CallExpr,
    Expression,
    FuncDef,
    FuncItem,
    GeneratorExpr,
    IndexExpr,
    LambdaExpr,
    ListComprehension,
    ListExpr,
    MemberExpr,
    NameExpr,
    RefExpr,
    SliceExpr,
    TupleExpr,
    TypeInfo,
    Var,
)
from mypy.subtypes import is_same_type
from mypy.types import CallableType, Instance, Overloaded, Type, get_proper_type

from promo_mypy.fullnames import FLAX_MODULE, LAYER_CONTAINERS, PARTIAL
from promo_mypy.inference.places import Place, Written
from promo_mypy.session import Session
from promo_mypy.types.classes import class_of
from promo_mypy.types.expressions import alone, known_type
from promo_mypy.types.silence import is_silent

_DEPTH: Final = 4
"""How many names are followed to a constructor, at most."""


class Given(NamedTuple):
    """An argument of a constructor; ``place`` is None if it is the place that is being checked."""

    expression: Expression
    place: Place | None


class Origin(NamedTuple):
    """A call of a layer's constructor, with its arguments by parameter."""

    info: TypeInfo
    given: dict[str, Given]


class Origins:
    """Finds constructors for one place in the program."""

    def __init__(self, session: Session, checker: TypeChecker) -> None:
        """Use the checker that is at the place."""
        self._assigned = session.inference.program.assigned
        self._fields = session.inference.program.fields
        self._dictionaries = session.inference.program.dictionaries
        self._returned_by = session.inference.returned_by
        self._checker = checker

    def of(self, layer: Expression, place: Place | None = None) -> Sequence[Origin]:
        """Return the constructor calls that a layer may come from; empty if not all are known.

        Args:
            layer: the expression of the layer.
            place: the place of the expression; None for the place that is being checked.
        """
        found = [*self._of(layer, place, _DEPTH)]
        known = [each for each in found if each is not None]
        return known if len(known) == len(found) else ()

    def items_of(self, value: Written) -> Iterator[Written | None]:
        """Yield the items of a list, also of one that is filled right after it is made.

        None stands for unknown items.
        """
        items = [*_written_items(value)] or self._assigned.put_in(value)
        yield from items or [None]

    def type_of(self, given: Given) -> Type | None:
        """Return the type of an argument, which may be a field; None if it is not known."""
        known = self._written_type(given)
        is_open = known is None or is_silent(known)
        return (self._type_of_field(given) if is_open else None) or known

    def _type_of_field(self, given: Given) -> Type | None:
        """The type of an argument that is a field, if all values of the field have one type."""
        match given.expression:
            case MemberExpr(expr=owner, name=name):
                around = self._written_type(given._replace(expression=owner))
                info = None if around is None else class_of(around)
                types = () if info is None else self._fields.types(info, name, self._checker)
                if types and all(is_same_type(each, types[0]) for each in types):
                    return types[0]
        return None

    def _written_type(self, given: Given) -> Type | None:
        if given.place is not None:
            written = Written(given.expression, given.place)
            return self._assigned.type_of(written, self._checker)
        known = known_type(given.expression, self._checker)
        return known or (alone(given.expression, self._checker) if _is_global(given) else None)

    def _of(self, layer: Expression, place: Place | None, depth: int) -> Iterator[Origin | None]:
        match layer:
            case CallExpr(callee=callee):
                yield self._constructed(callee, layer, place, depth)
            case NameExpr(node=Var() as variable) if place is None and depth:
                value = self._value(variable)
                if value is not None:
                    yield from self._of(value, None, depth - 1)
                else:
                    yield from self._items(self._assigned.iterated(variable, self._checker.tree))
            case MemberExpr() if place is None:
                yield from self._each(self._attribute(layer))
            case IndexExpr(base=base) if place is None:
                yield from self._items(base)
            case _:
                yield None

    def _each(self, values: Sequence[Written]) -> Iterator[Origin | None]:
        """The constructor calls of several values."""
        if not values:
            yield None
        for each in values:
            yield from self._of(each.expression, each.place, 0)

    def _items(self, container: Expression | None) -> Iterator[Origin | None]:
        """The constructor calls of the items of an attribute's list, if no item can be changed."""
        attribute = _whole(container)
        if not isinstance(attribute, MemberExpr) or not self._keeps_items(attribute):
            yield None
            return
        values = self._attribute(attribute)
        items = [each for value in values for each in self.items_of(value)]
        yield from self._each([] if None in items else [each for each in items if each])

    def _keeps_items(self, attribute: MemberExpr) -> bool:
        """Whether nothing puts other items into the lists of an attribute later on."""
        changes = self._dictionaries.changes(self._checker)
        name = attribute.name
        is_changed = changes.may_fill(name) or changes.has_name(name) or changes.is_within(name)
        return not is_changed or self._freezes(attribute.expr)

    def _freezes(self, owner: Expression) -> bool:
        """Whether an object turns lists assigned to its attributes into tuples."""
        typ = known_type(owner, self._checker)
        proper = get_proper_type(typ) if typ is not None else None
        bases = proper.type.mro if isinstance(proper, Instance) else ()
        return any(each.fullname == FLAX_MODULE for each in bases)

    def _value(self, variable: Var) -> Expression | None:
        """The only expression that the module assigns to a variable."""
        found = self._assigned.to_variable(variable, self._checker.tree)
        return found.expression if found is not None and found.item is None else None

    def _attribute(self, attribute: MemberExpr) -> Sequence[Written]:
        """The values of an attribute; empty if not all are known."""
        typ = known_type(attribute.expr, self._checker)
        proper = get_proper_type(typ) if typ is not None else None
        if not isinstance(proper, Instance):
            return ()
        found = self._assigned.to_attribute(
            proper.type, attribute.name, LAYER_CONTAINERS, self._checker
        )
        return found if all(each.item is None for each in found) else ()

    def _constructed(
        self, callee: Expression, call: CallExpr, place: Place | None, depth: int
    ) -> Origin | None:
        """The constructor call that an expression makes: of a class, its partial, or a function."""
        match callee:
            case RefExpr(node=TypeInfo() as info):
                given = _by_name(call, info, place, 0)
                return given if given is None else Origin(info, given)
            case NameExpr(node=FuncDef() as function) if place is None and depth:
                return self._returned(function)
            case NameExpr(node=Var() as variable) if place is None and depth:
                value = self._value(variable)
                if isinstance(value, LambdaExpr):
                    return self._returned(value)
                made = self._partial(value) if isinstance(value, CallExpr) else None
                given = _by_name(call, made.info, place, 0) if made is not None else None
                if made is None or given is None:
                    return None
                return Origin(made.info, {**made.given, **given})
        return None

    def _returned(self, function: FuncItem) -> Origin | None:
        """The constructor call that a function returns: ``lambda name: nn.Dense(4, name=name)``."""
        match [*self._returned_by(function)]:
            case [CallExpr(callee=RefExpr(node=TypeInfo() as callee)) as made]:
                given = _by_name(made, callee, None, 0)
                return given if given is None else Origin(callee, given)
        return None

    def _partial(self, made: CallExpr) -> Origin | None:
        is_partial = isinstance(made.callee, RefExpr) and made.callee.fullname == PARTIAL
        match made.args:
            case [RefExpr(node=TypeInfo() as info), *_] if is_partial:
                only_named = all(kind == ARG_NAMED for kind in made.arg_kinds[1:])
                given = _by_name(made, info, None, 1) if only_named else None
                return given if given is None else Origin(info, given)
        return None


def _whole(container: Expression | None) -> Expression | None:
    """The list that a container is a part of: ``xs`` for ``xs[1:]``."""
    match container:
        case IndexExpr(base=base, index=SliceExpr()):
            return base
    return container


def _written_items(value: Written) -> Iterator[Written | None]:
    """The items of a written list, tuple or list comprehension; None for any other value."""
    match value.expression:
        case ListExpr(items=items) | TupleExpr(items=items):
            yield from (Written(each, value.place) for each in items)
        case ListComprehension(generator=GeneratorExpr(left_expr=item)):
            yield Written(item, value.place)
        case _:
            yield None


def _by_name(
    call: CallExpr, info: TypeInfo, place: Place | None, first: int
) -> dict[str, Given] | None:
    """The arguments of a call by parameter; None if they are unknown."""
    names = _positional(info)
    found = dict[str, Given]()
    arguments = list(zip(call.arg_kinds, call.arg_names, call.args, strict=True))[first:]
    for at, (kind, name, value) in enumerate(arguments):
        if kind == ARG_POS and at < len(names):
            name = names[at]
        if kind not in (ARG_POS, ARG_NAMED) or name is None:
            return None
        found[name] = Given(value, place)
    return found


def _positional(info: TypeInfo) -> Sequence[str | None]:
    """The names of the positional parameters of a constructor, without ``self``."""
    symbol = info.get("__init__")
    typ = get_proper_type(symbol.type) if symbol is not None and symbol.type is not None else None
    if isinstance(typ, Overloaded):
        typ = None
    if not isinstance(typ, CallableType):
        return ()
    kinds = zip(typ.arg_names, typ.arg_kinds, strict=True)
    return [name for name, kind in kinds if kind.is_positional()][1:]


def _is_global(given: Given) -> bool:
    """Whether an argument is a global name, with the same meaning everywhere."""
    node = given.expression.node if isinstance(given.expression, RefExpr) else None
    return isinstance(node, TypeInfo) or (isinstance(node, Var) and "." in node.fullname)
