"""What the type variables and named dimensions of a function stand for during one call.

A *frame* maps each of them to what it was bound to when it was first checked. Without a frame
nothing is bound. Frames are kept in a context variable, so that each thread and each asyncio task
sees those of its own calls.
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
    """Bind in this frame, until the block ends."""
    token = _frame.set(frame)
    try:
        yield frame
    finally:
        _frame.reset(token)


def bound(key: object) -> Any:
    """What a variable or a dimension stands for; None if nothing has been bound."""
    frame = _frame.get()
    return None if frame is None else frame.get(key)


def bind(key: object, value: Any) -> Any:
    """What it stands for: the value, if it is the first one or if there is no frame."""
    frame = _frame.get()
    return value if frame is None else frame.setdefault(key, value)
