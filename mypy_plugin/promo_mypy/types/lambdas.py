"""The types of functions that JAX calls with known inputs.

The inputs' types are put into the type of a parameter: from it, mypy infers a lambda. For a generic
function, the result follows from the types of the inputs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy.nodes import ARG_POS, Expression, FuncDef, LambdaExpr
from mypy.subtypes import unify_generic_callable
from mypy.types import AnyType, CallableType, ProperType, Type, TypeOfAny

from promo_mypy.types.python_numbers import is_number
from promo_mypy.types.pytrees import with_leaves

_UNKNOWN: Final = AnyType(TypeOfAny.special_form)


def called_with(
    formal: CallableType, function: Expression, inputs: Sequence[Type]
) -> CallableType | None:
    """Return the type of a parameter for a function that is called with these positional inputs.

    For a lambda, mypy requires its parameters with defaults in the type, too:
    ``lambda x, i=i: x[i]``. None if a lambda does not take this number of inputs.
    """
    kinds = [ARG_POS] * len(inputs)
    names: list[str | None] = [None] * len(inputs)
    if isinstance(function, LambdaExpr) and not any(each.is_star() for each in function.arg_kinds):
        if not _takes(function, len(inputs)):
            return None
        kinds = function.arg_kinds
        names += function.arg_names[len(inputs) :]
    defaults = [_UNKNOWN] * (len(kinds) - len(inputs))
    return formal.copy_modified(
        arg_types=[*inputs, *defaults], arg_kinds=kinds, arg_names=names, is_ellipsis_args=False
    )


def declared_result(function: CallableType) -> Type:
    """Return the declared result of a function that JAX calls, with Any for declared numbers.

    With tracers, ``def is_done(state) -> bool: return state.count > 3`` returns an array.
    """
    definition = function.definition
    if not isinstance(definition, FuncDef) or definition.type is None:
        return function.ret_type
    return with_leaves(function.ret_type, lambda leaf: _UNKNOWN if is_number(leaf) else leaf)


def returned(function: ProperType, inputs: Sequence[Type] | None) -> Type:
    """Return the result type of a function for these inputs; Any if unknown."""
    if not isinstance(function, CallableType):
        return _UNKNOWN
    if not function.variables:
        return declared_result(function)
    if inputs is None:
        return _UNKNOWN
    called = CallableType(
        list(inputs),
        [ARG_POS] * len(inputs),
        [None] * len(inputs),
        _UNKNOWN,
        function.fallback,
    )
    unified = unify_generic_callable(
        function.with_unpacked_kwargs(), called.with_unpacked_kwargs(), ignore_return=True
    )
    return _UNKNOWN if unified is None else unified.ret_type


def _takes(function: LambdaExpr, count: int) -> bool:
    first, rest = function.arg_kinds[:count], function.arg_kinds[count:]
    enough = len(first) == count and all(each.is_positional() for each in first)
    return enough and all(each.is_optional() for each in rest)
