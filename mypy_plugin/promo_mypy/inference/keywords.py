"""The arguments that a call gives by ``**options``, as the program writes them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final, NamedTuple, TypeAlias

from mypy.checker import TypeChecker
from mypy.nodes import Expression, MypyFile, NameExpr, StrExpr, Var

from promo_mypy.by_module import ByModule
from promo_mypy.inference.changes import Changes
from promo_mypy.inference.dictionaries import Assignments, Value
from promo_mypy.inference.entries import Entry, entries

_DEPTH: Final = 8
"""How many names and dictionaries within a dictionary are followed at most."""


class Keyword(NamedTuple):
    """The value of an argument.

    Attributes:
        expression: the value; None if the program may assign another one under this key.
        top: the module in which it stands outside of functions; None if it stands in the function
            of the call.
    """

    expression: Expression | None
    top: MypyFile | None


Found: TypeAlias = Mapping[str, Keyword]


class _Look(NamedTuple):
    """The circumstances of a search: the depth, the asking checker, and where the values stand."""

    caller: TypeChecker
    module: MypyFile
    top: MypyFile | None
    depth: int = _DEPTH


class Keywords:
    """Finds the entries of dictionaries that nothing changes after they are made."""

    def __init__(self, changes: Callable[[TypeChecker], Changes]) -> None:
        """Use a function that tells which dictionaries the program changes."""
        self._changes = changes
        self._assignments = ByModule(Assignments)

    def of(self, unpacked: Expression, module: MypyFile, caller: TypeChecker) -> Found | None:
        """Return the entries of a dictionary by key; None if it may have others.

        Args:
            unpacked: the expression behind ``**``.
            module: the module of the call, which mypy must have analysed.
            caller: the checker that asks.
        """
        return self._of(unpacked, _Look(caller, module, None))

    def _of(self, made: Expression, look: _Look) -> Found | None:
        if not look.depth:
            return None
        look = look._replace(depth=look.depth - 1)
        match made:
            case NameExpr(node=Var() as variable):
                return self._of_variable(variable, made, look)
        written = entries(made)
        return None if written is None else self._merged(written, look)

    def _of_variable(self, variable: Var, place: Expression, look: _Look) -> Found | None:
        """The entries of the only dictionary that a variable gets."""
        changes = self._changes(look.caller)
        if changes.has_name(variable.name) or changes.may_fill_itself(variable.name):
            return None
        home = look.caller.modules.get(variable.fullname.rpartition(".")[0], look.module)
        assignments = self._assignments.of(home)
        match assignments.values.get(variable, ()):
            case [Value(made, None, is_at_top)]:
                added = assignments.added(made, place)
                if not {each.by for each in assignments.fillings(made)} <= {e.by for e in added}:
                    return None  # Some are put in only under a condition, or later.
                inside = look._replace(module=home, top=home if is_at_top else look.top)
                whole = self._of(made, inside)
                more = self._merged([each.entry for each in added], inside)
                return None if whole is None or more is None else {**whole, **more}
        return None

    def _merged(self, written: Iterable[Entry], look: _Look) -> Found | None:
        changes, found = self._changes(look.caller), dict[str, Keyword]()
        for key, value in written:
            if isinstance(key, StrExpr):
                is_changed = changes.has_key(key.value)
                found[key.value] = Keyword(None if is_changed else value, look.top)
            elif key is None and (copied := self._of(value, look)) is not None:
                found |= copied
            else:
                return None
        return found
