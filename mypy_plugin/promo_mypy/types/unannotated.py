"""What a function that does not tell dtypes returns for arguments of given types.

It has no annotations, or some with arrays of unknown dtype: ``jax.Array``. Then mypy does not look
into it, or with parameters of unknown types. Here it checks the body once more, with the types that
the function is called with. What mypy itself says about the body is left out; what the plugin says
is reported, since it is true of that call.

All private parts of mypy that this needs are in this module.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from mypy.checker import TypeChecker
from mypy.errors import ErrorInfo
from mypy.nodes import (
    ARG_POS,
    LDEF,
    AssignmentStmt,
    Block,
    Expression,
    FuncDef,
    IfStmt,
    NameExpr,
    OperatorAssignmentStmt,
    RefExpr,
    ReturnStmt,
    SymbolNode,
    Var,
    WithStmt,
)
from mypy.traverser import NameAndMemberCollector, all_return_statements
from mypy.typeops import make_simplified_union
from mypy.types import AnyType, CallableType, Type, TypeOfAny, get_proper_type

from promo_mypy.errorcodes import CATEGORY
from promo_mypy.fullnames import BUILTIN_FUNCTION, BUILTIN_OBJECT
from promo_mypy.origins.statements import statements
from promo_mypy.types.pytrees import has_no_dtype, leaves, merged

_UNKNOWN: Final = AnyType(TypeOfAny.special_form)
_ASSIGNMENT: Final = "assignment"


def function_of(expression: Expression, checker: TypeChecker) -> FuncDef | None:
    """Return the definition in this module that a name stands for, if its result has no dtype."""
    function = expression.node if isinstance(expression, RefExpr) else None
    if not isinstance(function, FuncDef) or not hasattr(function, "arguments"):
        return None
    if function.is_generator or function.is_coroutine or function.is_decorated or function.info:
        return None
    if function.fullname not in (function.name, f"{checker.tree.fullname}.{function.name}"):
        return None
    return function if _is_open(_declared(function, checker).ret_type) else None


def called_with(
    function: FuncDef, inputs: Sequence[Type], checker: TypeChecker
) -> CallableType | None:
    """Return the type of a function that gets some inputs by position; None if it is not known."""
    kinds = function.arg_kinds
    first, rest = kinds[: len(inputs)], kinds[len(inputs) :]
    if len(first) < len(inputs) or not all(kind.is_positional() for kind in first):
        return None
    if not all(kind.is_optional() or kind.is_star() for kind in rest):
        return None
    if not _returns(function.body):
        return None
    declared = _declared(function, checker)
    given = [*inputs, *[_UNKNOWN] * len(rest)]
    fixed = set() if _allows_redefinition(checker) else set(_rebound(function))
    types = [
        old if argument.variable in fixed else _narrowed(old, new)
        for argument, old, new in zip(function.arguments, declared.arg_types, given, strict=True)
    ]
    result = _checked(function, declared.copy_modified(arg_types=types), checker)
    if result is None:
        return None
    return declared.copy_modified(
        arg_types=declared.arg_types[: len(inputs)],
        arg_kinds=[ARG_POS] * len(inputs),
        arg_names=[None] * len(inputs),
        ret_type=_narrowed(declared.ret_type, result),
    )


def _narrowed(declared: Type, known: Type) -> Type:
    """What is known of a value, as far as the annotation leaves it open."""
    return known if _is_unannotated(declared) else merged(known, declared)


def _allows_redefinition(checker: TypeChecker) -> bool:
    """Whether a variable has the type of what it was assigned last."""
    options = checker.options
    names = ("allow_redefinition", "allow_redefinition_new")
    return any(getattr(options, name, False) for name in names)


def _rebound(function: FuncDef) -> Iterator[SymbolNode | None]:
    """The variables that the body assigns: mypy holds them to the type that a parameter has."""
    for placed in statements(function.body.body):
        match placed.statement:
            case AssignmentStmt(lvalues=targets):
                yield from (each.node for each in targets if isinstance(each, NameExpr))
            case OperatorAssignmentStmt(lvalue=NameExpr(node=node)):
                yield node


def _declared(function: FuncDef, checker: TypeChecker) -> CallableType:
    """The type of a function as it is written."""
    declared = get_proper_type(function.type)
    if isinstance(declared, CallableType):
        return declared
    unannotated = AnyType(TypeOfAny.unannotated)
    types = [unannotated] * len(function.arguments)
    fallback = checker.named_type(BUILTIN_FUNCTION)
    return CallableType(types, function.arg_kinds, function.arg_names, unannotated, fallback)


def _is_unannotated(typ: Type) -> bool:
    proper = get_proper_type(typ)
    return isinstance(proper, AnyType) and proper.type_of_any == TypeOfAny.unannotated


def _is_open(typ: Type) -> bool:
    """Whether a type is left out, or has an array in it whose dtype is left out."""
    return _is_unannotated(typ) or any(map(has_no_dtype, leaves(typ)))


def _checked(function: FuncDef, typ: CallableType, checker: TypeChecker) -> Type | None:
    """Check a body with these types of parameters, and report what the plugin finds in it."""
    typ = typ.copy_modified(ret_type=checker.named_type(BUILTIN_OBJECT))
    with (
        _as_if_new(function, checker),
        checker.msg.filter_errors(save_filtered_errors=True) as watcher,
        checker.local_type_map as types,
        checker.tscope.function_scope(function),
    ):
        checker.check_func_item(function, type_override=typ)
    errors = watcher.filtered_errors()
    if any(error.code is not None and error.code.code == _ASSIGNMENT for error in errors):
        return None  # A variable has another type than mypy holds it to.
    checker.msg.add_errors([error for error in errors if _is_finding(error)])
    returned = [each.expr for each in all_return_statements(function)]
    known = [types[each] for each in returned if each is not None and each in types]
    return make_simplified_union(known) if known and None not in returned else None


def _is_finding(error: ErrorInfo) -> bool:
    return error.code is not None and error.code.category == CATEGORY


@contextmanager
def _as_if_new(function: FuncDef, checker: TypeChecker) -> Iterator[None]:
    """Forget what mypy has inferred inside of a function, and restore it in the end."""
    names = NameAndMemberCollector()
    function.body.accept(names)
    inferred = {each.node for each in names.name_exprs if _is_inferred(each)}
    local = [each for each in inferred if isinstance(each, Var)]
    variables = [*local, *(argument.variable for argument in function.arguments)]
    before = [(each, each.type) for each in variables]
    expanded, deferred = len(function.expanded), len(checker.deferred_nodes)
    is_deferred = checker.current_node_deferred
    for variable in local:
        variable.type = None
    try:
        yield
    finally:
        for variable, typ in before:
            variable.type = typ
        del function.expanded[expanded:], checker.deferred_nodes[deferred:]
        checker.current_node_deferred = is_deferred


def _is_inferred(name: NameExpr) -> bool:
    return name.is_inferred_def and name.kind == LDEF


def _returns(block: Block) -> bool:
    """Whether a block surely ends with ``return``."""
    last = block.body[-1] if block.body else None
    if isinstance(last, IfStmt):
        return last.else_body is not None and all(map(_returns, (*last.body, last.else_body)))
    if isinstance(last, WithStmt):
        return _returns(last.body)
    return isinstance(last, ReturnStmt)
