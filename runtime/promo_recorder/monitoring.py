"""Watches functions by ``sys.monitoring``, from Python 3.12 on.

Code that is not recorded costs one event each; a function that is no longer watched costs none.
"""

from __future__ import annotations

import sys
from types import CodeType
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from promo_recorder.recorder import Recorder, Watch

assert sys.version_info >= (3, 12)

_NAME: Final = "promo"
_COPIES_LOCALS: Final = sys.version_info < (3, 13)
"""``f_locals`` is a copy that the frame keeps, and with it the arguments."""


def free_tool() -> int | None:
    """Return a number that no other tool uses; debuggers, coverage and profilers have theirs."""
    free = (each for each in (4, 3, 5, 2, 1, 0) if sys.monitoring.get_tool(each) is None)
    return next(free, None)


def start(recorder: Recorder, tool: int) -> None:
    """Record all functions that are called from now on, in all threads."""
    monitoring = sys.monitoring
    events, disable = monitoring.events, monitoring.DISABLE
    ends = events.PY_RETURN | events.PY_YIELD
    get_frame = sys._getframe
    watched: set[int] = set()

    def started(code: CodeType, _: int) -> Any:
        watch = recorder.watch(code)
        if watch is None:
            monitoring.set_local_events(tool, code, events.NO_EVENTS)
            return disable
        if id(code) not in watched:
            watched.add(id(code))
            monitoring.set_local_events(tool, code, ends)
        frame = get_frame(1)
        recorder.started(watch, frame)
        if _COPIES_LOCALS:
            frame.f_locals.clear()
        return None

    def ended(watch: Watch | None) -> Any:
        return disable if watch is None else None

    def returned(code: CodeType, _: int, value: object) -> Any:
        watch = recorder.watch(code)
        if watch is not None:
            frame = get_frame(1)
            recorder.returned(watch, frame, value)
            if _COPIES_LOCALS:
                frame.f_locals.clear()
        return ended(watch)

    def yielded(code: CodeType, _: int, value: object) -> Any:
        watch = recorder.watch(code)
        if watch is not None:
            recorder.yielded(watch, get_frame(1), value)
        return ended(watch)

    monitoring.use_tool_id(tool, _NAME)
    monitoring.register_callback(tool, events.PY_START, started)
    monitoring.register_callback(tool, events.PY_RETURN, returned)
    monitoring.register_callback(tool, events.PY_YIELD, yielded)
    monitoring.set_events(tool, events.PY_START)
