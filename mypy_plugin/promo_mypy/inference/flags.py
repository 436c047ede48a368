"""Flags and modes that a call decides: ``init(key, mode="zeros")``, ``cast(x, half=True)``.

A parameter that gets a literal bool or string has that value's type in the check for the call.
Then mypy skips the branches for other values. Numbers stay plain: a function would be checked once
for each of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import Argument, Expression, FuncItem, NameExpr, Var
from mypy.types import CallableType, Instance, LiteralType, Type, get_proper_type

from promo_mypy.fullnames import BUILTIN_BOOL, BUILTIN_STR
from promo_mypy.origins.definitions import Definitions
from promo_mypy.types.expressions import alone

_DECIDING: Final = frozenset({BUILTIN_BOOL, BUILTIN_STR})


def with_values(
    function: FuncItem,
    typ: CallableType,
    given: Sequence[Type | None],
    definitions: Definitions,
    checker: TypeChecker,
) -> CallableType:
    """Return the type of a function for a call, with the values of flags and modes.

    A parameter that the function assigns again keeps its type: it may get any other value.

    Args:
        function: the function.
        typ: its type in the call, with the arguments' types.
        given: the type of the argument for each parameter; None if it is left out.
        definitions: the assignments in the function's module.
        checker: the checker that is at the call.
    """
    rows = zip(function.arguments, typ.arg_types, given, strict=True)
    types = [
        _valued(argument, each, passed, checker)
        if len(definitions.values(argument.variable)) == 1 and not argument.kind.is_star()
        else each
        for argument, each, passed in rows
    ]
    return typ.copy_modified(arg_types=types)


def _valued(argument: Argument, typ: Type, given: Type | None, checker: TypeChecker) -> Type:
    """The literal type of the value that a parameter gets; its own type if that is not known."""
    proper = get_proper_type(typ)
    if not isinstance(proper, Instance) or proper.type.fullname not in _DECIDING:
        return typ
    if given is None and argument.initializer is not None:
        given = alone(argument.initializer, checker)
    value = None if given is None else get_proper_type(given)
    if isinstance(value, Instance):
        value = value.last_known_value
    same_class = isinstance(value, LiteralType) and value.fallback.type is proper.type
    return value if same_class and value is not None else typ


def value_of(argument: Expression) -> Instance | None:
    """Return the type of a flag or mode that is handed on, as that of a written value.

    mypy would generalise the literal type in a generic call, such as that of a jitted function.
    """
    match argument:
        case NameExpr(node=Var(type=Type() as typ)):
            proper = get_proper_type(typ)
            if isinstance(proper, LiteralType):
                return proper.fallback.copy_modified(last_known_value=proper)
    return None
