"""Which call of its constructor a layer comes from.

The type of a layer does not say what it was constructed with. So the expression is looked for that
made it: a layer is known only where it can come from no other one, or all of them agree.
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
    MemberExpr,
    NameExpr,
    RefExpr,
    TypeInfo,
    Var,
)
from mypy.types import CallableType, Instance, Overloaded, Type, get_proper_type

from promo_mypy.fullnames import LAYER_CONTAINERS, PARTIAL
from promo_mypy.inference.places import Place, Written
from promo_mypy.session import Session
from promo_mypy.types.expressions import alone, known_type

_DEPTH: Final = 4
"""How many names stand for one another at most."""


class Given(NamedTuple):
    """An argument of a constructor; ``place`` is None for one that stands where the layer does."""

    expression: Expression
    place: Place | None


class Origin(NamedTuple):
    """The constructor that made a layer, and what it was given by the names of its parameters."""

    info: TypeInfo
    given: dict[str, Given]


class Origins:
    """Finds the constructors of layers for one place in the program."""

    def __init__(self, session: Session, checker: TypeChecker) -> None:
        """Take what checks that place."""
        self._assigned = session.inference.assigned
        self._checker = checker

    def of(self, layer: Expression) -> Sequence[Origin]:
        """Return the constructors that a layer may come from; nothing if not all are known."""
        found = [*self._of(layer, None, _DEPTH)]
        known = [each for each in found if each is not None]
        return known if len(known) == len(found) else ()

    def type_of(self, given: Given) -> Type | None:
        """Return the type of an argument; None if it is not known."""
        if given.place is not None:
            return self._assigned.type_of(Written(*given), self._checker)
        known = known_type(given.expression, self._checker)
        return known or (alone(given.expression, self._checker) if _is_global(given) else None)

    def _of(self, layer: Expression, place: Place | None, depth: int) -> Iterator[Origin | None]:
        match layer:
            case CallExpr(callee=callee):
                yield self._constructed(callee, layer, place, depth)
            case NameExpr(node=Var() as variable) if place is None and depth:
                value = self._value(variable)
                yield from self._of(value, None, depth - 1) if value is not None else [None]
            case MemberExpr(name=name, expr=owner) if place is None:
                values = self._attribute(owner, name)
                for each in values:
                    is_whole = each.item is None
                    yield from self._of(each.expression, each.place, 0) if is_whole else [None]
                if not values:
                    yield None
            case _:
                yield None

    def _value(self, variable: Var) -> Expression | None:
        """What a variable is bound to, if that is one expression of this module."""
        found = self._assigned.to_variable(variable, self._checker.tree)
        return found.expression if found is not None and found.item is None else None

    def _attribute(self, owner: Expression, name: str) -> Sequence[Written]:
        typ = known_type(owner, self._checker)
        proper = get_proper_type(typ) if typ is not None else None
        if not isinstance(proper, Instance):
            return ()
        return self._assigned.to_attribute(proper.type, name, LAYER_CONTAINERS, self._checker)

    def _constructed(
        self, callee: Expression, call: CallExpr, place: Place | None, depth: int
    ) -> Origin | None:
        """What a call makes: of a class, or of ``functools.partial(Class, ...)``."""
        match callee:
            case RefExpr(node=TypeInfo() as info):
                given = _by_name(call, info, place, 0)
                return given if given is None else Origin(info, given)
            case NameExpr(node=Var() as variable) if place is None and depth:
                value = self._value(variable)
                made = self._partial(value) if isinstance(value, CallExpr) else None
                given = _by_name(call, made.info, place, 0) if made is not None else None
                if made is None or given is None:
                    return None
                return Origin(made.info, {**made.given, **given})
        return None

    def _partial(self, made: CallExpr) -> Origin | None:
        is_partial = isinstance(made.callee, RefExpr) and made.callee.fullname == PARTIAL
        match made.args:
            case [RefExpr(node=TypeInfo() as info), *_] if is_partial:
                only_named = all(kind == ARG_NAMED for kind in made.arg_kinds[1:])
                given = _by_name(made, info, None, 1) if only_named else None
                return given if given is None else Origin(info, given)
        return None


def _by_name(
    call: CallExpr, info: TypeInfo, place: Place | None, first: int
) -> dict[str, Given] | None:
    """The arguments of a call by the names of the parameters; None if that is not known."""
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
    """The names of what a constructor takes by position, without ``self``."""
    symbol = info.get("__init__")
    typ = get_proper_type(symbol.type) if symbol is not None and symbol.type is not None else None
    if isinstance(typ, Overloaded):
        typ = None
    if not isinstance(typ, CallableType):
        return ()
    kinds = zip(typ.arg_names, typ.arg_kinds, strict=True)
    return [name for name, kind in kinds if kind.is_positional()][1:]


def _is_global(given: Given) -> bool:
    """Whether an argument is a name of a module: it is the same everywhere."""
    node = given.expression.node if isinstance(given.expression, RefExpr) else None
    return isinstance(node, TypeInfo) or (isinstance(node, Var) and "." in node.fullname)
