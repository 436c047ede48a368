"""Sorts the arguments of a call by the parameters of a rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from mypy.nodes import (
    ARG_POS,
    ARG_STAR,
    ArgKind,
    Expression,
    IntExpr,
    ListExpr,
    NameExpr,
    StarExpr,
    StrExpr,
    TempNode,
    TupleExpr,
)
from mypy.plugin import CheckerPluginInterface, FunctionContext, MethodContext
from mypy.types import Instance, LiteralType, NoneType, ProperType, TupleType, Type, get_proper_type

from promo_mypy.fullnames import (
    BUILTIN_FALSE,
    BUILTIN_LIST,
    BUILTIN_SCALARS,
    BUILTIN_TRUE,
    BUILTIN_TUPLE,
    DEQUE,
    NUMPY_ARRAY,
    RANGE,
    SEQUENCE,
)
from promo_mypy.types.aliases import unfolded
from promo_mypy.types.convert import Converter, array_instance, base_instance
from promo_mypy.types.expressions import Value, independent_type, known_type
from promo_mypy.types.refused_none import without_refused_none
from promo_mypy.types.starred import item_for
from promo_mypy.types.symbols import Operand
from promo_typing.rules import NOT_WRITTEN, Unwritten
from promo_typing.rules.model import FirstItem, One, Rows
from promo_typing.rules.model import Operand as Parameter

_BOOLEANS: Final = {BUILTIN_TRUE: True, BUILTIN_FALSE: False}
_SEQUENCES: Final = (BUILTIN_LIST, BUILTIN_TUPLE, SEQUENCE)
_MADE_INTO_ARRAYS: Final = (*_SEQUENCES, RANGE, DEQUE)
"""Containers that NumPy converts to arrays; any other iterable becomes a single object."""


class Argument(NamedTuple):
    """An argument: its expression, type and kind."""

    type: Type
    expression: Expression
    kind: ArgKind

    def is_scalar(self, *names: str) -> bool:
        """Whether the argument is of one of these Python types, as a literal or otherwise."""
        typ = get_proper_type(self.type)
        if isinstance(typ, LiteralType):
            typ = typ.fallback
        return isinstance(typ, Instance) and BUILTIN_SCALARS.get(typ.type.fullname) in names


class Arguments:
    """The arguments of a call, by parameter; an argument None counts as left out."""

    def __init__(
        self, ctx: FunctionContext | MethodContext, converter: Converter, names: Sequence[str]
    ) -> None:
        """Sort the arguments of the call in the context.

        mypy does not keep the names of positional-only parameters; ``names`` has the names of all
        parameters, in order.
        """
        self._api = ctx.api
        self._converter = converter
        self._names = all_names(ctx.callee_arg_names, names)
        self._ctx = ctx
        self._found: dict[str, list[Argument]] = {}

    def passed(self, parameter: str) -> list[Argument]:
        """Return the arguments for a parameter, without None."""
        arguments = self._written(parameter)
        return [a for a in arguments if not isinstance(get_proper_type(a.type), NoneType)]

    def written_for(self, parameter: str) -> list[Expression]:
        """Return the expressions of the arguments for a parameter, whatever their types are."""
        if parameter not in self._names:
            return []
        return self._ctx.args[self._names.index(parameter)]

    def values(self, parameters: Iterable[str]) -> dict[str, object]:
        """Return the value of each parameter that is given, as far as the call shows it."""
        return {
            name: _value(arguments[0]) if len(arguments) == 1 else NOT_WRITTEN
            for name in parameters
            if (arguments := self._written(name))
        }

    def _written(self, parameter: str) -> list[Argument]:
        if parameter not in self._names:
            return []
        if parameter not in self._found:
            ctx, place = self._ctx, self._names.index(parameter)
            rows = zip(ctx.arg_types[place], ctx.args[place], ctx.arg_kinds[place], strict=True)
            self._found[parameter] = [self._argument(place, *each) for each in rows]
        return self._found[parameter]

    def _argument(self, place: int, typ: Type, expression: Expression, kind: ArgKind) -> Argument:
        item = item_for(place, expression, self._ctx) if kind == ARG_STAR else None
        if item is not None:
            return Argument(item.type, item.expression, ARG_POS)
        return Argument(independent_type(typ, expression, self._api), expression, kind)

    def operands(self, parameters: Sequence[Parameter]) -> list[Operand | None] | None:
        """Return the operands of a call; None if the stub lacks one of the parameters.

        A parameter that the call leaves out gives no operand.
        """
        found: list[Operand | None] = []
        for parameter in parameters:
            if parameter.name not in self._names:
                return None
            for argument in self.passed(parameter.name):
                if isinstance(parameter, One) and argument.kind is not ARG_STAR:  # the usual case
                    found.append(self._one(parameter.name, argument.type))
                else:
                    found.extend(self._of(argument, parameter))
        return found

    def _one(self, parameter: str, typ: Type) -> Operand | None:
        operand = self._converter.operand(typ)
        if operand is None:  # The cause may be a None in a union, which JAX refuses anyway.
            place = self._names.index(parameter)
            return self._converter.operand(without_refused_none(typ, place, self._ctx))
        return operand

    def written(self, parameters: Sequence[Parameter]) -> list[Value]:
        """Return the expressions and types of the operands."""
        return [
            value
            for parameter in parameters
            for argument in self.passed(parameter.name)
            for value in self._values(argument, len(list(self._of(argument, parameter))))
        ]

    def _values(self, argument: Argument, count: int) -> list[Value]:
        """The items of a written list; for any other expression, it is repeated ``count`` times."""
        whole = Value(argument.expression, argument.type)
        if not isinstance(argument.expression, (ListExpr, TupleExpr)):
            return [whole] * count
        items = argument.expression.items
        types = [known_type(item, self._api) for item in items]
        if len(items) != count or None in types:
            return [whole] * count
        return [Value(i, t) for i, t in zip(items, types, strict=True) if t is not None]

    def has_scalar(self, parameters: Sequence[Parameter]) -> bool:
        """Whether an operand is a Python scalar."""
        given = (a for each in parameters for a in self.passed(each.name))
        types = (get_proper_type(argument.type) for argument in given)
        return any(isinstance(t, Instance) and t.type.fullname in BUILTIN_SCALARS for t in types)

    def leaves(self, parameter: str) -> list[Operand | None] | None:
        """Return the operands in a nested list or tuple; None for other arguments."""
        arguments = self.passed(parameter)
        if len(arguments) != 1 or not _is_nested(get_proper_type(arguments[0].type)):
            return None
        return list(self._leaves(arguments[0].type, arguments[0].expression))

    def _leaves(self, typ: Type, expression: Expression) -> Iterator[Operand | None]:
        proper = unfolded(typ)
        if isinstance(expression, (ListExpr, TupleExpr)):
            for item in expression.items:
                known = None if isinstance(item, StarExpr) else known_type(item, self._api)
                if known is None:
                    yield None
                else:
                    yield from self._leaves(independent_type(known, item, self._api), item)
        elif isinstance(proper, TupleType):
            for each in proper.items:
                yield from self._leaves(each, expression)
        elif (member := _item_of(proper)) is not None:
            yield from self._leaves(member, TempNode(member))
        elif isinstance(expression, TempNode):
            yield self._closed(typ)
        else:
            yield self._converter.operand(typ)

    def _of(self, argument: Argument, parameter: Parameter) -> Iterator[Operand | None]:
        if isinstance(parameter, FirstItem):
            yield next(self._items(argument.type, argument.expression), None)
        elif argument.kind == ARG_STAR or isinstance(parameter, Rows):
            yield from self._items(argument.type, argument.expression)
        else:
            yield self._converter.operand(argument.type)

    def _items(self, typ: Type, expression: Expression) -> Iterator[Operand | None]:
        """The operands in a sequence of arrays; the rows of an array have its dtype."""
        proper = get_proper_type(typ)
        if isinstance(expression, (ListExpr, TupleExpr)):
            yield from (_item(item, self._api, self._converter) for item in expression.items)
        elif isinstance(proper, TupleType):
            yield from map(self._converter.operand, proper.items)
        elif array_instance(proper) or base_instance(proper, NUMPY_ARRAY):
            yield self._converter.operand(proper)
        elif isinstance(proper, Instance) and _is_sequence(proper):
            yield self._closed(proper.args[0])
        else:
            yield None

    def _closed(self, item: Type) -> Operand | None:
        """The operand for a sequence of unknown length; None if its items may differ."""
        operand = self._converter.operand(item)
        return operand if operand is not None and len(operand) == 1 else None


def _value(argument: Argument) -> object:
    """The value of an argument, as far as the call or the type shows it.

    For arrays and floats no rule needs the value, only the fact that they are given.
    """
    typ = get_proper_type(argument.type)
    if array_instance(typ) or base_instance(typ, NUMPY_ARRAY):
        return Unwritten("array")
    if argument.is_scalar("float"):
        return Unwritten("float")
    if isinstance(typ, Instance) and typ.last_known_value is not None:
        typ = typ.last_known_value
    if isinstance(typ, NoneType):
        return None
    if isinstance(typ, LiteralType):
        return typ.value
    if isinstance(argument.expression, NameExpr):
        return _BOOLEANS.get(argument.expression.fullname, NOT_WRITTEN)
    if isinstance(argument.expression, (IntExpr, StrExpr)):
        return argument.expression.value
    return Unwritten("int") if argument.is_scalar("int") else NOT_WRITTEN


def _is_sequence(typ: ProperType) -> bool:
    return isinstance(typ, TupleType) or (
        isinstance(typ, Instance) and typ.type.fullname in _SEQUENCES and len(typ.args) == 1
    )


def _is_nested(typ: ProperType) -> bool:
    """Whether NumPy converts values of a type to arrays whose rows are their items."""
    return isinstance(typ, TupleType) or _item_of(typ) is not None


def _item_of(typ: ProperType) -> Type | None:
    """The item type of a sequence of any length that NumPy converts to an array."""
    if not isinstance(typ, Instance) or typ.type.fullname not in _MADE_INTO_ARRAYS:
        return None
    sequence = base_instance(typ, SEQUENCE)
    return sequence.args[0] if sequence is not None and len(sequence.args) == 1 else None


def all_names(names: Sequence[str | None], unnamed: Sequence[str]) -> list[str | None]:
    """Return the names of parameters; ``unnamed`` fills in those that mypy does not keep."""
    if None not in names:
        return [*names]
    rest = iter([name for name in unnamed if name not in names])
    return [name or next(rest, None) for name in names]


def _item(item: Expression, api: CheckerPluginInterface, converter: Converter) -> Operand | None:
    typ = None if isinstance(item, StarExpr) else known_type(item, api)
    return None if typ is None else converter.operand(independent_type(typ, item, api))
