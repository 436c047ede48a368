"""Conditions on the dtype of an array, which decide a branch: ``if jnp.iscomplexobj(x):``.

If the answer is the same for all dtypes that the array may have, its type is ``Literal[True]`` or
``Literal[False]``, and mypy skips the branch that is never reached. Otherwise it stays ``bool``. It
also stays ``bool`` where the program stores the answer, since a variable of type ``Literal[True]``
could not get another one. If an array may be complex or real, ``if jnp.iscomplexobj(x):`` narrows
it in each branch.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

from mypy.checker import TypeChecker
from mypy.errorcodes import REDUNDANT_EXPR
from mypy.nodes import CallExpr, Expression, MypyFile, RefExpr
from mypy.plugin import CheckerPluginInterface, FunctionContext
from mypy.typeops import make_simplified_union
from mypy.types import Instance, LiteralType, Type, UnionType, get_proper_type

from promo_mypy.by_module import ByModule
from promo_mypy.features.branch_names import are_known, in_functions
from promo_mypy.features.dtype_argument import requested
from promo_mypy.features.mistakes import questions
from promo_mypy.fullnames import (
    BUILTIN_BOOL,
    EXTENDED_DTYPES,
    ISCOMPLEXOBJ,
    ISREALOBJ,
    ISSUBDTYPE,
    NUMPY_DTYPE,
    NUMPY_ISSUBDTYPE,
    NUMPY_MODULE,
)
from promo_mypy.session import Session
from promo_mypy.types.symbols import Operand, exact_node
from promo_mypy.types.syntax_trees import source_of
from promo_typing.core.dtypes import CATEGORIES, NODES, OF_NUMPY, PRNG_KEY

_COMPLEX: Final = "complexfloating"
_GENERIC: Final = "generic"
_EXTENDED: Final = "extended"
"""The category of dtypes that NumPy lacks, such as those of keys."""

_Place: TypeAlias = tuple[int, int]


class _Tested(NamedTuple):
    """The calls in conditions, by line and column.

    Attributes:
        anywhere: calls whose branch mypy can skip without reporting errors elsewhere.
        inferred: all calls in conditions, and in operands of ``and`` and ``or``. These are decided
            only in inferred bodies, where the value of ``a and b`` may have a literal type.
    """

    anywhere: frozenset[_Place]
    inferred: frozenset[_Place]


class Conditions:
    """Evaluates conditions on dtypes."""

    def __init__(self) -> None:
        """Start without a module."""
        self._tested = ByModule(_tested)

    def has_kind(self, session: Session, fullname: str, ctx: FunctionContext) -> Type:
        """Answer ``jnp.iscomplexobj(x)`` and ``jnp.isrealobj(x)``."""
        if not self._decides(session, ctx):
            return ctx.default_return_type
        asks_complex = fullname in ISCOMPLEXOBJ
        _narrow(session, ctx, is_complex=asks_complex)
        known = _of_values(session, ctx)
        answers = {_is_a(node, _COMPLEX) is asks_complex for node in known}
        return _answered(answers, ctx)

    def is_subdtype(self, session: Session, fullname: str, ctx: FunctionContext) -> Type:
        """Answer ``jnp.issubdtype(x.dtype, jnp.floating)``."""
        by_numpy = fullname in NUMPY_ISSUBDTYPE
        if by_numpy:
            questions.report_subdtype(session, ctx)
        if not self._decides(session, ctx):
            return ctx.default_return_type
        match ctx.args:
            case [[dtype], [asked]]:
                types = [each for [each] in ctx.arg_types]
                other = _asked(session, types[1], asked, ctx.api)
                nodes = _of_dtype(session, types[0], dtype, ctx.api)
                if other is not None and not _may_be_key(nodes, other, by_numpy=by_numpy):
                    below = _is_a_numpy if by_numpy else _is_a
                    return _answered({below(node, other) for node in nodes}, ctx)
        return ctx.default_return_type

    def _decides(self, session: Session, ctx: FunctionContext) -> bool:
        """Whether the answer at this place may be a literal.

        Not in mypy's own check if mypy is asked to report unreachable code: it would report the
        branch. In inferred bodies mypy's own errors are dropped, so there it always may.
        """
        if not isinstance(ctx.api, TypeChecker):
            return False
        tested, place = self._tested.of(ctx.api.tree), (ctx.context.line, ctx.context.column)
        if session.inference.is_inside:
            return place in tested.inferred
        options = ctx.api.options
        told = options.warn_unreachable or REDUNDANT_EXPR in options.enabled_error_codes
        return place in tested.anywhere and not told


QUESTIONS: Final = {
    **dict.fromkeys((*ISCOMPLEXOBJ, *ISREALOBJ), Conditions.has_kind),
    **dict.fromkeys((*ISSUBDTYPE, *NUMPY_ISSUBDTYPE), Conditions.is_subdtype),
}


def _narrow(session: Session, ctx: FunctionContext, *, is_complex: bool) -> None:
    """Let mypy narrow a union of arrays in each branch, as it does after ``TypeIs``."""
    callee = ctx.context.callee if isinstance(ctx.context, CallExpr) else None
    if isinstance(callee, RefExpr):
        types = _alternatives(ctx)
        yes, no = (
            [each for each in types if _says(session, each, is_complex=answer)]
            for answer in (is_complex, not is_complex)
        )
        both = yes and no and len(yes) + len(no) == len(types)
        # None resets it: the same expression may be checked again for other types.
        callee.type_is = make_simplified_union(yes) if both else None


def _alternatives(ctx: FunctionContext) -> Sequence[Type]:
    """The members of the argument's type if it is a union; else nothing."""
    match ctx.arg_types:
        case [[typ]]:
            proper = get_proper_type(typ)
            return proper.items if isinstance(proper, UnionType) else ()
    return ()


def _says(session: Session, typ: Type, *, is_complex: bool) -> bool:
    """Whether an array of this type certainly is complex, or certainly is real."""
    proper = get_proper_type(typ)
    operand = session.converter.operand(proper) if isinstance(proper, Instance) else None
    nodes = _strong(session, operand)
    return bool(nodes) and all(
        each in NODES and _is_a(each, _COMPLEX) is is_complex for each in nodes
    )


def _tested(module: MypyFile) -> _Tested:
    anywhere, inferred = set[_Place](), set[_Place]()
    for node, around in in_functions(source_of(module.path).tree):
        match node:
            case ast.If(test=test) if calls := frozenset(_calls(test)):
                inferred |= calls
                if are_known(node, around):
                    anywhere |= calls
            case ast.IfExp(test=test) | ast.Assert(test=test):
                anywhere.update(_calls(test))
            case ast.BoolOp(values=[*operands, _]):
                inferred.update(place for each in operands for place in _calls(each))
    return _Tested(frozenset(anywhere), frozenset(anywhere | inferred))


def _calls(test: ast.expr) -> Iterator[_Place]:
    """The places of the calls in a condition."""
    match test:
        case ast.Call():
            yield test.lineno, test.col_offset
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield from _calls(operand)
        case ast.BoolOp(values=values):
            for each in values:
                yield from _calls(each)


def _of_values(session: Session, ctx: FunctionContext) -> Collection[str]:
    """The dtypes that an array may have; empty if they are unknown.

    They are unknown for Python numbers: a value that is declared as ``complex`` may be a float.
    """
    match ctx.arg_types:
        case [[typ]]:
            nodes = _strong(session, session.converter.operand(typ))
            return nodes if all(each in NODES or each == PRNG_KEY for each in nodes) else ()
    return ()


def _of_dtype(
    session: Session, typ: Type, expression: Expression, api: CheckerPluginInterface
) -> Collection[str]:
    """The dtypes that the first argument may be; empty if unknown, or a Python class."""
    proper = get_proper_type(typ)
    if isinstance(proper, Instance) and proper.type.fullname == NUMPY_DTYPE:
        found = session.converter.dtype(proper.args[0])
    else:
        found = requested(session, typ, expression, api)
    nodes = _strong(session, found)
    return nodes if all(each in NODES or each == PRNG_KEY for each in nodes) else ()


def _strong(session: Session, operand: Operand | None) -> Collection[str]:
    return {session.semantics.strong(node) for each in operand or () for node in each.nodes}


def _asked(
    session: Session, typ: Type, expression: Expression, api: CheckerPluginInterface
) -> str | None:
    """The dtype or category that the second argument names."""
    fullname = expression.fullname if isinstance(expression, RefExpr) else ""
    owner, _, name = fullname.rpartition(".")
    if (owner == NUMPY_MODULE and name in CATEGORIES) or fullname in EXTENDED_DTYPES:
        return name
    node = exact_node(requested(session, typ, expression, api))
    return session.semantics.strong(node) if node in NODES else None


def _may_be_key(nodes: Collection[str], other: str, *, by_numpy: bool) -> bool:
    """Whether the answer may depend on a key.

    NumPy's function does not know keys. For JAX's, one of several possible dtypes may be a key.
    """
    if by_numpy:
        return PRNG_KEY in nodes or other in (PRNG_KEY, _EXTENDED)
    return len(nodes) > 1 and other in (PRNG_KEY, _EXTENDED)


def _is_a(node: str, other: str) -> bool:
    """Whether JAX counts a dtype to a category: ``jnp.issubdtype``."""
    if node == PRNG_KEY:
        return other in (PRNG_KEY, _EXTENDED, _GENERIC)
    return NODES[node].is_a(other)


def _is_a_numpy(node: str, other: str) -> bool:
    """Whether NumPy counts a dtype to a category; those of ``ml_dtypes`` only to ``generic``."""
    return NODES[node].is_a(other) if node in OF_NUMPY else other in (node, _GENERIC)


def _answered(answers: Collection[bool], ctx: FunctionContext) -> Type:
    if len(answers) != 1:
        return ctx.default_return_type
    [answer] = answers
    return LiteralType(answer, ctx.api.named_generic_type(BUILTIN_BOOL, []))
