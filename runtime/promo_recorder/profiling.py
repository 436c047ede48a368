"""Watches functions by ``sys.setprofile``, for Python 3.11."""

from __future__ import annotations

import sys
import threading
from dis import opmap
from inspect import CO_GENERATOR
from types import FrameType
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from promo_recorder.recorder import Recorder, Watch

_RETURN: Final = opmap["RETURN_VALUE"]
_YIELD: Final = opmap["YIELD_VALUE"]
_RESUME: Final = opmap["RESUME"]


def start(recorder: Recorder) -> None:
    """Record all functions that are called from now on, in this thread and those to come."""
    watches = recorder.watches

    def profile(frame: FrameType, event: str, value: Any) -> None:
        # Most events are calls of C, "c_call" and its like, or come from code that is not recorded.
        if event[1] == "_":
            return
        code = frame.f_code
        watch = watches[id(code)] if id(code) in watches else recorder.watch(code)
        if watch is None:
            return
        if event == "call":
            _began(recorder, watch, frame)
        elif event == "return":
            _ended(recorder, watch, frame, value)

    threading.setprofile(profile)
    sys.setprofile(profile)


def _began(recorder: Recorder, watch: Watch, frame: FrameType) -> None:
    """A generator "begins" each time that it goes on, also where an exception is thrown into it."""
    if watch.code.co_code[frame.f_lasti] != _RESUME:
        recorder.raised(watch, frame)
    elif id(frame) not in watch.open or not watch.code.co_flags & CO_GENERATOR:
        recorder.started(watch, frame)


def _ended(recorder: Recorder, watch: Watch, frame: FrameType, value: Any) -> None:
    """A function that raises "returns" None, too; its last instruction tells the difference."""
    last = watch.code.co_code[frame.f_lasti]
    if last == _YIELD:
        recorder.yielded(watch, frame, value)
    elif last == _RETURN:
        recorder.returned(watch, frame, value)
    else:
        recorder.raised(watch, frame)
