"""Watches functions by ``sys.monitoring``, from Python 3.12 on.

A code object that is not recorded costs one event; a function that is no longer watched costs none.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import CodeType
from typing import TYPE_CHECKING, Final

from promo_recorder.evaluation import QUESTIONS
from promo_recorder.lines import Lines

if TYPE_CHECKING:
    from promo_recorder.recorder import Recorder
    from promo_recorder.watches import Watch

assert sys.version_info >= (3, 12)

_EVENTS: Final = sys.monitoring.events
_ENDS: Final = _EVENTS.PY_RETURN | _EVENTS.PY_YIELD
_NAME: Final = "promo"
_QUESTIONS: Final = frozenset(each.__code__ for each in QUESTIONS)
_UNSEEN: Final = object()
"""Stands for a value that cannot be seen."""


def start(recorder: Recorder) -> None:
    """Record all functions that are called from now on, in all threads.

    Raises:
        RuntimeError: all tool numbers of ``sys.monitoring`` are in use.
    """
    _Tool(recorder, _free_tool()).start()


class _Tool:
    """The callbacks for events of functions; each can disable further events of its code."""

    def __init__(self, recorder: Recorder, number: int) -> None:
        self._recorder = recorder
        self._number = number
        self._lines: dict[int, Lines] = {}
        self._asked: dict[int, int] = {}

    def start(self) -> None:
        """Enable the event at the start of all functions."""
        sys.monitoring.use_tool_id(self._number, _NAME)
        callbacks: dict[int, Callable[..., object]] = {
            _EVENTS.PY_START: self._started,
            _EVENTS.LINE: self._reached,
            _EVENTS.PY_RETURN: self._returned,
            _EVENTS.PY_YIELD: self._yielded,
        }
        for event, callback in callbacks.items():
            sys.monitoring.register_callback(self._number, event, callback)
        sys.monitoring.set_events(self._number, _EVENTS.PY_START)

    def _started(self, code: CodeType, _: int) -> object:
        watch = self._recorder.watch(code)
        if watch is None:
            if code in _QUESTIONS:
                self._recorder.asked(sys._getframe(1))
                return None
            sys.monitoring.set_local_events(self._number, code, _EVENTS.NO_EVENTS)
            return sys.monitoring.DISABLE
        lines = self._lines_of(code, watch)
        self._recorder.started(watch)
        lines.leave(id(sys._getframe(1)))
        self._ask_for(code, lines)
        return None

    def _lines_of(self, code: CodeType, watch: Watch) -> Lines:
        if id(code) not in self._lines:
            self._lines[id(code)] = Lines(watch)
            for each in self._lines[id(code)].unseen:
                self._recorder.stored(watch, each, _UNSEEN)
        return self._lines[id(code)]

    def _ask_for(self, code: CodeType, lines: Lines) -> None:
        """Enable the events of code at its ends, and at lines while it has watched variables."""
        wanted = _ENDS | _EVENTS.LINE if lines.are_watched else _ENDS
        if self._asked.get(id(code)) != wanted:
            self._asked[id(code)] = wanted
            sys.monitoring.set_local_events(self._number, code, wanted)

    def _reached(self, code: CodeType, line: int) -> object:
        watch = self._recorder.watch(code)
        lines = self._lines.get(id(code))
        if watch is None or lines is None:
            return _after(watch)
        found = lines.reach(id(sys._getframe(1)), line)
        if found:
            self._recorder.held(watch, found)
            self._ask_for(code, lines)
        return None

    def _returned(self, code: CodeType, _: int, value: object) -> object:
        watch = self._recorder.watch(code)
        if watch is not None:
            if id(code) in self._lines:
                held = self._lines[id(code)].leave(id(sys._getframe(1)))
                self._recorder.held(watch, held)
            self._recorder.returned(watch, value)
        return _after(watch)

    def _yielded(self, code: CodeType, _: int, value: object) -> object:
        watch = self._recorder.watch(code)
        if watch is not None:
            self._recorder.yielded(watch, value)
        return _after(watch)


def _after(watch: Watch | None) -> object:
    """The return value of a callback, which disables events of code that is not watched."""
    return sys.monitoring.DISABLE if watch is None else None


def _free_tool() -> int:
    """Return an unused tool number; debuggers, coverage and profilers have reserved ones."""
    for each in (4, 3, 5, 2, 1, 0):
        if sys.monitoring.get_tool(each) is None:
            return each
    raise RuntimeError("all tools of sys.monitoring are in use")
