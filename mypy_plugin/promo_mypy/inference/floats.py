"""Tells a Python float from other values that mypy takes for ``float``.

To mypy, ``np.float64`` and ``int`` are kinds of ``float``. So ``0.1 if warm else np.cos(step)`` is
a float to mypy, and so are a variable and a function result that may be either, and an item of
``[1, 0.5]``. To JAX they differ: a Python float is weak, ``np.float64`` is not. The source of the
expression tells which of them it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    CallExpr,
    ConditionalExpr,
    Context,
    DictExpr,
    Expression,
    FloatExpr,
    IndexExpr,
    IntExpr,
    ListExpr,
    MemberExpr,
    NameExpr,
    OpExpr,
    SetExpr,
    StarExpr,
    StrExpr,
    TupleExpr,
    Var,
)
from mypy.subtypes import is_subtype
from mypy.types import Instance, Type, UnionType, flatten_nested_unions, get_proper_type

from promo_mypy.by_module import ByModule
from promo_mypy.fullnames import BUILTIN_FLOAT
from promo_mypy.origins.definitions import Definitions
from promo_mypy.types.expressions import alone, known_type, one_of_several
from promo_typing.core.program_files import is_program_file

_FOLLOWED: Final = (NameExpr, ConditionalExpr, CallExpr, IndexExpr)
_DEFAULTING: Final = frozenset({"get", "pop", "setdefault"})
"""Methods that return their second argument if there is no such entry."""
_EACH_ITEM: Final = (None,)
"""The path of ``for x in container``."""
_DEPTH: Final = 4
"""How many variables are followed, one from the value of the other, at most."""


class Floats:
    """Finds the types of expressions that mypy takes for floats."""

    def __init__(self, definitions: ByModule[Definitions]) -> None:
        """Use the definitions of modules."""
        self._definitions = definitions
        self._called: dict[Context, Type] = {}
        self._in_look = set[Expression]()

    def note(self, call: Context, result: Type | None) -> None:
        """Record the result of a call if it is a union with a float: mypy keeps only ``float``."""
        self._called.pop(call, None)
        members = _members(result)
        if result is not None and len(members) > 1 and any(map(is_float, members)):
            self._called[call] = result

    def type_of(self, typ: Type, expression: Expression, checker: TypeChecker) -> Type:
        """Return the type of an expression; for mypy's float, the union of the types it may be."""
        if not is_float(typ) or not isinstance(expression, _FOLLOWED):
            return typ
        if not is_program_file(checker.path):
            return typ
        found = dict.fromkeys(self._of(typ, expression, checker, _DEPTH))
        return UnionType.make_union([*found]) if found else typ

    def _of(
        self, typ: Type, expression: Expression, checker: TypeChecker, depth: int
    ) -> Iterator[Type]:
        """The types that a value may have; ``typ`` is mypy's type for it."""
        found = self._called.get(expression) or one_of_several(expression, checker)
        if found is not None or not is_float(typ):
            yield from _members(found or typ)
            return
        parts = self._parts(expression, checker) if depth else []
        for part in parts or [None]:
            known = None if part is None else self._type(part, checker)
            if part is None or known is None:
                yield typ
            elif is_subtype(known, typ):  # Else mypy narrowed it: the array is excluded here.
                yield from self._of(known, part, checker, depth - 1)

    def _type(self, part: Expression, checker: TypeChecker) -> Type | None:
        """The type of a value by itself, without the influence of an expected float.

        A value may depend on the variable that it is assigned to: ``rate = rate * 2``. So a value
        that is being looked at already gets mypy's type.
        """
        known = known_type(part, checker)
        if known is None and isinstance(part, IntExpr):
            return alone(part, checker)  # It stands in another function, checked before.
        is_computed = known is not None and is_float(known) and isinstance(part, OpExpr)
        if not is_computed or part in self._in_look:
            return known
        self._in_look.add(part)
        try:
            return alone(part, checker)
        finally:
            self._in_look.discard(part)

    def _parts(self, expression: Expression, checker: TypeChecker) -> list[Expression | None]:
        """The expressions whose value an expression may have; None for an unknown one."""
        match expression:
            case ConditionalExpr(if_expr=one, else_expr=other):
                return [one, other]
            case NameExpr(node=Var() as variable):
                definitions = self._definitions.of(checker.tree)
                unpacked = definitions.unpacked(variable)
                if unpacked is not None and unpacked[1] == _EACH_ITEM:
                    return self._items(unpacked[0], checker)
                return definitions.values(variable)
            case IndexExpr(base=container, index=index):
                return self._items(container, checker, index)
            case CallExpr(callee=MemberExpr(name=name), args=[_, default]) if name in _DEFAULTING:
                return [None, default]
        return []

    def _items(
        self, container: Expression, checker: TypeChecker, index: Expression | None = None
    ) -> list[Expression | None]:
        """The written items of a container that may be no floats; None stands for all others."""
        displays: list[Expression | None] = [container]
        if isinstance(container, NameExpr) and isinstance(container.node, Var):
            displays = self._definitions.of(checker.tree).values(container.node)
        items = [item for each in displays for item in _written_items(each, index)]
        others = (each for each in items if not isinstance(each, FloatExpr | StarExpr))
        return [None, *others]


def _written_items(container: Expression | None, index: Expression | None) -> Sequence[Expression]:
    """The items written in a container display; for a dictionary the values under an index."""
    match container:
        case ListExpr(items=items) | TupleExpr(items=items) | SetExpr(items=items):
            return items
        case DictExpr(items=entries):
            return [value for key, value in entries if _may_be(key, index)]
    return []


def _may_be(key: Expression | None, index: Expression | None) -> bool:
    if isinstance(key, StrExpr) and isinstance(index, StrExpr):
        return key.value == index.value
    return True


def _members(typ: Type | None) -> list[Type]:
    return [] if typ is None else flatten_nested_unions([typ])


def is_float(typ: Type) -> bool:
    """Whether a type is Python's ``float`` to mypy."""
    proper = get_proper_type(typ)
    return isinstance(proper, Instance) and proper.type.fullname == BUILTIN_FLOAT
