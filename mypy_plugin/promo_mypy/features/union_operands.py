"""Operators of NumPy and Python with an operand that may be an array: ``np.float32(2) * x``.

For two operands of type ``ArrayLike``, mypy tries the operator of each class on the left with the
whole union on the right, and if that is refused, with each member of the union. NumPy's operators
have a dozen overloads that compare protocols, and each result is a longer union: a line with four
operators took ten seconds. So here the stubs are asked once for each pair of classes, the answers
are remembered, and mypy gets a single overload with the answer.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import ComparisonExpr, Context, OperatorAssignmentStmt, OpExpr, SymbolNode, TempNode
from mypy.operators import reverse_op_methods
from mypy.plugin import MethodSigContext
from mypy.typeops import make_simplified_union
from mypy.types import (
    AnyType,
    CallableType,
    Instance,
    Type,
    TypeOfAny,
    UnionType,
    flatten_nested_unions,
    get_proper_type,
)

from promo_mypy.fullnames import is_foreign
from promo_mypy.types.convert import array_instance
from promo_mypy.types.numpy_values import NumPyValues

_LARGEST_UNION: Final = 4
"""The most types of a result in an inferred body: no dtype is known of a larger union."""


class _Question(NamedTuple):
    """An operator method, with the types of both operands."""

    method: str
    left: Type
    right: Type


class _Answer(NamedTuple):
    """The answer for an operator at a place of the program.

    Attributes:
        question: the operator and its operands.
        context: the place.
        overload: the first overload that mypy tried; it tries each overload of the method.
        type: the type of the result; None if mypy must decide, as for an error.
        has_refused_array: whether JAX refuses an array among the operands, which NumPy's stubs
            would accept.
    """

    question: _Question
    context: Context
    overload: SymbolNode | None
    type: Type | None
    has_refused_array: bool


class UnionOperands:
    """Caches the answers of the stubs for operators of NumPy and Python on pairs of types."""

    def __init__(self, numpy: NumPyValues) -> None:
        """Start without answers; ``numpy`` tells which types have dtypes in NumPy."""
        self._numpy = numpy
        self._pairs: dict[_Question, Type | None] = {}
        self._latest: _Answer | None = None
        self._is_asking = False

    @property
    def is_asking(self) -> bool:
        """Whether mypy is being asked for the answer of the stubs, without the plugin."""
        return self._is_asking

    def forget(self) -> None:
        """Clear the cache: mypy has made new classes for the stubs."""
        self._pairs.clear()
        self._latest = None

    def signature(
        self, method: str, right: Type, ctx: MethodSigContext, *, is_inside: bool
    ) -> CallableType:
        """Return an overload that has the answer; the original one if mypy must decide.

        Args:
            method: the operator's name, such as ``__mul__``.
            right: the type of the second operand.
            ctx: the call, the type of the first operand, and the overload.
            is_inside: whether this is a body that is checked for a call, where a union of many
                types becomes unknown: it says no dtype, and the next operator would take its time.
        """
        signature = ctx.default_signature
        if method not in reverse_op_methods or not _is_of_union(right, ctx):
            return signature
        latest, question = self._latest, _Question(method, ctx.type, right)
        if latest is None or latest.question != question or latest.context is not ctx.context:
            self._latest = latest = self._answer(question, ctx)
        if latest.has_refused_array:
            return _closed(signature)
        if latest.type is None:
            return signature
        if signature.definition is not latest.overload:
            return _closed(signature)
        is_wide = is_inside and len(flatten_nested_unions([latest.type])) > _LARGEST_UNION
        return opened(signature, AnyType(TypeOfAny.special_form) if is_wide else latest.type)

    def _answer(self, question: _Question, ctx: MethodSigContext) -> _Answer:
        results = self._results(question, ctx)
        refused = [member for member, result in results.items() if result is None]
        known = [result for result in results.values() if result is not None]
        typ = make_simplified_union(known) if known and not refused else None
        overload = ctx.default_signature.definition
        return _Answer(question, ctx.context, overload, typ, any(map(_is_array, refused)))

    def _results(self, question: _Question, ctx: MethodSigContext) -> dict[Type, Type | None]:
        """The answers for all members of a union, or for the one that mypy asks about."""
        if not isinstance(ctx.api, TypeChecker):
            return {}
        if not isinstance(get_proper_type(question.right), UnionType):
            return {question.right: self._pairs.get(question)}
        members = flatten_nested_unions([question.right])
        if not any(map(_is_array, members)):
            return {}
        return {
            member: self._of_pair(question._replace(right=member), ctx.api, ctx.context)
            for member in members
        }

    def _of_pair(self, pair: _Question, api: TypeChecker, context: Context) -> Type | None:
        if not self._is_always_the_same(pair):
            return _ask(pair, api, context)
        if pair not in self._pairs:
            self._is_asking = True
            try:
                self._pairs[pair] = _ask(pair, api, context)
            finally:
                self._is_asking = False
        return self._pairs[pair]

    def _is_always_the_same(self, pair: _Question) -> bool:
        """Whether the answer depends on the stubs alone, and not on the place."""
        right = get_proper_type(pair.right)
        if not isinstance(right, Instance) or not is_foreign(right.type.fullname):
            return False
        return None in (self._numpy.of(pair.left), self._numpy.of(right))


def _is_of_union(right: Type, ctx: MethodSigContext) -> bool:
    """Whether the second operand is a union, or a member of one."""
    if not isinstance(ctx.context, (OpExpr, ComparisonExpr, OperatorAssignmentStmt)):
        return False
    return isinstance(get_proper_type(right), UnionType) or isinstance(ctx.args[0][0], TempNode)


def opened(signature: CallableType, result: Type) -> CallableType:
    """Return a signature that accepts anything, with this result."""
    anything = AnyType(TypeOfAny.special_form)
    arg_types = [anything] * len(signature.arg_types)
    return signature.copy_modified(arg_types=arg_types, ret_type=result)


def _closed(signature: CallableType) -> CallableType:
    """Return a signature that accepts no operand."""
    return signature.copy_modified(arg_types=[], arg_kinds=[], arg_names=[])


def _ask(question: _Question, api: TypeChecker, context: Context) -> Type | None:
    """mypy's type of an operation; None if it reports an error."""
    left, right = (TempNode(typ, context=context) for typ in question[1:])
    with api.msg.filter_errors() as errors:
        result, _ = api.expr_checker.check_op_reversible(
            question.method, question.left, left, question.right, right, context
        )
    return None if errors.has_new_errors() else result


def _is_array(typ: Type) -> bool:
    return array_instance(get_proper_type(typ)) is not None
