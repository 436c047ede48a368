"""Records the calls of functions, and stops once a function has been seen often enough."""

from __future__ import annotations

import hashlib
import sys
import threading
from collections.abc import Callable, Sequence
from gc import get_referents
from inspect import CO_ASYNC_GENERATOR, CO_GENERATOR, CO_NEWLOCALS
from types import CodeType, FrameType
from typing import TYPE_CHECKING, Any, Final

from promo_recorder.callers import Callers
from promo_recorder.evaluation import Evaluation
from promo_recorder.facts import (
    Call,
    Caller,
    Crowd,
    Evaluated,
    Fact,
    Field,
    Function,
    Source,
    Trouble,
    Variable,
)
from promo_recorder.fields import Declared, Fields
from promo_recorder.instances import Instances
from promo_recorder.scope import Scope
from promo_recorder.values import UNKNOWN, Value, holds_dtype
from promo_recorder.watches import Held, Watch, new_watch

if TYPE_CHECKING:
    from promo_recorder.describe import Describer

_MOST_CALLS: Final = 64
"""A function with more distinct calls becomes a ``Crowd``, and is no longer watched."""

_SEEN_ENOUGH: Final = 200
_SEEN_ENOUGH_OF_ARRAYS: Final = 20_000
"""After this many calls without a new fact, a function is no longer watched.

A function of arrays is watched for longer: it takes far more time than the recorder, and to miss a
dtype would make its annotation wrong.
"""

_INITIALIZERS: Final = frozenset({"__init__", "__post_init__"})
"""Methods that set the fields of their first argument."""

_COPIES_LOCALS: Final = sys.version_info < (3, 13)
"""Whether ``f_locals`` is a copy, which keeps values alive as long as the frame."""

_WRAPPED: Final = "async_generator_wrapped_value"
"""The class in which Python wraps a value that an asynchronous generator yields."""

_FRAMES_ABOVE: Final = 3
"""The number of frames from ``_guarded`` up to the program's function."""


class Recorder:
    """Turns calls into facts, and writes each fact once.

    An error in the recorder does not reach the program: it is written as a ``Trouble``.
    """

    def __init__(self, scope: Scope, write: Callable[[Fact], None]) -> None:
        """Take the files to record, and the callback for facts."""
        self._scope = scope
        self._write = write
        self._callers = Callers(scope, lambda file: write(Caller(file)))
        self._evaluation = Evaluation(scope, lambda file: write(Evaluated(file)))
        self._fields = Fields(scope)
        self._instances = Instances(self._fields)
        self._describer: Describer | None = None
        self.watches: dict[int, Watch | None] = {}
        """The watches by the identity of the code; None for code that is not watched (any more)."""
        self._codes: list[CodeType] = []
        self._sources: set[str] = set()
        self._field_values: dict[Declared, set[Value]] = {}
        self._troubles: set[str] = set()
        self._busy = threading.local()

    def watch(self, code: CodeType) -> Watch | None:
        """Return the watch of a function, None if it is not watched, or no longer."""
        try:
            return self.watches[id(code)]
        except KeyError:
            self._codes.append(code)
            return self.watches.setdefault(id(code), self._new(code))

    def records(self, code: CodeType) -> bool:
        """Whether code comes from a file that is recorded."""
        return self._scope.file(code.co_filename) is not None

    def _new(self, code: CodeType) -> Watch | None:
        file = self._scope.file(code.co_filename)
        is_function = code.co_flags & CO_NEWLOCALS and not code.co_name.startswith("<")
        if file is None or not is_function:
            return None
        return new_watch(code, Function(file, code.co_qualname, code.co_firstlineno))

    def started(self, watch: Watch) -> None:
        """Record the arguments of a call that starts, called from a hook in its frame."""
        self._guarded(self._started, watch)

    def returned(self, watch: Watch, value: Any) -> None:
        """Record the result of a call."""
        self._guarded(self._returned, watch, value)

    def yielded(self, watch: Watch, value: Any) -> None:
        """Record a value that a generator yields."""
        if watch.code.co_flags & CO_GENERATOR:
            self._guarded(self._yielded, watch, value)
        elif watch.code.co_flags & CO_ASYNC_GENERATOR and type(value).__name__ == _WRAPPED:
            # Only yielded values are wrapped; an awaited object goes to the event loop unwrapped.
            self._guarded(self._handed_over, watch, value)

    def stored(self, watch: Watch, variable: Held, value: Any) -> None:
        """Record a value that a variable gets."""
        self._guarded(self._stored, watch, variable, value)

    def held(self, watch: Watch, variables: Sequence[Held]) -> None:
        """Record the values of variables that were assigned."""
        if variables:
            self._guarded(self._held, watch, variables)

    def asked(self, frame: FrameType) -> None:
        """Note a call by which annotations are read, such as ``get_type_hints(f)``."""
        if getattr(self._busy, "now", False):
            return
        try:
            self._evaluation.asked(frame)
        except Exception as error:
            code = frame.f_code
            self.report(Function(code.co_filename, code.co_qualname, code.co_firstlineno), error)

    def report(self, function: Function, error: Exception) -> None:
        """Record why a part of a function could not be recorded."""
        words = f"{function.file}:{function.line}: {function.name}: {type(error).__name__}: {error}"
        if words not in self._troubles and len(self._troubles) < _MOST_CALLS:
            self._troubles.add(words)
            try:
                self._write(Trouble(words))
            except Exception:
                return  # Not even the trouble can be written; the program goes on.

    def _guarded(self, act: Callable[..., None], watch: Watch, *value: Any) -> None:
        """Perform an action, unless this thread is already recording."""
        if getattr(self._busy, "now", False):
            return
        self._busy.now = True
        try:
            # ``sys._getframe`` calls audit hooks of the program, which may be recorded, too.
            act(watch, sys._getframe(_FRAMES_ABOVE), *value)
            self._record_fields()
        except Exception as error:
            self.report(watch.function, error)
        finally:
            self._busy.now = False  # First, since ``forget`` may fail if the stack is full.
            self._instances.forget()

    def _started(self, watch: Watch, frame: FrameType) -> None:
        values = frame.f_locals
        arguments = tuple((each, self._describe(values[each])) for each in watch.parameters)
        if _COPIES_LOCALS:
            values.clear()
        watch.begin(id(frame), arguments)
        self._callers.note(frame)

    def _returned(self, watch: Watch, frame: FrameType, value: Any) -> None:
        arguments = watch.open.pop(id(frame), None)
        if arguments is not None:
            result = self._describe(value)
            self._add(watch, Call(watch.function, arguments, result=result))
        if watch.code.co_name in _INITIALIZERS:
            self._initialized(watch, frame)

    def _initialized(self, watch: Watch, frame: FrameType) -> None:
        """Record the fields of an instance that a method has just set."""
        values = frame.f_locals
        for receiver in watch.parameters[:1]:
            self._describe(values.get(receiver))
        if _COPIES_LOCALS:
            values.clear()

    def _held(self, watch: Watch, frame: FrameType, variables: Sequence[Held]) -> None:
        values = frame.f_locals
        for each in variables:
            if not each.over and each.name in values:
                self._stored(watch, frame, each, values[each.name])
        if _COPIES_LOCALS:
            values.clear()

    def _stored(self, watch: Watch, frame: FrameType, variable: Held, value: Any) -> None:
        """Record the value of a variable; only an array is described, other values are unknown.

        Instances in other values are collected all the same, to record their fields.
        """
        is_array = self._with_describer().is_array(value)
        described = self._describe(value) if is_array or variable.looks_inside() else UNKNOWN
        if variable.is_new(described if is_array else UNKNOWN):
            self._source(watch.function.file)
            self._write(Variable(watch.function, variable.name, described))

    def _handed_over(self, watch: Watch, frame: FrameType, wrapped: Any) -> None:
        """Record a value that an asynchronous generator yields, which Python has wrapped."""
        for inner in get_referents(wrapped):
            self._yielded(watch, frame, inner)

    def _yielded(self, watch: Watch, frame: FrameType, value: Any) -> None:
        arguments = watch.open.get(id(frame))
        if arguments is not None:
            result = self._describe(value)
            self._add(watch, Call(watch.function, arguments, yielded=result))

    def _add(self, watch: Watch, call: Call) -> None:
        if call in watch.seen:
            watch.unchanged += 1
            enough = _SEEN_ENOUGH_OF_ARRAYS if watch.has_arrays else _SEEN_ENOUGH
            if watch.unchanged >= enough:
                self._end(watch)
            return
        watch.unchanged = 0
        watch.has_arrays = watch.has_arrays or _has_array(call)
        if not watch.seen:
            self._source(watch.function.file)
        watch.seen.add(call)
        if len(watch.seen) > _MOST_CALLS:
            self._write(Crowd(watch.function))
            self._end(watch)
        else:
            self._write(call)
            self._evaluation.look()

    def _end(self, watch: Watch) -> None:
        watch.over = True
        watch.open.clear()
        self.watches[id(watch.code)] = None

    def _source(self, file: str) -> None:
        if file not in self._sources:
            self._sources.add(file)
            with open(file, "rb") as source:
                self._write(Source(file, hashlib.sha256(source.read()).hexdigest()))

    def _describe(self, value: Any, depth: int = 0) -> Value:
        return self._with_describer().describe(value, depth)

    def _with_describer(self) -> Describer:
        if self._describer is None:
            # Imported late: the import loads ``promo_typing``, a plugin of pytest, and pytest
            # warns of plugins that are imported before itself.
            from promo_recorder.describe import Describer

            self._describer = Describer(self._fields.class_of, self._instances.meet)
        return self._describer

    def _record_fields(self) -> None:
        """Record the fields of the instances that were described."""
        for value, cls in self._instances.take():
            for declared, found in self._fields.of(value, cls):
                described = self._describe(found, depth=2)
                seen = self._field_values.setdefault(declared, set())
                if described not in seen:
                    seen.add(described)
                    self._instances.learned_of(cls)
                    self._source(declared.file)
                    self._write(Field(*declared, described))


def _has_array(call: Call) -> bool:
    outcome = [each for each in (call.result, call.yielded) if each is not None]
    return any(map(holds_dtype, [*outcome, *(value for _, value in call.arguments)]))
