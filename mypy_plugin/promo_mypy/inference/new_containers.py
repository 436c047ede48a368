"""Lists and dictionaries that a constructor makes for a field: ``self.layers = []``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    DictExpr,
    DictionaryComprehension,
    Expression,
    IndexExpr,
    ListComprehension,
    ListExpr,
    NameExpr,
    Var,
)
from mypy.types import Type, get_proper_type

from promo_mypy.by_module import ByModule
from promo_mypy.fullnames import BUILTIN_DICT, BUILTIN_LIST, BUILTIN_STR
from promo_mypy.inference.dictionaries import Assignments
from promo_mypy.inference.filled import Filling
from promo_mypy.inference.own_types import own_type
from promo_mypy.types.made import is_made
from promo_mypy.types.pytrees import has_dtype, is_container, is_plain_tuple
from promo_mypy.types.sameness import are_same

_DEPTH: Final = 3
"""How many names for a container, and how many levels of nested ones, are followed at most."""


class NewContainers:
    """Finds the types of containers that an expression makes."""

    def __init__(self) -> None:
        """Start without a module."""
        self._assignments = ByModule(Assignments)

    def type_of(
        self, value: Expression, types: Mapping[Expression, Type], caller: TypeChecker
    ) -> Type | None:
        """Return the type of a new container; None for other values, or if its type is unknown.

        Args:
            value: the expression, or a variable whose only value it is.
            types: the types of all expressions in the same function.
            caller: the checker that has checked them.
        """
        assignments = self._assignments.of(caller.tree)
        if not _is_new(value, assignments, _DEPTH):
            return None
        fillings = assignments.fillings(value)
        found = _filled(fillings, types, caller) if fillings else own_type(value, types)
        return found if found is not None and _tells(found, _DEPTH) else None


def _is_new(value: Expression, assignments: Assignments, depth: int) -> bool:
    match value:
        case ListExpr() | DictExpr() | ListComprehension() | DictionaryComprehension():
            return True
        case NameExpr(node=Var() as variable) if depth:
            match assignments.values.get(variable, ()):
                case [only] if only is not None and only.item is None:
                    return _is_new(only.expression, assignments, depth - 1)
    return False


def _filled(
    fillings: Sequence[Filling], types: Mapping[Expression, Type], caller: TypeChecker
) -> Type | None:
    """The type of a container that was empty, if all values put into it have one type."""
    item = _agreed(own_type(each.value, types) for each in fillings)
    if item is None:
        return None
    if not any(isinstance(each.by, IndexExpr) for each in fillings):
        return caller.named_generic_type(BUILTIN_LIST, [item])
    return caller.named_generic_type(BUILTIN_DICT, [caller.named_type(BUILTIN_STR), item])


def _agreed(types: Iterable[Type | None]) -> Type | None:
    first, *rest = types
    if first is None or not all(each is not None and are_same(each, first) for each in rest):
        return None
    return first


def _tells(typ: Type, depth: int) -> bool:
    """Whether the dtypes in a container are known."""
    proper = get_proper_type(typ)
    if is_plain_tuple(proper):
        return bool(proper.items) and all(_tells(each, depth - 1) for each in proper.items)
    if is_container(proper) and depth:
        return _tells(proper.args[-1], depth - 1)
    return depth < _DEPTH and (has_dtype(proper) or is_made(proper))
