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

    If mypy sees an error inside an operator, it tries the method of the other operand; inside an
    argument, it tries the next overload. An error that is reported here does not mean that the
    types are wrong. mypy prints an error only once even if it is reported twice.
    """
    watchers = errors._watchers
    errors._watchers = []
    try:
        yield
    finally:
        errors._watchers = watchers


def going_on(api: CheckerPluginInterface) -> AbstractContextManager[None]:
    """Return a context in which a report does not make the dtype of the result unknown.

    It is for cases in which JAX only warns, or silently changes a number.
    """
    return unwatched(api.msg.errors) if isinstance(api, TypeChecker) else nullcontext()
