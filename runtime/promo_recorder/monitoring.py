"""Watches functions by ``sys.monitoring``, from Python 3.12 on.

Code that is not recorded costs one event each; a function that is no longer watched costs none.
"""

from __future__ import annotations

import sys
from types import CodeType
from typing import TYPE_CHECKING, Any, Final

from promo_recorder.lines import Lines

if TYPE_CHECKING:
    from promo_recorder.recorder import Recorder
    from promo_recorder.watches import Watch

assert sys.version_info >= (3, 12)

_NAME: Final = "promo"
_UNSEEN: Final = object()
"""Stands for a value that cannot be seen."""


def start(recorder: Recorder) -> None:
    """Record all functions that are called from now on, in all threads.

    Raises:
        RuntimeError: other tools use all numbers that there are for tools.
    """
    tool = _free_tool()
    monitoring = sys.monitoring
    events, disable = monitoring.events, monitoring.DISABLE
    ends = events.PY_RETURN | events.PY_YIELD
    lines_of: dict[int, Lines] = {}
    watched: dict[int, int] = {}

    def ask_for(code: CodeType, lines: Lines) -> None:
        """Ask for the events of lines as long as there are variables to look at."""
        wanted = ends | events.LINE if lines.are_watched else ends
        if watched.get(id(code)) != wanted:
            watched[id(code)] = wanted
            monitoring.set_local_events(tool, code, wanted)

    def started(code: CodeType, _: int) -> Any:
        watch = recorder.watch(code)
        if watch is None:
            monitoring.set_local_events(tool, code, events.NO_EVENTS)
            return disable
        if id(code) not in lines_of:
            lines_of[id(code)] = Lines(watch)
            for each in lines_of[id(code)].unseen:
                recorder.stored(watch, each, _UNSEEN)
        recorder.started(watch)
        lines_of[id(code)].leave(id(sys._getframe(1)))
        ask_for(code, lines_of[id(code)])
        return None

    def reached(code: CodeType, line: int) -> Any:
        watch = recorder.watch(code)
        if watch is None or id(code) not in lines_of:
            return ended(watch)
        found = lines_of[id(code)].reach(id(sys._getframe(1)), line)
        if found:
            recorder.held(watch, found)
            ask_for(code, lines_of[id(code)])
        return None

    def ended(watch: Watch | None) -> Any:
        return disable if watch is None else None

    def returned(code: CodeType, _: int, value: object) -> Any:
        watch = recorder.watch(code)
        if watch is not None:
            if id(code) in lines_of:
                recorder.held(watch, lines_of[id(code)].leave(id(sys._getframe(1))))
            recorder.returned(watch, value)
        return ended(watch)

    def yielded(code: CodeType, _: int, value: object) -> Any:
        watch = recorder.watch(code)
        if watch is not None:
            recorder.yielded(watch, value)
        return ended(watch)

    monitoring.use_tool_id(tool, _NAME)
    monitoring.register_callback(tool, events.PY_START, started)
    monitoring.register_callback(tool, events.LINE, reached)
    monitoring.register_callback(tool, events.PY_RETURN, returned)
    monitoring.register_callback(tool, events.PY_YIELD, yielded)
    monitoring.set_events(tool, events.PY_START)


def _free_tool() -> int:
    """Return a number that no other tool uses; debuggers, coverage and profilers have theirs."""
    for each in (4, 3, 5, 2, 1, 0):
        if sys.monitoring.get_tool(each) is None:
            return each
    raise RuntimeError("all tools of sys.monitoring are in use")
