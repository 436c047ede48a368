"""What is recorded of the calls of a function, and when a function has been seen often enough."""

from __future__ import annotations

import hashlib
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from inspect import (
    CO_ASYNC_GENERATOR,
    CO_GENERATOR,
    CO_NEWLOCALS,
    CO_VARARGS,
    CO_VARKEYWORDS,
)
from types import CodeType, FrameType
from typing import TYPE_CHECKING, Any, Final

from promo_recorder.facts import (
    Call,
    Crowd,
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

if TYPE_CHECKING:
    from promo_recorder.describe import Describer

_MOST_CALLS: Final = 64
"""A function with more different calls is a crowd."""

_SEEN_ENOUGH: Final = 200
_SEEN_ENOUGH_OF_ARRAYS: Final = 20_000
"""After so many calls without a new fact a function is no longer watched. One that handles arrays
spends far more time on them than we on looking, and another dtype would make its facts wrong; only
its variables are no longer looked at after the smaller number."""

_COPIES_LOCALS: Final = sys.version_info < (3, 13)
"""``f_locals`` is a dictionary that the frame keeps, and with it the values. The program gets the
same one from ``locals()``."""

_LOCALS: Final = frozenset({"locals", "vars"})

_MOST_OPEN_CALLS: Final = 10_000
"""Calls that have begun and not returned: some never do, since they raised."""


_FRAMES_ABOVE: Final = 3
"""From the function that guards to that of the program, over one of ours and who calls that."""


@dataclass(slots=True)
class Watch:
    """A function that is watched, and its calls that have begun."""

    code: CodeType  # kept, since functions are told apart by the identity of their code
    function: Function
    parameters: tuple[str, ...]
    seen: set[Call] = field(default_factory=set)
    unchanged: int = 0
    has_arrays: bool = False
    over: bool = False
    open: dict[int, tuple[tuple[str, Value], ...]] = field(default_factory=dict)
    variables: set[tuple[str, Value]] = field(default_factory=set)

    @property
    def has_variables(self) -> bool:
        """Whether the function has variables beside its parameters that may be looked at."""
        shown = _COPIES_LOCALS and not _LOCALS.isdisjoint(self.code.co_names)
        count = self.code.co_nlocals + len(self.code.co_cellvars)
        return count > len(self.parameters) and not shown


class Recorder:
    """Turns calls into facts, each of which is written once.

    Nothing that goes wrong here reaches the program: it becomes a fact of its own.
    """

    def __init__(self, scope: Scope, write: Callable[[Fact], None]) -> None:
        """Take the files to record, and what facts are given to."""
        self._scope = scope
        self._write = write
        self._fields = Fields(scope)
        self._instances = Instances(self._fields)
        self._describer: Describer | None = None
        self.watches: dict[int, Watch | None] = {}
        """By the identity of their code; None for those that are not recorded, or no longer."""
        self._codes: list[CodeType] = []
        self._sources: set[str] = set()
        self._field_values: dict[Declared, set[Value]] = {}
        self._troubles: set[str] = set()
        self._busy = threading.local()

    def watch(self, code: CodeType) -> Watch | None:
        """Return what is known of a function, None if it is not recorded, or no longer."""
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
        if file is None or not is_function or code.co_flags & CO_ASYNC_GENERATOR:
            return None
        function = Function(file, code.co_qualname, code.co_firstlineno)
        return Watch(code, function, _parameters(code))

    def started(self, watch: Watch) -> None:
        """Note the arguments of a call that begins; the caller was called by its frame."""
        self._guarded(self._started, watch)

    def returned(self, watch: Watch, value: Any) -> None:
        """Record a call that ends with a value."""
        self._guarded(self._returned, watch, value)

    def yielded(self, watch: Watch, value: Any) -> None:
        """Record a value that a generator yields."""
        if watch.code.co_flags & CO_GENERATOR:
            self._guarded(self._yielded, watch, value)

    def report(self, function: Function, error: Exception) -> None:
        """Record that something of a function could not be recorded."""
        words = f"{function.file}:{function.line}: {function.name}: {type(error).__name__}: {error}"
        if words not in self._troubles and len(self._troubles) < _MOST_CALLS:
            self._troubles.add(words)
            try:
                self._write(Trouble(words))
            except Exception:
                return  # Not even that can be written; the run goes on.

    def _guarded(self, act: Callable[..., None], watch: Watch, *value: Any) -> None:
        """Record, unless that is what this thread does already."""
        if getattr(self._busy, "now", False):
            return
        self._busy.now = True
        try:
            # An audit hook of the program hears of this, and may itself be recorded.
            act(watch, sys._getframe(_FRAMES_ABOVE), *value)
            self._record_fields()
        except Exception as error:
            self.report(watch.function, error)
        finally:
            self._busy.now = False  # First: the other may fail where the stack is full.
            self._instances.forget()

    def _started(self, watch: Watch, frame: FrameType) -> None:
        values = frame.f_locals
        arguments = tuple((each, self._describe(values[each])) for each in watch.parameters)
        if _COPIES_LOCALS:
            values.clear()
        if len(watch.open) >= _MOST_OPEN_CALLS:
            watch.open.clear()
        watch.open[id(frame)] = arguments

    def _returned(self, watch: Watch, frame: FrameType, value: Any) -> None:
        arguments = watch.open.pop(id(frame), None)
        if arguments is not None:
            result = self._describe(value)
            self._add(watch, Call(watch.function, arguments, result=result))
            if watch.has_variables and watch.unchanged < _SEEN_ENOUGH and not watch.over:
                self._add_variables(watch, frame)

    def _add_variables(self, watch: Watch, frame: FrameType) -> None:
        """Record what variables hold at the end of a call, of other things only that they do."""
        describer = self._with_describer()
        values = frame.f_locals
        for name, value in values.items():
            if name in watch.parameters:
                continue
            is_array = describer.is_array(value)
            found = name, describer.describe(value) if is_array else UNKNOWN
            if found not in watch.variables:
                watch.variables.add(found)
                watch.unchanged = 0
                self._write(Variable(watch.function, *found))
        if _COPIES_LOCALS:
            values.clear()

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
            # pytest warns of a plugin whose package is imported before pytest is, as ours would be.
            from promo_recorder.describe import Describer

            self._describer = Describer(self._instances.meet)
        return self._describer

    def _record_fields(self) -> None:
        """Record what is in the fields of the instances that were described."""
        for value in self._instances.take():
            for declared, found in self._fields.of(value):
                described = self._describe(found, depth=2)
                seen = self._field_values.setdefault(declared, set())
                if described not in seen:
                    seen.add(described)
                    self._instances.learned_of(type(value))
                    self._source(declared.file)
                    self._write(Field(*declared, described))


def _parameters(code: CodeType) -> tuple[str, ...]:
    count = code.co_argcount + code.co_kwonlyargcount
    count += bool(code.co_flags & CO_VARARGS) + bool(code.co_flags & CO_VARKEYWORDS)
    return code.co_varnames[:count]


def _has_array(call: Call) -> bool:
    outcome = [each for each in (call.result, call.yielded) if each is not None]
    return any(map(holds_dtype, [*outcome, *(value for _, value in call.arguments)]))
