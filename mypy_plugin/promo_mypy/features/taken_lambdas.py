"""Lambdas that are taken out of lists and dictionaries: ``fs[-1](x)``.

mypy infers what a lambda returns, and drops its name when a variable gets it. Then a list of that
variable may get other functions, but mypy asks no plugin about a call of an item without a name.
"""

from __future__ import annotations

from typing import Final

from mypy.plugin import MethodContext
from mypy.types import CallableType, Type, get_proper_type

from promo_mypy.fullnames import BUILTIN_DICT, BUILTIN_LIST
from promo_mypy.session import Session

METHODS: Final = frozenset(
    {
        *(f"{BUILTIN_LIST}.{name}" for name in ("__getitem__", "pop")),
        *(f"{BUILTIN_DICT}.{name}" for name in ("get", "pop", "setdefault")),
    }
)
"""Methods that return an item; :mod:`dictionaries` has the hook of ``dict.__getitem__``."""
_NAME: Final = "<lambda>"


def taken(_session: Session, ctx: MethodContext) -> Type:
    """Answer a method that returns an item."""
    return named(ctx.default_return_type)


def named(item: Type) -> Type:
    """Return the type of an item; that of a lambda with a name, so that mypy asks about calls."""
    proper = get_proper_type(item)
    if not isinstance(proper, CallableType) or not proper.implicit or proper.name is not None:
        return item
    return proper.copy_modified(name=_NAME)
