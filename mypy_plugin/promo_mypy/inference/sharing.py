"""Aliases: which names of a program may stand for the same object.

Names are compared as they are written, wherever they stand. Two variables of one name count as one,
and so do an attribute and a variable. That finds too many aliases rather than too few: an object
that is changed under one name must not count as unchanged under another.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product, zip_longest
from typing import Final, NamedTuple

from mypy.nodes import (
    ARG_POS,
    AssignmentExpr,
    AssignmentStmt,
    AwaitExpr,
    CallExpr,
    ConditionalExpr,
    DictExpr,
    Expression,
    ForStmt,
    FuncDef,
    GeneratorExpr,
    ImportFrom,
    IndexExpr,
    LambdaExpr,
    ListComprehension,
    ListExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    OperatorAssignmentStmt,
    OpExpr,
    ReturnStmt,
    SetExpr,
    StarExpr,
    TupleExpr,
    WithStmt,
    YieldExpr,
)
from mypy.server.subexpr import get_subexpressions

from promo_mypy.inference import reach
from promo_mypy.inference.dictionary_methods import CONTENTS, TAKING_OUT, MethodCall, method_call
from promo_mypy.inference.effects import Effects, Value
from promo_mypy.inference.signatures_by_name import Parameters, Signatures, name_of
from promo_mypy.statements import Placed, statements

_HANDING_ON: Final = frozenset(
    {"zip", "enumerate", "list", "tuple", "dict", "set", "reversed", "sorted", "iter", "copy"}
)
"""Functions whose result contains the items of their arguments."""
_PUTTING_IN: Final = frozenset({"append", "insert", "setdefault", "__setitem__"})
_CHOOSING: Final = frozenset({"and", "or", "|"})
_SHARED_BY_ALL: Final = frozenset({"None", "True", "False", "shape", "dtype", "ndim", "size"})
"""The names of immutable values: to follow them would make nearly all variables aliases."""


class _Given(NamedTuple):
    """The arguments of a call of a function.

    Attributes:
        function: the name of the function.
        positional: the arguments by position.
        named: the arguments by name.
        is_exact: whether the program calls the function itself. If JAX does, there may be other
            arguments before these, such as the index that ``fori_loop`` gives.
    """

    function: str
    positional: Sequence[Value]
    named: Mapping[str, Value]
    is_exact: bool


class Sharing:
    """Finds what a change of an object through one name implies for other names."""

    def __init__(self, modules: Sequence[MypyFile]) -> None:
        """Read modules, which mypy may not have analysed yet."""
        self.effects: Final = Effects()
        placed = [each for module in modules for each in statements(module.defs)]
        expressions = [each for module in modules for each in get_subexpressions(module)]
        self._signatures = Signatures(placed, expressions)
        for each in placed:
            self._take(each)
        for expression in expressions:
            self._look(expression)

    def value(self, expression: Expression | None) -> Value:
        """Return the names of the objects that an expression may be, and of those in them."""
        match expression:
            case NameExpr(name=name) | MemberExpr(name=name):
                return Value() if name in _SHARED_BY_ALL else Value((name,))
            case IndexExpr(base=container):
                return self._taken_out(container, expression)
            case CallExpr(callee=callee, args=arguments):
                return self._result(expression, callee, arguments)
            case LambdaExpr():
                return Value((name_of(expression),))
        whole = Value().or_(*map(self.value, _alternatives(expression)))
        parts = Value().or_(*map(self.value, _items(expression)))
        return Value(whole.same, (*whole.held, *parts.same, *parts.held))

    def _result(self, call: CallExpr, callee: Expression, arguments: Sequence[Expression]) -> Value:
        functions = Value(tuple(e for e in self._functions(callee) if e in self._signatures))
        match callee:
            case NameExpr(name=name) if name in _HANDING_ON:
                given = list(zip(call.arg_names, map(self.value, arguments), strict=True))
                whole = functions.or_(*(each for name_, each in given if name_ is None))
                parts = Value().or_(*(each for name_, each in given if name_ is not None))
                return Value(whole.same, (*whole.held, *parts.same, *parts.held))
            case NameExpr(name="next"):
                return functions.or_(*(self._taken_out(each, call) for each in arguments))
            case MemberExpr(name=name, expr=container) if name in TAKING_OUT:
                return functions.or_(self._taken_out(container, call))
            case MemberExpr(name=name, expr=container) if name in CONTENTS:
                # The copied object is the argument in ``copy.copy(x)``, the owner in ``x.copy()``.
                return functions.or_(*map(self.value, arguments or [container]))
        return functions

    def _taken_out(self, container: Expression, taken: Expression) -> Value:
        """An item taken out of a container, under a made-up name."""
        name = f"<item {id(taken)}>"
        self.effects.take_out(self.value(container), Value((name,)))
        return Value((name,))

    def _functions(self, called: Expression) -> Iterator[str]:
        """The names of the functions that may be called; for ``jit(f)`` also the name of ``f``."""
        match called:
            case NameExpr(name=name) | MemberExpr(name=name):
                yield name
            case LambdaExpr():
                yield name_of(called)
            case CallExpr(callee=inner, args=arguments):
                for each in (inner, *arguments):
                    yield from self._functions(each)

    def _take(self, placed: Placed) -> None:
        match placed.statement:
            case AssignmentStmt(lvalues=targets, rvalue=value):
                for target in targets:
                    self._assign(target, value)
            case OperatorAssignmentStmt(lvalue=target, rvalue=value):
                self._assign(target, value)
            case ForStmt(index=target, expr=value):
                self.effects.take_out(self.value(value), _all(self.value(target)))
            case WithStmt(target=targets, expr=values):
                for each, context in zip(targets, values, strict=True):
                    if each is not None:
                        self._assign(each, context)
            case ReturnStmt(expr=returned) if placed.functions:
                self.effects.bind(placed.functions[-1].name, self.value(returned))
            case ImportFrom(names=imported):
                for name, alias in imported:
                    self.effects.bind(alias or name, Value((name,)))
            case FuncDef() as function:
                self._define(function)

    def _assign(self, target: Expression, value: Expression) -> None:
        match target, value:
            case TupleExpr(items=targets), TupleExpr(items=values):
                for pair in zip(targets, values, strict=False):
                    self._assign(*pair)
            case TupleExpr() | ListExpr(), _:
                self.effects.take_out(self.value(value), _all(self.value(target)))
            case IndexExpr(base=container), _:
                self.effects.put_in(self.value(container), self.value(value))
            case _:
                for name in self.value(target).same:
                    self.effects.bind(name, self.value(value))

    def _define(self, function: FuncDef) -> None:
        for argument in function.arguments:
            self.effects.bind(argument.variable.name, self.value(argument.initializer))
        if function.is_generator:
            yielded = (e for e in get_subexpressions(function) if isinstance(e, YieldExpr))
            for each in yielded:
                self.effects.put_in(Value((function.name,)), self.value(each.expr))

    def _look(self, expression: Expression) -> None:
        match expression:
            case AssignmentExpr(target=name, value=assigned):
                self._assign(name, assigned)
            case GeneratorExpr(indices=targets, sequences=values):
                for target, value in zip(targets, values, strict=True):
                    self.effects.take_out(self.value(value), _all(self.value(target)))
            case LambdaExpr(body=body):
                for each in body.body:
                    if isinstance(each, ReturnStmt):
                        self.effects.bind(name_of(expression), self.value(each.expr))
            case CallExpr():
                self._call(expression)

    def _call(self, call: CallExpr) -> None:
        method = method_call(call)
        if method is not None:
            self._put_in(method)
        for given in self._given(call):
            for parameters in self._signatures.of(given.function):
                self._pass(given, parameters)
            self._keep(given)

    def _put_in(self, method: MethodCall) -> None:
        """Record that a method puts its arguments, or their items, into its container."""
        container = self.value(method.receiver)
        is_filled = method.name == "extend" or (method.name == "update" and method.may_change)
        for argument in method.arguments:
            value = self.value(argument.value)
            if method.name in _PUTTING_IN or (is_filled and argument.name is not None):
                self.effects.put_in(container, value)
            elif is_filled:
                self.effects.put_in(container, self._item(value))

    def _given(self, call: CallExpr) -> Iterator[_Given]:
        """The arguments of the called function, and those it may give to functions it is passed."""
        arguments = list(zip(call.arg_kinds, call.arg_names, call.args, strict=True))
        positional = [each for kind, _, each in arguments if kind == ARG_POS]
        named = {name: self.value(each) for _, name, each in arguments if name is not None}
        given = [self.value(each) for each in positional]
        is_direct = not isinstance(call.callee, CallExpr)
        for function in self._functions(call.callee):
            yield _Given(function, given, named, is_direct)
        for place, argument in enumerate(positional):
            for function in self._functions(argument):
                rest = given[place + 1 :]
                yield _Given(function, rest, named, is_exact=False)
                # ``map`` gives the function the items of the other arguments.
                yield _Given(function, [*map(self._item, rest)], {}, is_exact=False)

    def _item(self, value: Value) -> Value:
        found = Value((f"<item of {value}>",))
        self.effects.take_out(value, found)
        return found

    def _pass(self, given: _Given, parameters: Parameters) -> None:
        self._align(given.positional, parameters)
        if not given.is_exact:
            self._align(given.positional[::-1], parameters[::-1])
        for name, value in given.named.items():
            if name in parameters:
                self.effects.give(name, value)

    def _keep(self, given: _Given) -> None:
        """Record that a constructor or ``replace`` stores its arguments in fields."""
        fields = self._signatures.fields(given.function)
        for field, value in product(fields, given.positional):
            self.effects.bind(field, value)
        for name, value in given.named.items():
            if name in fields or given.function in reach.REPLACING:
                self.effects.bind(name, value)

    def _align(self, positional: Sequence[Value], parameters: Parameters) -> None:
        last = parameters[-1] if parameters else None  # ``*args`` gets what is left.
        for value, name in zip_longest(positional, parameters[: len(positional)]):
            if value is not None and (name or last):
                self.effects.give(name or last or "", value)


def _all(value: Value) -> Value:
    """The names of a target, with those in a tuple, as names of the object itself."""
    return Value((*value.same, *value.held))


def _alternatives(expression: Expression | None) -> Sequence[Expression]:
    """The parts whose value an expression may have: ``a`` and ``b`` for ``a if c else b``."""
    match expression:
        case StarExpr(expr=inner) | AwaitExpr(expr=inner):
            return [inner]
        case ConditionalExpr(if_expr=one, else_expr=other):
            return [one, other]
        case OpExpr(op=sign, left=one, right=other) if sign in _CHOOSING:
            return [one, other]
        case AssignmentExpr(target=one, value=other):
            return [one, other]
        case ListComprehension(generator=inner):
            return [inner]
    return []


def _items(expression: Expression | None) -> Sequence[Expression]:
    """The item expressions of a container display, or of a comprehension."""
    match expression:
        case TupleExpr(items=items) | ListExpr(items=items) | SetExpr(items=items):
            return items
        case DictExpr(items=entries):
            return [value for _, value in entries]
        case GeneratorExpr(left_expr=inner):
            return [inner]
    return []
