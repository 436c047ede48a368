"""Reads facts from the body of a function: its variables, returns and inner functions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from mypy.nodes import (
    GDEF,
    LDEF,
    AssignmentStmt,
    Block,
    ClassDef,
    Decorator,
    Expression,
    FuncDef,
    FuncItem,
    GlobalDecl,
    IfStmt,
    IndexExpr,
    LambdaExpr,
    ListExpr,
    MatchStmt,
    MemberExpr,
    MypyFile,
    NameExpr,
    NonlocalDecl,
    RaiseStmt,
    ReturnStmt,
    Statement,
    SymbolNode,
    TryStmt,
    TupleExpr,
    Var,
    WhileStmt,
    WithStmt,
)
from mypy.server.subexpr import get_subexpressions
from mypy.traverser import all_yield_expressions, has_yield_from_expression

from promo_mypy.fullnames import BUILTIN_TRUE
from promo_mypy.inference.built_up import built_up
from promo_mypy.inference.dtype_tests import dtype_tests
from promo_mypy.inference.exits import Exit, exits
from promo_mypy.inference.first_dictionaries import first_dictionaries
from promo_mypy.inference.stand_ins import StandIn
from promo_mypy.statements import DEFINITIONS, Placed, statements
from promo_mypy.types.silence import is_silent

_MODULE: Final = "<module>"
"""The name of a module's body in tracebacks."""
INIT: Final = "__init__"


def function_of(module: MypyFile) -> FuncDef:
    """Return the body of a module as a function, to be checked like others."""
    body = [each for each in module.defs if not isinstance(each, DEFINITIONS)]
    function = FuncDef(_MODULE, [], Block(body))
    function.set_line(1)
    return function


def is_constructor(function: FuncItem) -> bool:
    """Whether a function initialises ``self``."""
    return isinstance(function, FuncDef) and function.name == INIT and bool(function.info)


def is_of_module(function: FuncItem) -> bool:
    """Whether a function stands for the body of a module."""
    return isinstance(function, FuncDef) and function.name == _MODULE


class Body(NamedTuple):
    """The facts about the body of a function.

    Attributes:
        locals: the variables whose types mypy infers in the body, and in its inner functions.
        arguments: the parameters of the function and of its inner functions.
        decorated: the inner functions that have decorators.
        attributes: the attributes whose types mypy infers in the body.
        defining: the expressions, such as ``self.w``, at which it infers them.
        owned: all variables of the function and of its inner functions.
        captured: the local variables of outer functions that the body uses.
        globals: the variables of modules that the body uses.
        neighbours: the functions defined in outer functions that the body uses.
        returned: the expressions after ``return``; None for a bare ``return``.
        yielded: the expressions after ``yield``; None for a bare ``yield``.
        declaring: the assignments to variables with an annotation that leaves the dtype open.
        stand_ins: the calls that stand in the place of expressions during a check.
        exits: where it ends, with the variables whose last types inner functions need.
        added: the values of entries that are added to a dictionary right after it is made.
        ends: whether the end of the body is certainly never reached: each path returns or raises.
        takes_apart: whether the body unpacks a parameter, or takes an item of one.
        is_supported: whether the body can be checked by itself. A coroutine, ``yield from``,
            ``global``, ``nonlocal`` and a class definition cannot; nor can a function that
            defines attributes, unless it is a constructor.
    """

    locals: frozenset[Var]
    arguments: tuple[Var, ...]
    decorated: tuple[Decorator, ...]
    attributes: tuple[Var, ...]
    defining: tuple[MemberExpr, ...]
    owned: frozenset[Var]
    captured: tuple[NameExpr, ...]
    globals: tuple[NameExpr, ...]
    neighbours: tuple[FuncItem, ...]
    returned: tuple[Expression | None, ...]
    yielded: tuple[Expression | None, ...]
    declaring: tuple[AssignmentStmt, ...]
    stand_ins: tuple[StandIn, ...]
    exits: tuple[Exit, ...]
    added: tuple[Expression, ...]
    ends: bool
    takes_apart: bool
    is_supported: bool


class Bodies:
    """The bodies of functions, each read once."""

    def __init__(self) -> None:
        """Start without a body."""
        self._bodies: dict[FuncItem, Body] = {}
        self._captured: dict[FuncItem, Sequence[NameExpr]] = {}
        self._inner: dict[FuncItem, Mapping[Expression, frozenset[FuncItem]]] = {}

    def forget(self) -> None:
        """Drop all bodies."""
        self._bodies.clear()
        self._captured.clear()
        self._inner.clear()

    def read(self, function: FuncItem) -> Body:
        """Return the facts about the body of a function."""
        if function not in self._bodies:
            self._bodies[function] = _read(function)
        return self._bodies[function]

    def inner(self, function: FuncItem) -> Mapping[Expression, frozenset[FuncItem]]:
        """Return, for each expression, the inner functions and lambdas that it stands in."""
        if function not in self._inner:
            self._inner[function] = _inner(function)
        return self._inner[function]

    def captured(self, function: FuncItem) -> Sequence[NameExpr]:
        """Return the variables of outer functions that a function uses.

        Variables that its neighbours use count, too: functions of the same outer function that
        it calls. A function from mypy's cache has no body, and so no captured variables here.
        """
        if not hasattr(function, "arguments"):
            return ()
        if function not in self._captured:
            self._captured[function] = list(self._all_captured(function).values())
        return self._captured[function]

    def _all_captured(self, function: FuncItem) -> dict[SymbolNode, NameExpr]:
        found: dict[SymbolNode, NameExpr] = {}
        reached, rest = {function}, [function]
        while rest:
            body = self.read(rest.pop())
            found = {name.node: name for name in body.captured if name.node is not None} | found
            further = [each for each in body.neighbours if each not in reached]
            reached.update(further)
            rest += further
        return found


def _read(function: FuncItem) -> Body:
    placed = list(statements(function.body.body))
    expressions = get_subexpressions(function)
    names = [each for each in expressions if isinstance(each, NameExpr)]
    local = frozenset(node for name in names if (node := _inferred(name)) is not None)
    inner = [at.statement for at in placed if isinstance(at.statement, FuncDef)]
    lambdas = [each for each in expressions if isinstance(each, LambdaExpr)]
    arguments = [each.variable for item in (function, *inner, *lambdas) for each in item.arguments]
    decorated = tuple(at.statement for at in placed if isinstance(at.statement, Decorator))
    members = [each for each in expressions if isinstance(each, MemberExpr)]
    attributes = tuple(var for each in members if (var := each.def_var) is not None)
    made = built_up(function.body.body)
    is_alone = not attributes or is_constructor(function)
    owned = local.union(arguments, (each.var for each in decorated), _declared(placed))
    return Body(
        local,
        tuple(dict.fromkeys(arguments)),
        decorated,
        attributes,
        tuple(each for each in members if each.is_inferred_def),
        owned,
        tuple(_outer(names, owned, LDEF).values()),
        tuple(_outer(names, owned, GDEF).values()),
        tuple(_neighbours(names, inner)),
        tuple(_returned(placed)),
        _yielded(function),
        tuple(_declaring(placed)),
        (*dtype_tests(function), *first_dictionaries(placed, made)),
        tuple(exits(function, placed, expressions)),
        tuple(each.entry[1] for entries in made.values() for each in entries.added),
        _ends(function.body),
        _takes_apart(function, placed, expressions),
        _is_plain(function) and not any(map(_reaches_out, placed)) and is_alone,
    )


def _inner(function: FuncItem) -> Mapping[Expression, frozenset[FuncItem]]:
    found = defaultdict[Expression, set[FuncItem]](set)
    for inner in _functions(function):
        for each in get_subexpressions(inner.body):
            found[each].add(inner)
    return {each: frozenset(around) for each, around in found.items()}


def _functions(function: FuncItem) -> Iterator[FuncItem]:
    """The functions and lambdas in a function, at any depth."""
    for at in statements(function.body.body):
        if isinstance(at.statement, FuncDef):
            yield at.statement
    for each in get_subexpressions(function):
        if isinstance(each, LambdaExpr) and each is not function:
            yield each


def _declared(placed: Iterable[Placed]) -> Iterator[Var]:
    """The variables with an annotation in a function."""
    for each in placed:
        match each.statement:
            case AssignmentStmt(lvalues=[NameExpr(node=Var() as variable)], type=declared):
                if declared is not None:
                    yield variable


def _inferred(name: NameExpr) -> Var | None:
    """The variable whose type mypy infers at this name."""
    is_inferred = name.is_inferred_def and name.kind in (LDEF, GDEF)
    return name.node if is_inferred and isinstance(name.node, Var) else None


def _outer(names: Iterable[NameExpr], owned: Container[Var], kind: int) -> dict[Var, NameExpr]:
    """The variables of outer functions or of modules, each with a name where it is used."""
    found = ((name.node, name) for name in names if name.kind == kind)
    return {node: name for node, name in found if isinstance(node, Var) and node not in owned}


def _takes_apart(
    function: FuncItem, placed: Iterable[Placed], expressions: Iterable[Expression]
) -> bool:
    parameters = {each.variable for each in function.arguments}
    unpacked = (
        each.statement.rvalue
        for each in placed
        if isinstance(each.statement, AssignmentStmt)
        and any(isinstance(target, TupleExpr | ListExpr) for target in each.statement.lvalues)
    )
    subscripted = (each.base for each in expressions if isinstance(each, IndexExpr))
    return any(
        isinstance(each, NameExpr) and each.node in parameters for each in (*unpacked, *subscripted)
    )


def _neighbours(names: Iterable[NameExpr], inner: Container[FuncItem]) -> Iterator[FuncItem]:
    """The functions of outer functions that the names stand for, once for each use."""
    for name in names:
        node = name.node.func if isinstance(name.node, Decorator) else name.node
        if name.kind == LDEF and isinstance(node, FuncDef) and node not in inner:
            yield node


def _returned(placed: Iterable[Placed]) -> Iterator[Expression | None]:
    for statement, functions in placed:
        if isinstance(statement, ReturnStmt) and not functions:
            yield statement.expr


def _declaring(placed: Iterable[Placed]) -> Iterator[AssignmentStmt]:
    for each in placed:
        match each.statement:
            case AssignmentStmt(lvalues=[NameExpr(node=Var())], type=declared) as statement:
                if declared and is_silent(declared) and not statement.is_final_def:
                    yield statement


def _yielded(function: FuncItem) -> tuple[Expression | None, ...]:
    if not function.is_generator:
        return ()
    return tuple(each.expr for each, _ in all_yield_expressions(function))


def _reaches_out(at: Placed) -> bool:
    """Whether a statement binds names outside of the function, or defines a class."""
    return isinstance(at.statement, GlobalDecl | NonlocalDecl | ClassDef)


def _is_plain(function: FuncItem) -> bool:
    if isinstance(function, FuncDef) and function.abstract_status:
        return False
    if function.is_coroutine or function.is_async_generator:
        return False
    return not (function.is_generator and has_yield_from_expression(function))


def _ends(block: Block) -> bool:
    """Whether the end of a block is certainly never reached."""
    return bool(block.body) and _leaves(block.body[-1])


_LEAVING: Final = (ReturnStmt, RaiseStmt)


def _leaves(last: Statement) -> bool:
    if isinstance(last, _LEAVING):
        return True
    if isinstance(last, WithStmt):
        return _ends(last.body)
    if isinstance(last, WhileStmt):
        return isinstance(last.expr, NameExpr) and last.expr.fullname == BUILTIN_TRUE
    blocks = list(_alternatives(last))
    return bool(blocks) and all(each is not None and _ends(each) for each in blocks)


def _alternatives(last: Statement) -> Iterator[Block | None]:
    """The alternative blocks of a statement; None if it may run none of them (no ``else``)."""
    if isinstance(last, IfStmt):
        yield from (*last.body, last.else_body)
    elif isinstance(last, TryStmt):
        if last.finally_body is not None and _ends(last.finally_body):
            yield last.finally_body
        else:
            yield from (last.else_body or last.body, *last.handlers)
    elif isinstance(last, MatchStmt):
        # Only mypy could say whether the patterns cover all cases.
        yield None
