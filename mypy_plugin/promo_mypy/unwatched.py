"""Reports errors past mypy's error watchers, which would discard them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext

from mypy.checker import TypeChecker
from mypy.errors import Errors
from mypy.plugin import CheckerPluginInterface


@contextmanager
def unwatched(errors: Errors) -> Iterator[None]:
    """Hide reported errors from mypy's watchers while the block lasts.

    mypy takes any error inside of an operator for a reason to try the method of the other operand,
    and one inside of an argument for a reason to try the next overload. What is reported here says
    nothing of the types. What is reported twice, mypy prints once.
    """
    watchers = errors._watchers
    errors._watchers = []
    try:
        yield
    finally:
        errors._watchers = watchers


def going_on(api: CheckerPluginInterface) -> AbstractContextManager[None]:
    """Report a mere warning of JAX, so that the dtype of the result stays known."""
    return unwatched(api.msg.errors) if isinstance(api, TypeChecker) else nullcontext()
