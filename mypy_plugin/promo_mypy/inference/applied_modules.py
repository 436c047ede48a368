"""What ``module.apply(variables, x)`` of flax hands on to ``__call__``, and what it returns."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import ARG_NAMED, ARG_POS, CallExpr, Context, Expression, MemberExpr, NameExpr
from mypy.types import AnyType, Instance, TupleType, Type, TypeOfAny, get_proper_type

from promo_mypy.fullnames import BUILTIN_FALSE, BUILTIN_TUPLE, CALL_METHOD, FLAX_APPLY
from promo_mypy.inference.arguments import Argument
from promo_mypy.inference.program_classes import is_object
from promo_mypy.types.classes import class_of

_ANY: Final = AnyType(TypeOfAny.special_form)
_MUTABLE: Final = "mutable"
_OF_FLAX: Final = frozenset({"variables", "rngs", _MUTABLE})
_UNSEEN: Final = frozenset({"method", "capture_intermediates"})
"""Arguments that choose another method, or further results."""


class Returned(Enum):
    """The form of what a method of flax returns."""

    RESULT = auto()
    WITH_VARIABLES = auto()
    UNKNOWN = auto()


def is_apply(method: MemberExpr, owner: Type) -> bool:
    """Whether a method of an object is flax's own ``apply``."""
    info = class_of(owner)
    symbol = None if info is None else info.get(method.name)
    return symbol is not None and symbol.fullname == FLAX_APPLY


def method_called(module: Type, context: Context, checker: TypeChecker) -> Type | None:
    """Return the type of the ``__call__`` of a module of the program; None for other objects."""
    proper = get_proper_type(module)
    if not isinstance(proper, Instance) or not is_object(proper, checker.modules):
        return None
    if proper.type.get(CALL_METHOD) is None:
        return None
    with checker.msg.filter_errors():
        return checker.expr_checker.analyze_external_member_access(CALL_METHOD, proper, context)


def handed_on(given: Sequence[Argument], first: str) -> list[Argument] | None:
    """Return the arguments that reach ``__call__``: all but flax's own; None if not certain.

    Args:
        given: the arguments of ``apply`` or ``init``.
        first: the name of its first parameter.
    """
    if any(each.kind not in (ARG_POS, ARG_NAMED) or each.name in _UNSEEN for each in given):
        return None
    positional = [each for each in given if each.kind == ARG_POS]
    if all(each.name != first for each in given):
        positional = positional[1:]
    named = [e for e in given if e.kind == ARG_NAMED and e.name not in _OF_FLAX]
    return [*positional, *named]


def returned_by_apply(given: Sequence[Argument]) -> Returned:
    """Return the form of the result of ``apply``, which the argument ``mutable`` tells."""
    mutable = [each.expression for each in given if each.name == _MUTABLE]
    if not mutable or _is_false(mutable[0]):
        return Returned.RESULT
    is_written = not isinstance(mutable[0], NameExpr | MemberExpr | CallExpr | None)
    return Returned.WITH_VARIABLES if is_written else Returned.UNKNOWN


def as_returned(result: Type, form: Returned, checker: TypeChecker) -> Type:
    """Return the type of what flax returns, from the result of ``__call__``."""
    match form:
        case Returned.RESULT:
            return result
        case Returned.WITH_VARIABLES:
            pair = checker.named_generic_type(BUILTIN_TUPLE, [_ANY])
            return TupleType([result, _ANY], pair)
        case Returned.UNKNOWN:
            return _ANY


def _is_false(expression: Expression | None) -> bool:
    return isinstance(expression, NameExpr) and expression.fullname == BUILTIN_FALSE
