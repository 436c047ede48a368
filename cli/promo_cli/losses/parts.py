"""The parts of an expression that decide its dtype."""

from __future__ import annotations

from collections.abc import Container, Sequence

from mypy.nodes import (
    ArgKind,
    AssignmentExpr,
    AwaitExpr,
    CallExpr,
    ComparisonExpr,
    ConditionalExpr,
    DictExpr,
    DictionaryComprehension,
    Expression,
    GeneratorExpr,
    ListComprehension,
    ListExpr,
    MemberExpr,
    OpExpr,
    SetComprehension,
    SetExpr,
    StarExpr,
    TupleExpr,
    UnaryExpr,
)

from promo_cli.callees import Types, called, instance
from promo_typing.core.stub_names import ARRAY
from promo_typing.rules import FUNCTIONS, METHODS, Rule
from promo_typing.rules.model import Operand


def parts(expression: Expression) -> Sequence[Expression]:
    """Return the operands or items of an expression; nothing for a name, a call or an index."""
    match expression:
        case OpExpr(left=left, right=right):
            return [left, right]
        case ConditionalExpr(if_expr=left, else_expr=right):
            return [left, right]
        case UnaryExpr(expr=only) | StarExpr(expr=only) | AwaitExpr(expr=only):
            return [only]
        case AssignmentExpr(value=only):
            return [only]
        case TupleExpr(items=items) | ListExpr(items=items) | SetExpr(items=items):
            return items
        case ComparisonExpr(operands=items):
            return items
        case DictExpr(items=pairs):
            return [value for _, value in pairs]
        case ListComprehension(generator=inner) | SetComprehension(generator=inner):
            return [inner.left_expr]
        case GeneratorExpr(left_expr=only) | DictionaryComprehension(value=only):
            return [only]
    return []


def arguments(call: CallExpr, types: Types) -> Sequence[Expression]:
    """Return the arguments that may decide the dtype of a call's result.

    If the function has a rule, these are the rule's operands, or only the argument for the dtype if
    there is one. For a method, the object comes first.
    """
    name = called(call.callee, types)
    rule = FUNCTIONS.get(name)
    if rule is not None:
        return _by_rule(call, rule, rule.operands)
    if not isinstance(call.callee, MemberExpr):
        return call.args
    owner = instance(call.callee.expr, types)
    is_open = owner is None or owner.type.fullname == ARRAY
    rule = METHODS.get(call.callee.name) if is_open else None
    others = call.args if rule is None else _by_rule(call, rule, rule.operands[1:])
    return [call.callee.expr, *others]


def _by_rule(call: CallExpr, rule: Rule, operands: Sequence[Operand]) -> list[Expression]:
    asked = [] if rule.dtype is None else _named(call, {rule.dtype.name})
    if asked:
        return asked
    passed = zip(call.args, call.arg_kinds, strict=True)
    positional = [each for each, kind in passed if kind in (ArgKind.ARG_POS, ArgKind.ARG_STAR)]
    named = _named(call, {each.name for each in operands})
    # Further positional arguments may be a shape; the last of them may be the dtype.
    last = positional[len(operands) :][-1:] if rule.dtype is not None else []
    return last or [*positional[: len(operands)], *named]


def _named(call: CallExpr, names: Container[str | None]) -> list[Expression]:
    pairs = zip(call.args, call.arg_names, strict=True)
    return [value for value, name in pairs if name in names]
