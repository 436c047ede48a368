"""Calls that may be calls of a dictionary's methods, judged by name and number of arguments.

Optimizers, metrics and counters have an ``update``, too. ``optimizer.update(grads, state, params)``
has more arguments than the method of a dictionary takes.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Final, NamedTuple

from mypy.nodes import (
    ARG_POS,
    ARG_STAR,
    ArgKind,
    CallExpr,
    DictExpr,
    Expression,
    MemberExpr,
    NameExpr,
    StrExpr,
)

TAKING_OUT: Final = frozenset({"get", "pop", "setdefault"})
"""Methods that return an item of the container."""
CONTENTS: Final = frozenset({"copy", "items", "keys", "values", "popitem"})
"""Methods that return a container with the same contents."""
_POSITIONAL: Final = {
    "update": range(2),
    "setdefault": range(1, 3),
    "pop": range(1, 3),
    "popitem": range(1),
    "clear": range(1),
    "__setitem__": range(2, 3),
}
"""The methods that change a dictionary, with the numbers of positional arguments they take."""


class Given(NamedTuple):
    """An argument of a call."""

    kind: ArgKind
    name: str | None
    value: Expression


class MethodCall(NamedTuple):
    """A call of a method, also written as ``dict.update(receiver, other)``."""

    name: str
    receiver: Expression
    arguments: Sequence[Given]

    @property
    def may_change(self) -> bool:
        """Whether the call changes its receiver, if the receiver is a dictionary."""
        kinds = [each.kind for each in self.arguments]
        return self.name in _POSITIONAL and (
            ARG_STAR in kinds or kinds.count(ARG_POS) in _POSITIONAL[self.name]
        )

    @property
    def assigned_keys(self) -> Sequence[str] | None:
        """Return the keys that the call sets; None if it may set unknown keys, or delete some."""
        match self.name, self.arguments:
            case "setdefault" | "__setitem__", [Given(kind=kind, value=StrExpr(value=key)), *_]:
                return [key] if kind == ARG_POS else None
            case "update", arguments:
                found = [_updated(each) for each in arguments]
                known = [keys for keys in found if keys is not None]
                return [*chain(*known)] if len(known) == len(found) else None
        return None


def method_call(call: CallExpr) -> MethodCall | None:
    """Return a call as a method call; None for a call of a function."""
    arguments = [*map(Given, call.arg_kinds, call.arg_names, call.args)]
    match call.callee, arguments:
        case MemberExpr(name=name, expr=NameExpr(name="dict")), [Given(value=receiver), *rest]:
            return MethodCall(name, receiver, rest)
        case MemberExpr(name=name, expr=receiver), _:
            return MethodCall(name, receiver, arguments)
    return None


def written_keys(value: Expression) -> Sequence[str] | None:
    """Return the keys of ``{"a": x, "b": y}``; None if there are other keys than strings."""
    match value:
        case DictExpr(items=items):
            keys = [key.value for key, _ in items if isinstance(key, StrExpr)]
            return keys if len(keys) == len(items) else None
    return None


def _updated(argument: Given) -> Sequence[str] | None:
    if argument.name is not None:
        return [argument.name]
    return written_keys(argument.value) if argument.kind == ARG_POS else None
