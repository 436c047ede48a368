"""What mypy knows about an expression that it has already looked at."""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import Expression, TempNode
from mypy.plugin import CheckerPluginInterface
from mypy.types import Type


def known_type(expression: Expression, api: CheckerPluginInterface) -> Type | None:
    """Return the type of an expression, or None if mypy has not inferred it yet.

    ``get_expression_type`` would infer it a second time; doing that at each level of a nested
    expression takes exponential time.
    """
    if isinstance(expression, TempNode):
        return expression.type
    if isinstance(api, TypeChecker) and api.has_type(expression):
        return api.lookup_type(expression)
    return None
