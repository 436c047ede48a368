"""Functions that are chosen from a dictionary: ``ACTIVATIONS[name](x)``.

mypy gives all functions in a dictionary one type, their join, which belongs to none of them. Where
the program shows which dictionary it is and nothing is put into it later, ``ACTIVATIONS["relu"]``
is the function under this key, and ``ACTIVATIONS[name]`` is one of all.
"""

from __future__ import annotations

from collections.abc import Sequence

from mypy.checker import TypeChecker
from mypy.nodes import (
    Decorator,
    Expression,
    FuncDef,
    IndexExpr,
    LambdaExpr,
    MypyFile,
    OverloadedFuncDef,
    RefExpr,
    StrExpr,
    Var,
)
from mypy.types import CallableType, get_proper_type

from promo_mypy.fullnames import BUILTIN_FUNCTION
from promo_mypy.inference.assigned import Assigned
from promo_mypy.inference.dictionaries import Dictionaries, Value
from promo_mypy.inference.entries import Entry, entries
from promo_mypy.inference.values import Values, takes_anything
from promo_mypy.types.expressions import alone


class DictionariesOfFunctions:
    """Tells which function an item of a dictionary is, or which ones it may be."""

    def __init__(self, assigned: Assigned, values: Values, dictionaries: Dictionaries) -> None:
        """Use the values of variables, the marked types, and the changes of dictionaries."""
        self._assigned = assigned
        self._values = values
        self._dictionaries = dictionaries

    def chosen(self, item: IndexExpr, caller: TypeChecker) -> CallableType | None:
        """Return the marked type of an item; None unless it is certainly one of known functions."""
        written = self._entries(item.base, caller)
        functions = [value for key, value in written if _may_be(key, item.index)]
        types = [self._marked(each, caller) for each in functions]
        known = [each for each in types if each is not None]
        if not known or len(known) < len(types):
            return None
        if len(known) == 1:
            return known[0]
        return self._values.one_of(known, caller.named_type(BUILTIN_FUNCTION))

    def _entries(self, dictionary: Expression, caller: TypeChecker) -> Sequence[Entry]:
        """The entries of a dictionary that only one place makes, and nothing changes."""
        variable = dictionary.node if isinstance(dictionary, RefExpr) else None
        if not isinstance(variable, Var):
            return ()
        changes = self._dictionaries.changes(caller)
        if changes.has_name(variable.name) or changes.may_fill(variable.name):
            return ()
        match self._assigned.all_to_variable(variable, _home(variable, caller)):
            case [Value(expression=made, item=None)]:
                return entries(made) or ()
        return ()

    def _marked(self, function: Expression, caller: TypeChecker) -> CallableType | None:
        """The marked type of a function that is written in a dictionary."""
        match function:
            case LambdaExpr():
                typ = takes_anything(caller.named_type(BUILTIN_FUNCTION))
                return self._values.of_lambda(function, typ)
            case RefExpr(node=node) as named:
                found = self._values.named(named, caller)
                if found is None and isinstance(node, FuncDef | Decorator | OverloadedFuncDef):
                    return self._defined(named, caller)
                return found  # A variable of the program may be one of several functions.
        return None

    def _defined(self, function: RefExpr, caller: TypeChecker) -> CallableType | None:
        """The type of a function of the program; None if it is not known what its decorators do."""
        found = get_proper_type(alone(function, caller))
        is_known = isinstance(found, CallableType) and self._values.of(found) is not None
        return found if isinstance(found, CallableType) and is_known else None


def _may_be(key: Expression | None, index: Expression) -> bool:
    """Whether an index may select an entry; one that is copied from elsewhere may be any."""
    if isinstance(key, StrExpr) and isinstance(index, StrExpr):
        return key.value == index.value
    return True


def _home(variable: Var, caller: TypeChecker) -> MypyFile:
    return caller.modules.get(variable.fullname.rpartition(".")[0], caller.tree)
