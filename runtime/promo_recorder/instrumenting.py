"""Watches functions by calls inserted into their code, for Python 3.11.

A profile function would be called for every function of the process, including those in C. Instead,
calls are inserted when a module begins to run, at the audit event ``exec``. By then the code has
been compiled or read from ``__pycache__``, where the calls are never stored, and changed by others,
such as pytest.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from ctypes import py_object, pythonapi
from types import CodeType
from typing import TYPE_CHECKING, Any

from promo_recorder.evaluation import QUESTIONS
from promo_recorder.facts import Function
from promo_recorder.inserting import Hooks, with_hooks

if TYPE_CHECKING:
    from promo_recorder.recorder import Recorder
    from promo_recorder.watches import Held, Watch


def start(recorder: Recorder) -> None:
    """Record the functions of all modules that are executed from now on."""

    def hear(event: str, arguments: tuple[Any, ...]) -> None:
        if event != "exec":
            return
        code = arguments[0]
        try:
            _instrument(recorder, code)
        except Exception as error:
            recorder.report(Function(code.co_filename, code.co_name, code.co_firstlineno), error)

    sys.addaudithook(hear)
    for question in QUESTIONS:
        asked = _Question(recorder)
        hooks = Hooks(asked, _nothing, _nothing, {})
        question.__code__ = with_hooks(question.__code__, hooks)


class _Question:
    """The hook in the functions by which annotations are read, such as ``get_type_hints``."""

    __slots__ = ("_recorder",)

    def __init__(self, recorder: Recorder) -> None:
        """Take the recorder, which is told of each call."""
        self._recorder = recorder

    def __call__(self) -> None:
        """Tell the recorder of the call."""
        self._recorder.asked(sys._getframe(1))


def _nothing(_: object) -> None:
    """Ignore a value that is returned or yielded."""


def _instrument(recorder: Recorder, code: CodeType) -> None:
    """Insert calls into the functions of code that is about to run; it may have run before."""
    if not recorder.records(code):
        return
    for number, each in enumerate(code.co_consts):
        if isinstance(each, CodeType):
            _replace(code.co_consts, number, _instrumented(recorder, each))


def _instrumented(recorder: Recorder, code: CodeType) -> CodeType:
    """Return the code of a function or class body with calls inserted, inner code included."""
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
    """A constant in the code of a function, which the inserted instructions call."""

    __slots__ = ("_act", "_watch")

    def __init__(self, act: Callable[..., None], watch: Watch) -> None:
        """Take the action, and the watch of the function."""
        self._act = act
        self._watch = watch

    def __call__(self, *value: Any) -> None:
        """Perform the action for the calling function, if it is still watched."""
        if not self._watch.over:
            self._act(self._watch, *value)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle as a function without effect, since no recorder may run where it is unpickled."""
        return getattr, ("", "format")


class _StoreHook(_Hook):
    """A hook that is called with the new value of a variable."""

    __slots__ = ("_variable",)

    def __init__(self, act: Callable[..., None], watch: Watch, variable: Held) -> None:
        """Take the action, the watch and the variable."""
        super().__init__(act, watch)
        self._variable = variable

    def __call__(self, *value: Any) -> None:
        """Perform the action for the new value, if the variable is still watched."""
        if not self._variable.over and not self._watch.over:
            self._act(self._watch, self._variable, *value)


def _replace(items: tuple[Any, ...], number: int, new: CodeType) -> None:
    """Replace an item in the tuple of constants of code that is not running yet.

    The audit event gives the code object that will run, which can be changed in no other way.
    """
    old = items[number]
    slots: Any = (py_object * len(items)).from_address(id(items) + tuple.__basicsize__)
    pythonapi.Py_IncRef(py_object(new))
    slots[number] = new
    pythonapi.Py_DecRef(py_object(old))
