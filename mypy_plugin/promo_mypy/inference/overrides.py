"""The methods that a call may mean: that of the declared class, and those of classes below it.

``model.energy(x)`` calls what the class of the object has. Where all classes that it may be return
the same, the result is known, as it is for a base class that leaves the method to those below it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Decorator, FuncDef, RaiseStmt, RefExpr, SymbolNode, TypeInfo
from mypy.types import CallableType, Instance, Type, get_proper_type

from promo_mypy.inference.modules import Functions
from promo_mypy.inference.waiting import Waiting
from promo_mypy.types.made import written_class

_MOST: Final = 12
"""The most methods that are looked at for one call."""
_NOT_IMPLEMENTED: Final = "builtins.NotImplementedError"


class Choice(NamedTuple):
    """A method that a call may mean, and what it is called on then."""

    type: CallableType
    owner: Type


class Overrides:
    """Finds these methods."""

    def __init__(self, functions: Functions, waiting: Waiting) -> None:
        """Take what knows the classes, and what is told of those that mypy has not analysed."""
        self._functions = functions
        self._waiting = waiting

    def choices(
        self, called: CallableType, owner: Type, caller: TypeChecker
    ) -> Sequence[Choice] | None:
        """Return the methods that a call may mean; None if not all of them are known.

        Args:
            called: the type of the method of the declared class.
            owner: the type of the object.
            caller: the checker that is at the call.
        """
        proper, method = get_proper_type(owner), _function(called.definition)
        if not isinstance(proper, Instance) or method is None or proper.args:
            return None
        below = self._below(written_class(proper.type), caller)
        if below is None:
            return None
        found = {called.definition: Choice(called, owner)}
        for info in below:
            symbol = info.get(method.name)
            node = None if symbol is None else symbol.node
            if node in found:
                continue
            typ = self._type(node, caller)
            if typ is None or info.type_vars or len(found) == _MOST:
                return None
            found[node] = Choice(typ.copy_modified(is_bound=called.is_bound), Instance(info, []))
        return [each for node, each in found.items() if not _is_left_open(_function(node))]

    def _below(self, info: TypeInfo, caller: TypeChecker) -> Sequence[TypeInfo] | None:
        """The classes below one; None if mypy has not analysed one of them yet."""
        found = list[TypeInfo]()
        for each in self._functions.below(info, caller):
            if not each.definition.info:
                self._waiting.for_modules(each.module)
                return None
            if each.definition.info.has_base(info.fullname):
                found.append(each.definition.info)
        return found

    def _type(self, node: SymbolNode | None, caller: TypeChecker) -> CallableType | None:
        """The type of a method, marked with its definition."""
        typ: Type | None = None
        if isinstance(node, FuncDef):
            typ = caller.function_type(node)
        elif isinstance(node, Decorator):
            typ = node.var.type if node.decorators else caller.function_type(node.func)
            if typ is None:
                self._waiting.for_types()
        proper = None if typ is None else get_proper_type(typ)
        is_marked = isinstance(proper, CallableType) and proper.definition is not None
        return proper if isinstance(proper, CallableType) and is_marked else None


def _function(node: SymbolNode | None) -> FuncDef | None:
    function = node.func if isinstance(node, Decorator) else node
    return function if isinstance(function, FuncDef) else None


def _is_left_open(method: FuncDef | None) -> bool:
    """Whether a method is only there to be replaced."""
    if method is None or method.abstract_status:
        return method is not None
    match method.body.body:
        case [*_, RaiseStmt(expr=raised)]:
            return raised is not None and _names(raised) == _NOT_IMPLEMENTED
    return False


def _names(raised: object) -> str:
    named = raised.callee if isinstance(raised, CallExpr) else raised
    return named.fullname if isinstance(named, RefExpr) else ""
