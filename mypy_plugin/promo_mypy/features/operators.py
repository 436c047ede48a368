"""Operators: ``x + y``, ``-x``, ``x < y``, and the built-in functions that call them.

The plain signatures in the stubs say ``Array[Any]``. Here the rule of the function behind the
operator gives the dtype. NumPy's operators have hooks, too: ``np.float32(2) * x`` is an array of
JAX, because NumPy leaves the operation to the operand of higher priority. So do the operators of
Python's scalars: their stubs know nothing of arrays, and mypy would report that instead of our
message.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    CallExpr,
    ComparisonExpr,
    Context,
    Expression,
    OperatorAssignmentStmt,
    OpExpr,
    TempNode,
    UnaryExpr,
)
from mypy.plugin import CheckerPluginInterface, FunctionContext, MethodContext, MethodSigContext
from mypy.types import (
    AnyType,
    CallableType,
    FunctionLike,
    Instance,
    NoneType,
    TupleType,
    Type,
    TypeOfAny,
    TypeType,
    UninhabitedType,
    UnionType,
    get_proper_type,
)
from mypy.types_utils import remove_optional

from promo_mypy.features import numpy_operators, powers
from promo_mypy.features.answers import answer, result_type
from promo_mypy.features.lints import report
from promo_mypy.features.lints.questions import question
from promo_mypy.features.operator_memo import Remembered
from promo_mypy.features.ruled_call import Call
from promo_mypy.features.union_operands import opened
from promo_mypy.fullnames import BUILTIN_BOOL, BUILTIN_INT
from promo_mypy.inference.floats import is_float
from promo_mypy.session import Session
from promo_mypy.types.convert import array_instance
from promo_mypy.types.expressions import Value, independent_type, known_type
from promo_mypy.types.literals import integer
from promo_mypy.types.symbols import Operand, is_in_doubt
from promo_typing.rules import FUNCTIONS, OPERATORS, Operator

_COMPARED_BY_PYTHON: Final = frozenset({"jax.numpy.equal", "jax.numpy.not_equal"})
_FUNCTION_LIKE = frozenset({"divmod", "abs"})


def array_operator(session: Session, operator: Operator, ctx: MethodContext) -> Type:
    """Answer an operator method of an array: ``x + y``, ``-x``."""
    if isinstance(get_proper_type(ctx.type), (FunctionLike, TypeType)):  # a union of classes
        return ctx.default_return_type
    if (number := _power_beside(session, ctx)) is not None:
        return _apply(session, operator, [ctx.type, number], ctx)
    lints = session.lints.enabled_in(ctx.api)
    key = session.memo.key(operator, ctx, lints)
    if key is None:
        return _array_operator(session, operator, ctx)
    known = session.memo.get(key)
    if known is None:
        result = _array_operator(session, operator, ctx)
        operands = _operands(session, operator, [ctx.type, *_first_argument(session, ctx)])
        if result is not ctx.default_return_type and not _is_refused(session, operator, operands):
            session.memo.remember(key, _remembered(session, operator, operands, result, lints))
        return result
    if any(known.facts):
        call = _call(operator, known.operands, [ctx.type, *_first_argument(session, ctx)], ctx)
        report.report(session, call, known.facts, ctx.api, _place(ctx.context))
    return known.type


def _remembered(
    session: Session,
    operator: Operator,
    operands: tuple[Operand | None, ...],
    result: Type,
    lints: frozenset[str],
) -> Remembered:
    """The answer for an operator on two arrays, to be cached."""
    rule = FUNCTIONS[operator.function]
    combined = session.evaluate(rule, operands)
    asked = combined and question(operator.function, rule, operands, (), combined)
    return Remembered(result, operands, session.lints.facts(lints, asked))


def _array_operator(session: Session, operator: Operator, ctx: MethodContext) -> Type:
    others = _first_argument(session, ctx)
    if any(_may_be_none(other) for other in others):
        return _with_none(session, operator, others[0], ctx)
    return _apply(session, operator, [ctx.type, *others], ctx)


def _with_none(session: Session, operator: Operator, other: Type, ctx: MethodContext) -> Type:
    """Answer an operator whose other operand may be None.

    ``==`` and ``!=`` are Python's own comparison. Other operators raise an error for None, which
    mypy reports; the result is that of the other members of the union.
    """
    rest = remove_optional(other)
    only = isinstance(get_proper_type(other), NoneType)
    if operator.function in _COMPARED_BY_PYTHON:
        bool_type = ctx.api.named_generic_type(BUILTIN_BOOL, [])
        return bool_type if only else UnionType([ctx.default_return_type, bool_type])
    if not only:
        return _apply(session, operator, [ctx.type, rest], ctx)
    return UninhabitedType() if _is_of_union(ctx) else ctx.default_return_type


def _is_of_union(ctx: MethodContext) -> bool:
    """Whether an operand is a union, so that mypy asks about each of its members."""
    place = ctx.context
    if isinstance(place, OpExpr):
        operands = [place.left, place.right]
    elif isinstance(place, OperatorAssignmentStmt):
        operands = [place.lvalue, place.rvalue]
    else:
        return False
    known = (known_type(each, ctx.api) for each in operands)
    return any(isinstance(get_proper_type(each), UnionType) for each in known if each is not None)


def foreign_signature(session: Session, method: str, ctx: MethodSigContext) -> CallableType:
    """Let an operator of NumPy or Python accept an array; the method hook gives the result.

    If the other operand is a union with such an array in it, the result is found here.
    """
    signature = ctx.default_signature
    value = known_type(ctx.args[0][0], ctx.api) if ctx.args and ctx.args[0] else None
    if value is None:
        return signature
    array = array_instance(get_proper_type(value))
    if array is not None:
        return opened(signature, _of_arrays(signature.ret_type, array))
    is_inside = session.inference.is_inside
    return session.union_operands.signature(method, value, ctx, is_inside=is_inside)


def _of_arrays(result: Type, array: Instance) -> Type:
    """The type of a result as an array of JAX instead of NumPy; of both results of ``divmod``."""
    proper = get_proper_type(result)
    if isinstance(proper, TupleType):
        return proper.copy_modified(items=[_of_arrays(item, array) for item in proper.items])
    return array.copy_modified(args=[AnyType(TypeOfAny.special_form)])


def foreign_operator(session: Session, method: str, ctx: MethodContext) -> Type:
    """Answer an operator of a NumPy or Python value; JAX's rule holds if the other is an array."""
    others, operator = _first_argument(session, ctx), OPERATORS[method]
    if session.union_operands.is_asking:
        return ctx.default_return_type
    if not others or array_instance(get_proper_type(others[0])) is None:
        known = numpy_operators.answer(session, method, others, ctx)
        return _folded(session, ctx) if known is ctx.default_return_type else known
    if (number := _power_beside(session, ctx)) is not None:
        return _apply(session, operator, [number, *others], ctx)
    return _apply(session, operator, [_receiver(session, ctx), *others], ctx)


def _receiver(session: Session, ctx: MethodContext) -> Type:
    """The type of the left operand by itself, without the influence of an expected type."""
    expression = ctx.context.left if isinstance(ctx.context, OpExpr) else None
    if expression is None or known_type(expression, ctx.api) != ctx.type:
        return ctx.type
    return _operand(session, ctx.type, expression, ctx.api)


def _power_beside(session: Session, ctx: MethodContext) -> Type | None:
    """The type of an integer power beside an array, in an inferred body."""
    return powers.number_beside(ctx) if session.inference.is_inside else None


def _folded(session: Session, ctx: MethodContext) -> Type:
    """The type of a constant such as ``2**40``, for which Python's stubs say Any."""
    unknown = isinstance(get_proper_type(ctx.default_return_type), AnyType)
    if not unknown or not isinstance(ctx.context, OpExpr):
        return ctx.default_return_type
    value = integer(ctx.default_return_type, ctx.context, ctx.api, session.bindings)
    if value is not None:
        return ctx.api.named_generic_type(BUILTIN_INT, [])
    # Only in inferred bodies: in its own check mypy would report errors for one of the two.
    inferred = session.inference.is_inside and powers.is_of_integers(ctx)
    return powers.either(ctx.api) if inferred else ctx.default_return_type


def builtin_operator(session: Session, method: str, ctx: FunctionContext) -> Type:
    """Answer ``abs(x)``, ``divmod(x, y)`` and ``operator.add(x, y)``: mypy uses the signature."""
    values = [types[0] for types in ctx.arg_types if types]
    if not any(map(_is_array, values)):
        return ctx.default_return_type
    return _apply(session, OPERATORS[method], values, ctx)


def _is_array(value: Type) -> bool:
    """Whether a type is an array of JAX, or a union of such arrays."""
    proper = get_proper_type(value)
    members = proper.items if isinstance(proper, UnionType) else [proper]
    return all(array_instance(get_proper_type(each)) is not None for each in members)


def greatest_or_least(ctx: FunctionContext) -> Type:
    """Answer ``max(x, y)`` of arrays with their union; mypy would use a common base class."""
    named = zip(ctx.callee_arg_names, ctx.arg_types, strict=True)
    given = [typ for name, types in named if name not in _SETTINGS for typ in types]
    if not any(array_instance(get_proper_type(each)) for each in given[1:]):
        return ctx.default_return_type
    return UnionType.make_union(list(dict.fromkeys(given)))


_SETTINGS: Final = ("key", "default")


def _first_argument(session: Session, ctx: MethodContext) -> list[Type]:
    if not ctx.arg_types or not ctx.arg_types[0]:
        return []
    return [_operand(session, ctx.arg_types[0][0], ctx.args[0][0], ctx.api)]


def _operand(
    session: Session, typ: Type, expression: Expression, api: CheckerPluginInterface
) -> Type:
    """The type of an operand by itself, without the influence of an expected type."""
    if isinstance(api, TypeChecker) and is_float(typ):
        typ = session.inference.floats.type_of(typ, expression, api)
    return independent_type(typ, expression, api)


def _may_be_none(typ: Type) -> bool:
    proper = get_proper_type(typ)
    members = proper.items if isinstance(proper, UnionType) else [proper]
    return any(isinstance(get_proper_type(member), NoneType) for member in members)


def _apply(
    session: Session, operator: Operator, values: list[Type], ctx: MethodContext | FunctionContext
) -> Type:
    operands = _operands(session, operator, values)
    if len(operands) != len(FUNCTIONS[operator.function].operands):
        return ctx.default_return_type
    if _is_refused(session, operator, operands):
        operands = _whole(session, operator, operands, values, ctx)
    call = _call(operator, operands, values, ctx)
    combined = answer(session, call, ctx.api, _place(ctx.context))
    return result_type(session, call.rule, combined, ctx.api, ctx.default_return_type)


def _is_refused(session: Session, operator: Operator, operands: tuple[Operand | None, ...]) -> bool:
    combined = session.evaluate(FUNCTIONS[operator.function], operands)
    return combined is not None and bool(combined.failures)


def _whole(
    session: Session,
    operator: Operator,
    operands: Sequence[Operand | None],
    values: list[Type],
    ctx: MethodContext | FunctionContext,
) -> tuple[Operand | None, ...]:
    """The operands, where mypy asks about one member of a weak-or-strong array: the whole array."""
    written = _values(values[::-1] if operator.reflected else values, ctx)
    known = [known_type(each.expression, ctx.api) for each in written]
    wholes = [None if typ is None else session.converter.operand(typ) for typ in known]
    if len(wholes) != len(operands):
        return tuple(operands)
    pairs = zip(operands, wholes, strict=True)
    return tuple(
        whole if whole and is_in_doubt(whole, session.semantics) else operand
        for operand, whole in pairs
    )


def _operands(
    session: Session, operator: Operator, values: Sequence[Type]
) -> tuple[Operand | None, ...]:
    """The operands in the order of the rule."""
    operands = tuple(map(session.converter.operand, values))
    return operands[::-1] if operator.reflected else operands


def _call(
    operator: Operator,
    operands: Sequence[Operand | None],
    values: Sequence[Type],
    ctx: MethodContext | FunctionContext,
) -> Call:
    written = partial(_values, values[::-1] if operator.reflected else values, ctx)
    describe, rule = partial(_written, operator), FUNCTIONS[operator.function]
    return Call(operator.function, rule, operands, describe, written=written)


def _values(types: Sequence[Type], ctx: MethodContext | FunctionContext) -> list[Value]:
    """The operands with their expressions, in the order of their types."""
    match ctx.context:
        case OpExpr(left=left, right=right):
            operands = [left, right]
        case OperatorAssignmentStmt(lvalue=left, rvalue=right):
            operands = [left, right]
        case ComparisonExpr(operands=[left, right]):
            # For 3 < x mypy calls the mirrored operator x > 3 with a temporary operand.
            mirrored = any(isinstance(each, TempNode) for given in ctx.args for each in given)
            operands = [right, left] if mirrored else [left, right]
        case UnaryExpr(expr=only):
            operands = [only]
        case CallExpr(args=operands):
            pass
        case _:
            return []
    return [Value(*each) for each in zip(operands, types, strict=False)]


def _place(context: Context) -> Context:
    """The place at which to report: mypy's operator node for ``divmod(x, y)`` has no column."""
    if not isinstance(context, OpExpr) or context.column >= 0:
        return context
    place = Context(context.line, context.left.column)
    place.end_line, place.end_column = context.right.end_line, context.right.end_column
    return place


def _written(operator: Operator, names: Sequence[str]) -> str:
    if operator.symbol in _FUNCTION_LIKE:
        return f"{operator.symbol}({', '.join(names)})"
    return operator.symbol + names[0] if operator.unary else f" {operator.symbol} ".join(names)
