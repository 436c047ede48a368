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


def start(recorder: Recorder) -> None:
    """Record all functions that are called from now on, in all threads.

    Raises:
        RuntimeError: other tools use all numbers that there are for tools.
    """
    tool = _free_tool()
    monitoring = sys.monitoring
    events, disable = monitoring.events, monitoring.DISABLE
    ends = events.PY_RETURN | events.PY_YIELD
    watched: set[int] = set()

    def started(code: CodeType, _: int) -> Any:
        watch = recorder.watch(code)
        if watch is None:
            monitoring.set_local_events(tool, code, events.NO_EVENTS)
            return disable
        if id(code) not in watched:
            watched.add(id(code))
            monitoring.set_local_events(tool, code, ends)
        recorder.started(watch)
        return None

    def ended(watch: Watch | None) -> Any:
        return disable if watch is None else None

    def returned(code: CodeType, _: int, value: object) -> Any:
        watch = recorder.watch(code)
        if watch is not None:
            recorder.returned(watch, value)
        return ended(watch)

    def yielded(code: CodeType, _: int, value: object) -> Any:
        watch = recorder.watch(code)
        if watch is not None:
            recorder.yielded(watch, value)
        return ended(watch)

    monitoring.use_tool_id(tool, _NAME)
    monitoring.register_callback(tool, events.PY_START, started)
    monitoring.register_callback(tool, events.PY_RETURN, returned)
    monitoring.register_callback(tool, events.PY_YIELD, yielded)
    monitoring.set_events(tool, events.PY_START)


def _free_tool() -> int:
    """Return a number that no other tool uses; debuggers, coverage and profilers have theirs."""
    for each in (4, 3, 5, 2, 1, 0):
        if sys.monitoring.get_tool(each) is None:
            return each
    raise RuntimeError("all tools of sys.monitoring are in use")
