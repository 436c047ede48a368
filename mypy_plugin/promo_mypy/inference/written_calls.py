"""Calls of partials of JAX's functions, inferred as if the whole call were written out.

The rules for functions of JAX look at the expressions of a call, for a ``dtype`` argument or a
mapped lambda. So a call is built from the arguments of the partial and those of its call, and mypy
infers it with the plugin like any other call.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    GDEF,
    BytesExpr,
    CallExpr,
    ComplexExpr,
    Context,
    DictExpr,
    Expression,
    FloatExpr,
    IntExpr,
    LambdaExpr,
    ListExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    RefExpr,
    StrExpr,
    TempNode,
    TupleExpr,
    UnaryExpr,
    Var,
)
from mypy.types import Type

from promo_mypy.inference.arguments import Argument
from promo_mypy.inference.findings import is_own
from promo_mypy.inference.values import Written


class WrittenCalls:
    """Infers calls of partials, but no call of a partial inside its own inference."""

    def __init__(self) -> None:
        """Start outside of all calls."""
        self._under_way: Final = set[Written]()

    def returned(
        self, value: Written, given: Sequence[Argument], caller: TypeChecker, context: Context
    ) -> Type | None:
        """Return the result type for the arguments of the partial and of its call.

        The result is None if mypy refuses the call. The plugin's own findings are reported.
        """
        if value in self._under_way:
            return None
        arguments = value.with_more(given).given
        call = CallExpr(
            value.function,
            [_expression(each, context) for each in arguments],
            [each.kind for each in arguments],
            [each.name for each in arguments],
        )
        call.set_line(context)
        self._under_way.add(value)
        try:
            return inferred(call, caller)
        finally:
            self._under_way.discard(value)


def inferred(call: CallExpr, caller: TypeChecker) -> Type | None:
    """Return the result type of a call that is not in the program; None if mypy refuses it.

    The plugin's own findings are reported.
    """
    with (
        _overrides_kept(call, caller),
        caller.msg.filter_errors(save_filtered_errors=True, filter_deprecated=True) as refused,
        caller.local_type_map,
    ):
        typ = caller.expr_checker.accept(call)
    for error in refused.filtered_errors():
        if is_own(error):
            caller.errors.add_error_info(error)
    return None if refused.has_new_errors() else typ


@contextmanager
def _overrides_kept(call: CallExpr, caller: TypeChecker) -> Iterator[None]:
    """Keep the types that mypy gives to arguments while it tries the parts of a union.

    The call may have the arguments of another one that mypy is at. If it is overloaded too, mypy
    would remove their types after it, and fail when it removes them after the other one.
    """
    overrides = caller.expr_checker.type_overrides
    kept = {each: overrides[each] for each in call.args if each in overrides}
    try:
        yield
    finally:
        overrides.update(kept)


def _expression(argument: Argument, context: Context) -> Expression:
    """The expression of an argument if it means the same everywhere; else one of its type."""
    if argument.expression is not None and _is_fixed(argument.expression):
        return argument.expression
    return TempNode(argument.type, context=context)


def _is_fixed(expression: Expression) -> bool:
    """Whether an expression means the same everywhere."""
    match expression:
        case LambdaExpr() | IntExpr() | FloatExpr() | ComplexExpr() | StrExpr() | BytesExpr():
            return True
        case NameExpr(node=node, kind=kind):
            return kind == GDEF or not isinstance(node, Var)
        case MemberExpr(expr=RefExpr(node=MypyFile())):
            return True
        case UnaryExpr(expr=inner):
            return _is_fixed(inner)
        case TupleExpr(items=items) | ListExpr(items=items):
            return _are_fixed(items)
        case DictExpr(items=entries):
            return _are_fixed(each for entry in entries for each in entry if each is not None)
    return False


def _are_fixed(expressions: Iterable[Expression]) -> bool:
    return all(map(_is_fixed, expressions))
