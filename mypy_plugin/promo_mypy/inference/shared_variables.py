"""Variables that several functions assign, by ``global`` and ``nonlocal``.

mypy gives such a variable the type of its first value, and after an assignment the type of the new
value, as if no call in between could assign another one. That may be a wrong dtype. So a variable
that gets several values becomes unknown.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import (
    AssignmentStmt,
    Expression,
    FloatExpr,
    FuncDef,
    GlobalDecl,
    IntExpr,
    MypyFile,
    NameExpr,
    NonlocalDecl,
    OperatorAssignmentStmt,
    Statement,
    StrExpr,
    UnaryExpr,
    Var,
)
from mypy.types import AnyType, TypeOfAny

from promo_mypy.by_module import ByModule
from promo_mypy.fullnames import BUILTIN_FALSE, BUILTIN_NONE, BUILTIN_TRUE
from promo_mypy.inference.changes import assigned_by
from promo_mypy.statements import names_in, statements
from promo_typing.core.program_files import is_program_file

_UNKNOWN: Final = AnyType(TypeOfAny.special_form)
_FLAGS: Final = frozenset({BUILTIN_FALSE, BUILTIN_TRUE})


class _Binding(NamedTuple):
    """An assignment to a variable.

    Attributes:
        name: the target.
        value: the assigned expression; None if it is unknown.
        function: the function around; None outside of functions.
        is_updated: whether the statement is ``x += value`` or the like.
    """

    name: NameExpr
    value: Expression | None
    function: FuncDef | None
    is_updated: bool = False


class SharedVariables:
    """Makes the types of shared variables unknown, before mypy checks their module."""

    def __init__(self, *, everywhere: bool) -> None:
        """Start without a module; without ``everywhere`` all types stay as mypy has them."""
        self._everywhere = everywhere
        self._opened = ByModule(_open)

    def open(self, module: MypyFile, checker: TypeChecker) -> None:
        """Make the shared variables of a module unknown, if they may get several dtypes.

        Args:
            module: the module, which mypy has analysed.
            checker: the current checker, which forgets the types that it has found for them.
        """
        if not self._everywhere or not is_program_file(module.path):
            return
        for variable, name in self._opened.of(module).items():
            # mypy may have inferred the type before it first asked the plugin.
            if variable.type is not _UNKNOWN:
                variable.type = _UNKNOWN
                variable.is_inferred = False
                checker.binder.cleanse(name)


def _open(module: MypyFile) -> dict[Var, NameExpr]:
    """The shared variables, each with one of its names; mypy infers no type at these any more."""
    found = _shared(module)
    for bindings in found.values():
        for each in bindings:
            each.name.is_inferred_def = False
    return {variable: bindings[0].name for variable, bindings in found.items()}


def _shared(module: MypyFile) -> dict[Var, list[_Binding]]:
    """The shared variables that may get several dtypes, with their assignments."""
    placed = list(statements(module.defs))
    declarations = (each.statement for each in placed)
    names = {
        name
        for each in declarations
        if isinstance(each, GlobalDecl | NonlocalDecl)
        for name in each.names
    }
    if not names:
        return {}
    found = defaultdict[Var, list[_Binding]](list)
    annotated = set[Var]()
    for statement, functions in placed:
        for each in _bindings(statement, functions[-1] if functions else None):
            if each.name.name in names and isinstance(each.name.node, Var):
                found[each.name.node].append(each)
                if isinstance(statement, AssignmentStmt) and statement.unanalyzed_type is not None:
                    annotated.add(each.name.node)
    return {
        variable: bindings
        for variable, bindings in found.items()
        if variable not in annotated and _has_several(bindings)
    }


def _has_several(bindings: Sequence[_Binding]) -> bool:
    """Whether several functions assign a variable, and it may get arrays of several dtypes."""
    values = [each for each in bindings if not _is(each.value, {BUILTIN_NONE})]
    is_shared = len({each.function for each in bindings}) > 1
    is_one = len(values) <= 1 and not any(each.is_updated for each in values)
    return is_shared and not is_one and not all(_is_literal(each.value) for each in values)


def _bindings(statement: Statement | FuncDef, function: FuncDef | None) -> Iterator[_Binding]:
    match statement:
        case AssignmentStmt(lvalues=targets, rvalue=value):
            for target in targets:
                for name in names_in(target):
                    yield _Binding(name, value if name is target else None, function)
        case OperatorAssignmentStmt(lvalue=NameExpr() as name, rvalue=value):
            yield _Binding(name, value, function, is_updated=True)
        case _:
            for target in assigned_by(statement):
                for name in names_in(target):
                    yield _Binding(name, None, function)


def _is(value: Expression | None, names: frozenset[str] | set[str]) -> bool:
    return isinstance(value, NameExpr) and value.fullname in names


def _is_literal(value: Expression | None) -> bool:
    """Whether a value is a written number or string."""
    if isinstance(value, UnaryExpr):
        return _is_literal(value.expr)
    return isinstance(value, IntExpr | FloatExpr | StrExpr) or _is(value, _FLAGS)
