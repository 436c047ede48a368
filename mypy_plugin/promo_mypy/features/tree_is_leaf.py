"""``is_leaf=lambda x: x is None``: a tree without None is taken apart as if it were not given.

This is how optax and others let the mapped function see None, which JAX leaves out otherwise. Any
other predicate may keep containers whole, so nothing is said of a call with one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mypy.nodes import (
    ComparisonExpr,
    Expression,
    FuncDef,
    FuncItem,
    LambdaExpr,
    NameExpr,
    RefExpr,
    ReturnStmt,
)
from mypy.types import NoneType, ProperType, TupleType, Type, TypedDictType, UnionType

from promo_mypy.types.aliases import unfolded
from promo_mypy.types.made import fields_of
from promo_mypy.types.pytrees import is_container


def is_usual(predicates: Sequence[Expression], trees: Iterable[Type]) -> bool:
    """Whether trees are taken apart as usual; ``predicates`` is empty, or has the ``is_leaf``."""
    if not predicates:
        return True
    return all(map(_asks_for_none, predicates)) and not any(map(_may_have_none, trees))


def _asks_for_none(predicate: Expression) -> bool:
    function = predicate.node if isinstance(predicate, RefExpr) else predicate
    match function:
        case LambdaExpr() | FuncDef():
            return _is_test_of_none(function)
        case NameExpr(name="None"):
            return True
    return False


def _is_test_of_none(function: FuncItem) -> bool:
    """Whether a function only returns ``x is None`` of its parameter."""
    match function.arg_names, function.body.body[-1:]:
        case [name], [
            ReturnStmt(
                expr=ComparisonExpr(
                    operators=["is"], operands=[NameExpr(name=left), NameExpr(name="None")]
                )
            )
        ]:
            return left == name and len(function.body.body) == 1
    return False


def _may_have_none(tree: Type) -> bool:
    proper = unfolded(tree)
    return isinstance(proper, NoneType) or any(map(_may_have_none, _parts(proper)))


def _parts(tree: ProperType) -> Iterable[Type]:
    match tree:
        case UnionType(items=items) | TupleType(items=items):
            return items
        case TypedDictType(items=values):
            return values.values()
        case _ if is_container(tree):
            return tree.args[-1:]
    return fields_of(tree).values()
