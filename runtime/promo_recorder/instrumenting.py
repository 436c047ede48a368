"""Watches functions by calls in their own code, for Python 3.11.

A profile function would be called for each function of the process, those in C as well. Code gets
its calls at the moment when a module begins to run, as the audit event ``exec`` says: after it was
compiled or read from ``__pycache__``, which therefore never has our calls in it, and after what
others, such as pytest, have made of it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from ctypes import py_object, pythonapi
from types import CodeType
from typing import TYPE_CHECKING, Any

from promo_recorder.facts import Function
from promo_recorder.inserting import Hooks, with_hooks

if TYPE_CHECKING:
    from promo_recorder.recorder import Recorder
    from promo_recorder.watches import Held, Watch


def start(recorder: Recorder) -> None:
    """Record the functions of all modules that begin to run from now on."""

    def hear(event: str, arguments: tuple[Any, ...]) -> None:
        if event != "exec":
            return
        code = arguments[0]
        try:
            _instrument(recorder, code)
        except Exception as error:
            recorder.report(Function(code.co_filename, code.co_name, code.co_firstlineno), error)

    sys.addaudithook(hear)


def _instrument(recorder: Recorder, code: CodeType) -> None:
    """Give the functions in code that is about to run their calls; it may run a second time."""
    if not recorder.records(code):
        return
    for number, each in enumerate(code.co_consts):
        if isinstance(each, CodeType):
            _replace(code.co_consts, number, _instrumented(recorder, each))


def _instrumented(recorder: Recorder, code: CodeType) -> CodeType:
    """Return the code of a function or a class body with its calls, and with those inside it."""
    if any(isinstance(each, _Hook) for each in code.co_consts):
        return code
    constants = tuple(
        _instrumented(recorder, each) if isinstance(each, CodeType) else each
        for each in code.co_consts
    )
    code = code.replace(co_consts=constants)
    watch = recorder.watch(code)
    if watch is None:
        return code
    started, yielded, returned = (
        _Hook(act, watch) for act in (recorder.started, recorder.yielded, recorder.returned)
    )
    stored = {
        each.name: _StoreHook(recorder.stored, watch, each) for each in watch.variables.values()
    }
    return with_hooks(code, Hooks(started, yielded, returned, stored))


class _Hook:
    """A constant of a function's code that is called with nothing, or with a value."""

    __slots__ = ("_act", "_watch")

    def __init__(self, act: Callable[..., None], watch: Watch) -> None:
        """Take what to do with the watch and the value."""
        self._act = act
        self._watch = watch

    def __call__(self, *value: Any) -> None:
        """Record something of the function that calls this, if it is still watched."""
        if not self._watch.over:
            self._act(self._watch, *value)

    def __reduce__(self) -> tuple[Any, ...]:
        """Where code goes as a pickle there is no recorder: a call of this has no effect."""
        return getattr, ("", "format")


class _StoreHook(_Hook):
    """One that is called with what a variable gets."""

    __slots__ = ("_variable",)

    def __init__(self, act: Callable[..., None], watch: Watch, variable: Held) -> None:
        """Take what to do with the watch, the variable and the value."""
        super().__init__(act, watch)
        self._variable = variable

    def __call__(self, *value: Any) -> None:
        """Record what the variable gets, if it is still looked at."""
        if not self._variable.over and not self._watch.over:
            self._act(self._watch, self._variable, *value)


def _replace(items: tuple[Any, ...], number: int, new: CodeType) -> None:
    """Replace an item of the constants that code has, while nothing runs that uses them.

    The audit event hands over the code object that will run, and it has no other way to change.
    """
    old = items[number]
    slots: Any = (py_object * len(items)).from_address(id(items) + tuple.__basicsize__)
    pythonapi.Py_IncRef(py_object(new))
    slots[number] = new
    pythonapi.Py_DecRef(py_object(old))
