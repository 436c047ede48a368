"""What mypy knows about an expression: what it has inferred, and what it would infer alone."""

from __future__ import annotations

from typing import NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import Expression, NameExpr, TempNode
from mypy.plugin import CheckerPluginInterface
from mypy.types import AnyType, Instance, Type, get_proper_type

from promo_mypy.fullnames import NUMPY_ARRAY
from promo_typing.core.stub_names import ARRAY


class Value(NamedTuple):
    """An operand as the program has it, and the type that it has there."""

    expression: Expression
    type: Type


def known_type(expression: Expression, api: CheckerPluginInterface) -> Type | None:
    """Return the type of an expression, or None if mypy has not inferred it yet.

    ``get_expression_type`` would infer it a second time; doing that at each level of a nested
    expression takes exponential time.
    """
    if isinstance(expression, TempNode):
        return expression.type
    if not isinstance(api, TypeChecker):
        return None
    if api.has_type(expression):
        return api.lookup_type(expression)
    return api.expr_checker.type_overrides.get(expression)


def alone(expression: Expression, api: CheckerPluginInterface) -> Type:
    """Return what mypy infers of an expression by itself, and leave no trace of it."""
    if not isinstance(api, TypeChecker):
        return api.get_expression_type(expression)
    with api.msg.filter_errors(filter_deprecated=True), api.local_type_map:
        return api.expr_checker.accept(expression)


def independent_type(typ: Type, expression: Expression, api: CheckerPluginInterface) -> Type:
    """Return the type of an argument as it is where nothing is expected of it.

    Where any array will do, mypy makes ``np.zeros(3)`` an array of anything, and ``list(range(3))``
    a list of anything. Arrays of JAX are not inferred again: the plugin has told their types.

    Args:
        typ: what mypy has inferred for the parameter.
        expression: the argument.
        api: the checker.
    """
    if isinstance(expression, (NameExpr, TempNode)) or not isinstance(api, TypeChecker):
        return typ
    if not _is_of_anything(typ):
        return typ
    return alone(expression, api)


def _is_of_anything(typ: Type) -> bool:
    """Whether it is a container of Any, or an array of NumPy of any dtype."""
    proper = get_proper_type(typ)
    if not isinstance(proper, Instance) or not proper.args or proper.type.fullname == ARRAY:
        return False
    item = get_proper_type(proper.args[-1])
    if proper.type.fullname == NUMPY_ARRAY and isinstance(item, Instance) and item.args:
        item = get_proper_type(item.args[0])
    return isinstance(item, AnyType)
