"""Calls that look like those of a dictionary's methods, as far as their arguments tell.

Optimizers, metrics and counters have an ``update``, too: ``optimizer.update(grads, state, params)``
has more arguments than a dictionary takes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from mypy.nodes import ARG_NAMED, ARG_POS, ARG_STAR, ARG_STAR2, CallExpr, DictExpr, StrExpr

TAKING_OUT: Final = frozenset({"get", "pop", "setdefault"})
"""Methods that return what a container holds."""
VIEWS: Final = frozenset({"copy", "items", "keys", "values", "popitem"})
"""Methods that return the like of it; the others return nothing, or a number."""
_UPDATE: Final = "update"
_POSITIONAL: Final = {
    _UPDATE: range(2),
    "setdefault": range(1, 3),
    "pop": range(1, 3),
    "popitem": range(1),
    "clear": range(1),
}
"""How many arguments without a name a method takes that changes a dictionary."""


def may_change(method: str, call: CallExpr) -> bool:
    """Whether a method changes a dictionary, if it is one's."""
    allowed = _POSITIONAL.get(method)
    if allowed is None or (ARG_NAMED in call.arg_kinds and method != _UPDATE):
        return False
    return ARG_STAR in call.arg_kinds or call.arg_kinds.count(ARG_POS) in allowed


def changed_keys(method: str, call: CallExpr) -> Sequence[str] | None:
    """Return the only keys that a changing method assigns or deletes; None if they are unknown."""
    match method, call.args:
        case "setdefault" | "pop", [StrExpr(value=key), *_]:
            return [key]
        case "update", arguments if not {ARG_STAR, ARG_STAR2} & {*call.arg_kinds}:
            return _all_known(
                key
                for name, argument in zip(call.arg_names, arguments, strict=True)
                for key in ([name] if name is not None else _written_keys(argument))
            )
    return None


def _written_keys(argument: object) -> Sequence[str | None]:
    match argument:
        case DictExpr(items=items):
            return [key.value if isinstance(key, StrExpr) else None for key, _ in items]
    return [None]


def _all_known(keys: Iterable[str | None]) -> Sequence[str] | None:
    found = [*keys]
    known = [each for each in found if each is not None]
    return known if len(known) == len(found) else None
