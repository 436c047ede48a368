"""Finds the constructor calls that a layer may come from.

The type of a layer does not tell the arguments of its constructor. So the expressions that may have
made the layer are searched. The layer is known only if certainly all of them are found.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import (
    ARG_NAMED,
    ARG_POS,
    ARG_STAR,
    ARG_STAR2,
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
    StarExpr,
    TupleExpr,
    TypeInfo,
    Var,
)
from mypy.subtypes import is_same_type
from mypy.types import (
    AnyType,
    CallableType,
    Instance,
    Overloaded,
    Type,
    TypeOfAny,
    get_proper_type,
)

from promo_mypy.features.layers.catalogue import IN_SEQUENCE, SEQUENCES_OF_ARGUMENTS
from promo_mypy.fullnames import FLAX_MODULE, LAYER_CONTAINERS, NNX_LIST, PARTIAL
from promo_mypy.inference.places import Place, Written
from promo_mypy.session import Session
from promo_mypy.types.classes import class_of
from promo_mypy.types.expressions import alone, known_type
from promo_mypy.types.made import fields_of, is_made, written_class
from promo_mypy.types.open_dictionaries import is_open
from promo_mypy.types.parameter_variables import is_parameter
from promo_mypy.types.pytrees import is_plain_dictionary
from promo_mypy.types.silence import is_silent

_UNKNOWN: Final = AnyType(TypeOfAny.special_form)
_DEPTH: Final = 4
"""How many names are followed to a constructor, at most."""


class Where(NamedTuple):
    """Where an expression stands.

    Attributes:
        place: the place in the program; None for the one that is being checked.
        receiver: the type of ``self`` there, if that tells the fields of this very object.
    """

    place: Place | None = None
    receiver: Type | None = None


HERE: Final = Where()
"""The place that is being checked."""


class Given(NamedTuple):
    """An argument of a constructor.

    Attributes:
        expression: the argument; for an entry of ``**kw`` the dictionary.
        where: where it stands.
        type: the type of the entry of ``**kw``; None for any other argument.
    """

    expression: Expression
    where: Where
    type: Type | None = None


class Origin(NamedTuple):
    """A call of a layer's constructor, with its arguments by parameter."""

    info: TypeInfo
    given: dict[str, Given]


class Origins:
    """Finds constructors for one place in the program."""

    def __init__(self, session: Session, checker: TypeChecker) -> None:
        """Use the checker that is at the place."""
        self._session = session
        self._assigned = session.inference.program.assigned
        self._fields = session.inference.program.fields
        self._dictionaries = session.inference.program.dictionaries
        self._keywords = session.inference.program.keywords
        self._values = session.inference.values
        self._returned_by = session.inference.returned_by
        self._checker = checker

    def of(self, layer: Expression, where: Where = HERE) -> Sequence[Origin]:
        """Return the constructor calls that a layer may come from; empty if not all are known.

        Args:
            layer: the expression of the layer.
            where: where it stands.
        """
        found = [*self._of(layer, where, _DEPTH)]
        known = [each for each in found if each is not None]
        return known if len(known) == len(found) else ()

    def items_of(self, value: Written) -> Iterator[Written | None]:
        """Yield the items of a list, also of one that is filled right after it is made.

        None stands for unknown items.
        """
        listed = self._listed(value)
        items = [*_written_items(listed)] or [
            each for made in {listed, value} for each in self._assigned.put_in(made)
        ]
        yield from items or [None]

    def unpacked_items(self, given: Given) -> Iterator[Given | None]:
        """Yield the items of a list that a call unpacks; None stands for unknown items."""
        place = given.where.place or self._assigned.place_of(given.expression, self._checker.tree)
        if given.type is not None or place is None:
            yield None
            return
        for each in self.items_of(Written(given.expression, place)):
            where = given.where._replace(place=each.place) if each is not None else given.where
            yield None if each is None else Given(each.expression, where)

    def _listed(self, value: Written) -> Written:
        """The list that ``nnx.List(layers)`` copies; any other value as it is.

        A variable stands for the only list that the module assigns to it.
        """
        match value.expression:
            case CallExpr(callee=RefExpr(fullname=name), args=[inner]) if name == NNX_LIST:
                return self._listed(Written(inner, value.place))
            case CallExpr(callee=RefExpr(fullname=name), args=[]) if name == NNX_LIST:
                return Written(TupleExpr([]), value.place)
            case NameExpr(node=Var() as variable) if not (
                is_parameter(variable) or self.is_filled(variable.name)
            ):
                found = self._assigned.to_variable(variable, value.place.module)
                if found is not None and found.item is None:
                    return Written(found.expression, value.place)
        return value

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
        place, receiver = given.where
        if given.type is not None:
            return given.type
        if place is not None:
            written = Written(given.expression, place)
            return self._assigned.type_of(written, self._checker, receiver)
        known = known_type(given.expression, self._checker)
        return known or (alone(given.expression, self._checker) if _is_global(given) else None)

    def _of(self, layer: Expression, where: Where, depth: int) -> Iterator[Origin | None]:
        match layer:
            case CallExpr(callee=callee):
                yield self._constructed(callee, layer, where, depth)
            case NameExpr(node=Var() as variable) if where == HERE and depth:
                value = self._value(variable)
                if value is not None:
                    yield from self._of(value, HERE, depth - 1)
                else:
                    lists = self._assigned.all_iterated(variable, self._checker.tree)
                    for each in lists or (None,):
                        yield from self._items(each)
            case MemberExpr() if where == HERE:
                yield from self._each(self._attribute(layer), self._receiver(layer))
            case IndexExpr(base=base) if where == HERE:
                yield from self._items(base)
            case _:
                yield None

    def _each(self, values: Sequence[Written], receiver: Type | None) -> Iterator[Origin | None]:
        """The constructor calls of several values; ``receiver`` is ``self`` at their places."""
        if not values:
            yield None
        for each in values:
            yield from self._of(each.expression, Where(each.place, receiver), 0)

    def _items(self, container: Expression | None) -> Iterator[Origin | None]:
        """The constructor calls of the items of an attribute's list, if no item can be changed."""
        attribute = _whole(container)
        if not isinstance(attribute, MemberExpr) or not self._keeps_items(attribute):
            yield None
            return
        values = self._attribute(attribute)
        items = [each for value in values for each in self.items_of(value)]
        known = [] if None in items else [each for each in items if each]
        yield from self._each(known, self._receiver(attribute))

    def _keeps_items(self, attribute: MemberExpr) -> bool:
        """Whether nothing puts other items into the lists of an attribute later on."""
        return not self.is_filled(attribute.name) or self._freezes(attribute.expr)

    def is_filled(self, name: str) -> bool:
        """Return whether anything is put into a container of a name after it is made and filled."""
        changes = self._dictionaries.changes(self._checker)
        return changes.may_fill(name) or changes.has_name(name) or changes.is_within(name)

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

    def _receiver(self, attribute: MemberExpr) -> Type | None:
        """The type of an attribute's owner, if its own methods set the attribute on ``self``."""
        typ = known_type(attribute.expr, self._checker)
        is_single = typ is not None and is_made(get_proper_type(typ))
        if not is_single or self._assigned.is_set_on_others((attribute.name,), self._checker):
            return None
        return typ

    def _attribute(self, attribute: MemberExpr) -> Sequence[Written]:
        """The values of an attribute; empty if not all are known.

        mypy may not have checked the attribute yet: another loop further down may use it.
        """
        owner, checker = attribute.expr, self._checker
        proper = get_proper_type(known_type(owner, checker) or alone(owner, checker))
        if not isinstance(proper, Instance):
            return ()
        found = self._assigned.to_attribute(
            written_class(proper.type), attribute.name, LAYER_CONTAINERS, self._checker
        )
        return found if all(each.item is None for each in found) else ()

    def _constructed(
        self, callee: Expression, call: CallExpr, where: Where, depth: int
    ) -> Origin | None:
        """The constructor call that an expression makes: of a class, its partial, or a function."""
        if where == HERE and (bound := self._bound(callee)) is not None:
            more = self._origin(call, bound.info, where, 0)
            return None if more is None else Origin(bound.info, {**bound.given, **more.given})
        match callee:
            case RefExpr(node=TypeInfo() as info):
                return self._origin(call, info, where, 0)
            case NameExpr(node=FuncDef() as function) if where == HERE and depth:
                return self._returned(function)
            case NameExpr(node=Var() as variable) if where == HERE and depth:
                value = self._value(variable)
                if isinstance(value, LambdaExpr):
                    return self._returned(value)
                made = self._partial(value) if isinstance(value, CallExpr) else None
                more = self._origin(call, made.info, where, 0) if made is not None else None
                if made is None or more is None:
                    return None
                return Origin(made.info, {**made.given, **more.given})
        return None

    def _bound(self, callee: Expression) -> Origin | None:
        """The class and the arguments of a partial, by the type of what is called."""
        typ = known_type(callee, self._checker)
        proper = None if typ is None else get_proper_type(typ)
        if not isinstance(proper, CallableType):
            return None
        made, given = self._values.unbound(proper)
        if made is proper and not is_class_itself(self._session, callee, self._checker):
            return None
        if not made.is_type_obj() or any(each.kind != ARG_NAMED for each in given):
            return None
        named = {each.name: Given(callee, HERE, each.type) for each in given if each.name}
        return Origin(made.type_object(), named)

    def _returned(self, function: FuncItem) -> Origin | None:
        """The constructor call that a function returns: ``lambda name: nn.Dense(4, name=name)``."""
        match [*self._returned_by(function)]:
            case [CallExpr(callee=RefExpr(node=TypeInfo() as callee)) as made]:
                return self._origin(made, callee, HERE, 0)
        return None

    def _partial(self, made: CallExpr) -> Origin | None:
        is_partial = isinstance(made.callee, RefExpr) and made.callee.fullname == PARTIAL
        match made.args:
            case [RefExpr(node=TypeInfo() as info), *_] if is_partial:
                only_named = all(kind == ARG_NAMED for kind in made.arg_kinds[1:])
                return self._origin(made, info, HERE, 1) if only_named else None
        return None

    def _origin(self, call: CallExpr, info: TypeInfo, where: Where, first: int) -> Origin | None:
        """A call of a class with its arguments by parameter; None if some are unknown."""
        if info.fullname in SEQUENCES_OF_ARGUMENTS:
            return self._sequence(call, info, where, first)
        names = _positional(info)
        found = dict[str, Given]()
        arguments = list(zip(call.arg_kinds, call.arg_names, call.args, strict=True))[first:]
        for at, (kind, name, value) in enumerate(arguments):
            given = Given(value, where)
            if kind == ARG_STAR2 and (unpacked := self._unpacked(given)) is not None:
                found |= unpacked
                continue
            if kind == ARG_POS and at < len(names):
                name = names[at]
            if kind not in (ARG_POS, ARG_NAMED) or name is None:
                return None
            found[name] = given
        return Origin(info, found)

    def _sequence(self, call: CallExpr, info: TypeInfo, where: Where, first: int) -> Origin | None:
        """A call of a class whose arguments are layers: they count as a written list."""
        arguments = list(zip(call.arg_kinds, call.args, strict=True))[first:]
        if any(kind not in (ARG_POS, ARG_STAR) for kind, _ in arguments):
            return None
        items = [StarExpr(each) if kind == ARG_STAR else each for kind, each in arguments]
        return Origin(info, {IN_SEQUENCE: Given(TupleExpr(items), where)})

    def _unpacked(self, given: Given) -> Mapping[str, Given] | None:
        """The arguments in an unpacked dictionary by name; None if it may have others."""
        expression, where, _ = given
        module = self._checker.tree if where.place is None else where.place.module
        found = self._keywords.of(expression, module, self._checker)
        if found is None:
            types = self._entries(given)
            if types is None:
                return None
            return {name: given._replace(type=typ) for name, typ in types.items()}
        unknown = given._replace(type=_UNKNOWN)
        return {
            name: unknown if value is None else Given(value, Where(Place(top)) if top else where)
            for name, (value, top) in found.items()
        }

    def _entries(self, dictionary: Given) -> Mapping[str, Type] | None:
        """The types in a dictionary by key; None if it may have others."""
        if dictionary.where == HERE:
            known: Type | None = self._dictionaries.typed(dictionary.expression, self._checker)
        else:
            known = self._written_type(dictionary)
        proper = get_proper_type(known) if known is not None else None
        if proper is None or not is_plain_dictionary(proper) or is_open(proper):
            return None
        return proper.items if proper.required_keys == proper.items.keys() else None


def is_class_itself(session: Session, expression: Expression, checker: TypeChecker) -> bool:
    """Whether an expression names a class, or a field that holds the same one in all objects.

    A function may return another class than the one it gets, although it is declared otherwise,
    and a subclass may give another one to the attribute of a class.
    """
    if isinstance(expression, RefExpr) and isinstance(expression.node, TypeInfo):
        return True
    owner = known_type(expression.expr, checker) if isinstance(expression, MemberExpr) else None
    if owner is None or not isinstance(expression, MemberExpr):
        return False
    if expression.name in fields_of(owner):
        return True
    info = class_of(owner)
    if info is None:
        return False
    types = session.inference.program.fields.types(info, expression.name, checker)
    return bool(types) and all(is_same_type(each, types[0]) for each in types)


def _whole(container: Expression | None) -> Expression | None:
    """The list that a container is a part of: ``xs`` for ``xs[1:]``."""
    match container:
        case IndexExpr(base=base, index=SliceExpr()):
            return base
    return container


def _written_items(value: Written) -> Iterator[Written | None]:
    """The items of a written list, tuple or comprehension; None for any other value."""
    match value.expression:
        case ListExpr(items=items) | TupleExpr(items=items):
            yield from (Written(each, value.place) for each in items)
        case ListComprehension(generator=GeneratorExpr(left_expr=item)):
            yield Written(item, value.place)
        case GeneratorExpr(left_expr=item):
            yield Written(item, value.place)
        case _:
            yield None


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
