"""The bindings of type variables and named dimensions during one call of a function.

A *frame* maps each variable or dimension to its value, which the first check sets. Without a frame
nothing is bound. The frame is in a context variable, so that each thread and each asyncio task has
the frame of its own call.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final, TypeAlias

Frame: TypeAlias = dict[object, Any]

_frame: Final[ContextVar[Frame | None]] = ContextVar("promo_typing_frame", default=None)


@contextmanager
def checking(frame: Frame) -> Iterator[Frame]:
    """Bind type variables and named dimensions in this frame until the block ends."""
    token = _frame.set(frame)
    try:
        yield frame
    finally:
        _frame.reset(token)


def bound(key: object) -> Any:
    """The value of a type variable or a dimension, None if it is not bound."""
    frame = _frame.get()
    return None if frame is None else frame.get(key)


def bind(key: object, value: Any) -> Any:
    """Bind a key to a value unless it is bound already; return the value that holds."""
    frame = _frame.get()
    return value if frame is None else frame.setdefault(key, value)
