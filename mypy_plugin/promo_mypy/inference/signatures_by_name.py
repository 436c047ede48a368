"""The parameters of a program's functions, by the names of the functions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, TypeAlias

from mypy.nodes import (
    AssignmentStmt,
    ClassDef,
    Expression,
    FuncDef,
    LambdaExpr,
    MemberExpr,
    NameExpr,
    Statement,
)

from promo_mypy.statements import Placed

_RECEIVERS: Final = frozenset({"self", "cls"})

Parameters: TypeAlias = Sequence[str | None]


class Signatures:
    """The parameters of functions, classes and lambdas, by short names as they are written.

    The parameters of a class are those of its ``__init__``, or its fields.
    """

    def __init__(self, placed: Iterable[Placed], expressions: Iterable[Expression]) -> None:
        """Read all statements and expressions of a program."""
        self._parameters: dict[str, list[Parameters]] = defaultdict(list)
        self._bases: dict[str, list[str]] = defaultdict(list)
        self._fields: dict[str, set[str]] = defaultdict(set)
        self._generated = set[str]()
        for each in placed:
            self._take(each.statement)
        for expression in expressions:
            if isinstance(expression, LambdaExpr):
                self._parameters[name_of(expression)].append(expression.arg_names)

    def __contains__(self, name: str) -> bool:
        """Whether there is a function of this name."""
        return name in self._parameters

    def of(self, name: str) -> Iterator[Parameters]:
        """Yield the parameters of each function of a name, and of the bases of each class."""
        for each in self._with_bases(name):
            yield from self._parameters.get(each, ())

    def fields(self, name: str) -> frozenset[str]:
        """Return the fields that a call sets: those of the classes of a name and of their bases.

        There are none for functions, and for a class with its own ``__init__``.
        """
        if name not in self._generated:
            return frozenset()
        found = (self._fields.get(each, ()) for each in self._with_bases(name))
        return frozenset(field for fields in found for field in fields)

    def _with_bases(self, name: str) -> Iterator[str]:
        seen, rest = set[str](), [name]
        while rest:
            each = rest.pop()
            if each not in seen:
                seen.add(each)
                yield each
                rest += self._bases.get(each, ())

    def _take(self, statement: Statement | FuncDef) -> None:
        match statement:
            case AssignmentStmt(lvalues=[NameExpr(name=name)], rvalue=LambdaExpr() as function):
                self._parameters[name].append(function.arg_names)
            case FuncDef(name=name, arg_names=taken):
                self._parameters[name].append(_without_receiver(taken))
            case ClassDef(name=name, defs=body, base_type_exprs=bases):
                fields, written = _fields(body.body), [*_of_constructors(body.body)]
                self._parameters[name] += written or [fields]
                self._fields[name].update(fields)
                if not written:
                    self._generated.add(name)
                self._bases[name] += [e.name for e in bases if isinstance(e, NameExpr | MemberExpr)]


def _fields(body: Sequence[Statement]) -> Sequence[str]:
    return [
        each.lvalues[0].name
        for each in body
        if isinstance(each, AssignmentStmt) and isinstance(each.lvalues[0], NameExpr)
    ]


def _of_constructors(body: Sequence[Statement]) -> Iterator[Parameters]:
    for statement in body:
        match statement:
            case FuncDef(name="__init__", arg_names=taken):
                yield _without_receiver(taken)


def _without_receiver(parameters: Parameters) -> Parameters:
    return parameters[1:] if parameters and parameters[0] in _RECEIVERS else parameters


def name_of(function: LambdaExpr) -> str:
    """Return a made-up name for a lambda."""
    return f"<lambda {id(function)}>"
