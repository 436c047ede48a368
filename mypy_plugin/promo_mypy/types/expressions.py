"""The types that mypy has inferred for expressions, or would infer without context."""

from __future__ import annotations

from collections.abc import Container
from typing import Final, NamedTuple, TypeGuard

from mypy.checker import TypeChecker
from mypy.nodes import ARG_POS, CallExpr, Expression, NameExpr, TempNode
from mypy.plugin import CheckerPluginInterface
from mypy.types import AnyType, Instance, Type, UnionType, get_proper_type

from promo_mypy.fullnames import NUMPY_ARRAY, ONE_OF_SEVERAL, SUM
from promo_typing.core.stub_names import ARRAY


class Value(NamedTuple):
    """The expression of an operand, with its type."""

    expression: Expression
    type: Type


def known_type(expression: Expression, api: CheckerPluginInterface) -> Type | None:
    """Return the type that mypy has inferred for an expression; None if there is none yet.

    ``get_expression_type`` would infer it again; at each level of a nested expression, that takes
    exponential time.
    """
    if isinstance(expression, TempNode):
        return expression.type
    if not isinstance(api, TypeChecker):
        return None
    if api.has_type(expression):
        return api.lookup_type(expression)
    return api.expr_checker.type_overrides.get(expression)


def alone(expression: Expression, api: CheckerPluginInterface) -> Type:
    """Return the type that mypy infers for an expression without an expected type.

    mypy's own state does not change.
    """
    if not isinstance(api, TypeChecker):
        return api.get_expression_type(expression)
    with api.msg.filter_errors(filter_deprecated=True), api.local_type_map:
        return api.expr_checker.accept(expression)


def independent_type(typ: Type, expression: Expression, api: CheckerPluginInterface) -> Type:
    """Return the type of an argument without the influence of an expected type.

    Where a parameter accepts any array, mypy gives ``np.zeros(3)`` the type of an array of Any,
    ``list(range(3))`` that of a list of Any, and to ``[x * 2 for x in xs]`` and ``sum(counts)`` the
    whole union of types that JAX accepts as an array. ``max(count, 0.5)`` is a float to mypy, but
    either argument to JAX. An array of JAX is not inferred again, because the plugin has given its
    type.

    Args:
        typ: the type that mypy has inferred for the argument.
        expression: the expression of the argument.
        api: the checker.
    """
    if isinstance(expression, (NameExpr, TempNode)) or not isinstance(api, TypeChecker):
        return typ
    if (one_of := one_of_several(expression, api)) is not None:
        return one_of
    if not _is_of_anything(typ) and not _is_call(expression, _AS_EXPECTED):
        return typ
    return alone(expression, api)


_AS_EXPECTED: Final = frozenset({SUM})
"""Functions whose result mypy infers from the expected type."""


def _is_call(expression: Expression, names: Container[str]) -> TypeGuard[CallExpr]:
    called = expression.callee if isinstance(expression, CallExpr) else None
    return isinstance(called, NameExpr) and called.fullname in names


def one_of_several(expression: Expression, checker: TypeChecker) -> Type | None:
    """Return the union of the arguments of ``max(x, y)``; None for other calls."""
    if not _is_call(expression, ONE_OF_SEVERAL) or len(expression.args) < _SEVERAL:
        return None
    known = [known_type(each, checker) for each in expression.args]
    found = [each for each in known if each is not None]
    if len(found) < len(known) or set(expression.arg_kinds) != {ARG_POS}:
        return None
    return UnionType.make_union(list(dict.fromkeys(found)))


_SEVERAL: Final = 2
"""With at least this many arguments, ``max`` chooses among them, and not among items of one."""


def _is_of_anything(typ: Type) -> bool:
    """Whether a type is a container of Any or of arrays of any dtype, or such a NumPy array."""
    proper = get_proper_type(typ)
    if not isinstance(proper, Instance) or not proper.args or proper.type.fullname == ARRAY:
        return False
    item = get_proper_type(proper.args[-1])
    if proper.type.fullname == NUMPY_ARRAY and isinstance(item, Instance) and item.args:
        return isinstance(get_proper_type(item.args[0]), AnyType)
    items = item.items if isinstance(item, UnionType) else [item]
    return any(map(_is_any_array, items))


def _is_any_array(item: Type) -> bool:
    """Whether a type is Any, or an array of any dtype, as expected types often are."""
    proper = get_proper_type(item)
    if isinstance(proper, Instance) and proper.type.fullname == ARRAY and proper.args:
        proper = get_proper_type(proper.args[0])
    return isinstance(proper, AnyType)
