"""The places of a program's expressions: the function and the class around each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from mypy.nodes import (
    ClassDef,
    Decorator,
    Expression,
    FuncDef,
    LambdaExpr,
    ListExpr,
    MypyFile,
    NameExpr,
    OverloadedFuncDef,
    StarExpr,
    Statement,
    TupleExpr,
)
from mypy.server.subexpr import get_subexpressions

from promo_mypy.inference.changes import assigned_by
from promo_mypy.statements import Placed, statements

_STATIC: Final = "staticmethod"
_PLAIN: Final = frozenset({_STATIC, "classmethod"})


class Place(NamedTuple):
    """The place of an expression.

    Attributes:
        module: the module.
        function: the outermost function around the expression; None outside of functions.
        owner: the class whose method this function is; None for a static method, and where the
            first parameter may have been assigned an object of another class.
        in_class: whether the function stands in a class.
        in_lambda: whether the expression stands in a lambda.
    """

    module: MypyFile
    function: FuncDef | None = None
    owner: ClassDef | None = None
    in_class: bool = False
    in_lambda: bool = False

    def is_receiver(self, expression: Expression) -> bool:
        """Whether an expression is ``self`` or ``cls``, the first parameter of the method."""
        if self.function is None or self.owner is None or not self.function.arg_names:
            return False
        is_name = isinstance(expression, NameExpr)
        return (
            is_name
            and isinstance(expression, NameExpr)
            and (expression.name == self.function.arg_names[0] and not self.function.is_static)
        )


class Written(NamedTuple):
    """An expression whose value is assigned; with ``item``, only that item of the value."""

    expression: Expression
    place: Place
    item: int | None = None


class Places:
    """The statements and expressions of a module, with their places.

    Attributes:
        module: the module.
        statements: its statements and functions.
        decorated: the functions with decorators that may replace them, and these decorators.
        of_class_bodies: the statements directly in class bodies.
        expressions: its expressions, each with its place.
    """

    def __init__(self, module: MypyFile) -> None:
        """Read a module, which mypy may not have analysed yet."""
        self.module: Final = module
        self.statements: Final[Sequence[Placed]] = list(statements(module.defs))
        self.decorated: Final = dict[FuncDef, Sequence[Expression]]()
        self.of_class_bodies: Final = set[Statement | FuncDef]()
        self._owners: dict[FuncDef, ClassDef] = {}
        self._in_classes = set[Statement | FuncDef]()
        for each, _ in self.statements:
            if isinstance(each, Decorator) and not _is_plain_method(each):
                self.decorated[each.func] = each.original_decorators
            if isinstance(each, ClassDef):
                self.of_class_bodies.update(each.defs.body)
                self._in_classes.update(at.statement for at in statements(each.defs.body))
                self._owners.update((method, each) for method in _methods(each.defs.body))
        for placed in self.statements:
            if placed.functions and _is_ambiguous(placed):
                self._owners.pop(placed.functions[0], None)
        self.expressions: Final[Sequence[tuple[Expression, Place]]] = list(self._expressions())

    def of(self, placed: Placed) -> Place:
        """Return the place of a statement."""
        outermost = placed.functions[0] if placed.functions else None
        return self._in(outermost)

    def _expressions(self) -> Iterator[tuple[Expression, Place]]:
        everything = [*dict.fromkeys(get_subexpressions(self.module))]
        around: dict[Expression, FuncDef] = {}
        for statement, functions in self.statements:
            if isinstance(statement, FuncDef) and not functions:
                around.update(dict.fromkeys(get_subexpressions(statement), statement))
                for default in _defaults(statement):
                    around.pop(default, None)
        lambdas = [each for each in everything if isinstance(each, LambdaExpr)]
        inside = {inner for each in lambdas for inner in get_subexpressions(each)}
        places = {each: self._in(each) for each in (None, *around.values())}
        for expression in everything:
            place = places[around.get(expression)]
            is_inside = expression in inside
            yield expression, place._replace(in_lambda=True) if is_inside else place

    def _in(self, function: FuncDef | None) -> Place:
        owner = self._owners.get(function) if function is not None else None
        return Place(self.module, function, owner, function in self._in_classes)


def _defaults(function: FuncDef) -> Iterator[Expression]:
    """The expressions in defaults of parameters, which Python computes outside of the function."""
    for each in function.arguments:
        if each.initializer is not None:
            yield from get_subexpressions(each.initializer)


def _methods(body: Sequence[Statement]) -> Iterator[FuncDef]:
    """The methods of a class, except static ones."""
    for each in body:
        match each:
            case FuncDef():
                yield each
            case Decorator(func=function):
                if _STATIC not in _decorators(each):
                    yield function
            case OverloadedFuncDef(items=items):
                yield from _methods(items)


def _is_plain_method(decorated: Decorator) -> bool:
    """Whether a method has no other decorators than ``staticmethod`` and ``classmethod``."""
    return _PLAIN.issuperset(_decorators(decorated))


def _decorators(decorated: Decorator) -> set[str]:
    """The names of the decorators; an empty string for a decorator that is not a plain name."""
    found = decorated.original_decorators
    return {each.name if isinstance(each, NameExpr) else "" for each in found}


def _is_ambiguous(placed: Placed) -> bool:
    """Whether a statement in a method may bind the first parameter to another object."""
    receiver = next(iter(placed.functions[0].arg_names), None)
    match placed.statement:
        case ClassDef():
            return True
        case FuncDef(arg_names=names):
            return receiver in names
        case other:
            return any(_binds(target, receiver) for target in assigned_by(other))


def _binds(target: Expression, name: str | None) -> bool:
    match target:
        case NameExpr():
            return target.name == name
        case TupleExpr(items=items) | ListExpr(items=items):
            return any(_binds(each, name) for each in items)
        case StarExpr(expr=inner):
            return _binds(inner, name)
    return False
