"""The plugin's findings in bodies that are checked for calls, and their reports."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from mypy.checker import TypeChecker
from mypy.errors import ErrorInfo
from mypy.messages import format_type_bare
from mypy.nodes import Context, FuncItem
from mypy.options import Options
from mypy.types import AnyType, Type, get_proper_type

from promo_mypy.errorcodes import CATEGORY
from promo_mypy.errors import function_name
from promo_mypy.inference.guarded import Span
from promo_mypy.inference.values import name_of_made
from promo_mypy.unwatched import unwatched
from promo_typing.core.program_files import is_library_source

_NOTE: Final = "note"


class Finding(NamedTuple):
    """A message of the plugin in the body of a function, and the call for which it holds.

    Attributes:
        path: the file of the function.
        error: the message, with its place.
        call: the description of the call, for a note; may be empty.
    """

    path: str
    error: ErrorInfo
    call: str


def findings(
    path: str, errors: Iterable[ErrorInfo], describe: Callable[[], str]
) -> Iterator[Finding]:
    """Yield the plugin's own errors among those in a body.

    The call is described only for an error: the text of its types takes mypy as long as a part of
    the body if they are unions of many classes, and most bodies have no error. A library's source
    has no findings, since the user cannot change it.
    """
    if is_library_source(path):
        return
    call = None
    for error in errors:
        if is_own(error):
            call = describe() if call is None else call
            yield Finding(path, error, call)


def outside_of(spans: Iterable[Span], errors: Sequence[ErrorInfo]) -> Iterator[ErrorInfo]:
    """Yield the errors that are in none of these parts of the file.

    The parts are read only if there are errors of the plugin: mypy's own are frequent, and dropped.
    """
    left_out = list(spans) if any(map(is_own, errors)) else []
    for error in errors:
        if not any(span.has(error.line, error.column) for span in left_out):
            yield error


def is_own(error: ErrorInfo) -> bool:
    """Whether an error is the plugin's, and not mypy's."""
    return error.code is not None and error.code.category == CATEGORY


def call_of(
    function: FuncItem, types: Iterable[Type], path: str, context: Context, options: Options
) -> str:
    """Describe the call for which a body is checked: ``for x: Array[float32], called at a.py:3``.

    If ``context`` is the function itself, nothing in the program calls it. Then only the arguments
    are described, which pytest gives to a test; the result is empty if there are none.
    """
    names = (argument.variable.name for argument in function.arguments)
    known = [
        f"{name}: {shown}"
        for name, typ in zip(names, types, strict=True)
        if (shown := _shown(typ, options))
    ]
    if context is function:
        given = known[bool(function.info) :]
        return f"for {', '.join(given)}" if given and function.type is None else ""
    place = f"called at {path}:{context.line}"
    return f"for {', '.join(known)}, {place}" if known else place


def _shown(typ: Type, options: Options) -> str:
    """A type in words; empty if it is unknown."""
    made = name_of_made(typ)
    if made is not None:
        return made and function_name(made)
    return "" if isinstance(get_proper_type(typ), AnyType) else format_type_bare(typ, options)


class Reporter:
    """Reports each finding once, even if several calls lead to it.

    Attributes:
        elsewhere: the findings that are reported at a call in another module, by the file, line and
            message of that report.
    """

    def __init__(self) -> None:
        """Start without findings."""
        self.elsewhere: dict[tuple[str, int, str], Finding] = {}
        self._reported: set[tuple[str, int, int, str]] = set()

    def report(self, found: Iterable[Finding], caller: TypeChecker, context: Context) -> None:
        """Report the findings in the body of a function that is called here.

        A finding in this module is reported at its own place. One in another module is reported at
        the call, since mypy may have printed the messages of that module already.
        """
        for each in found:
            path, error, call = each
            key = (path, error.line, error.column, error.message)
            if key in self._reported:
                continue
            self._reported.add(key)
            with unwatched(caller.errors):
                if path == caller.path:
                    _report_there(caller, error, call)
                elif not _is_ignored(caller, path, error):
                    said = _report_here(caller, context, each)
                    self.elsewhere[caller.path, context.line, said] = each


def _is_ignored(caller: TypeChecker, path: str, error: ErrorInfo) -> bool:
    """Whether a ``type: ignore`` comment in another module covers an error there."""
    ignored = caller.errors.ignored_lines.get(path, {})
    return caller.errors.is_ignored_error(error.line, error, ignored)


def _report_here(caller: TypeChecker, context: Context, found: Finding) -> str:
    """Report a finding at a call, and return the message, which has the finding's own place."""
    path, error, call = found
    said = f"{error.message} ({path}:{error.line})"
    if error.severity == _NOTE:
        caller.note(said, context, code=error.code)
        return said
    caller.fail(said, context, code=error.code)
    if call:
        caller.note(call, context, code=error.code)
    return said


def _report_there(caller: TypeChecker, error: ErrorInfo, call: str) -> None:
    caller.errors.add_error_info(error)
    if call and error.severity == "error":
        caller.errors.report(
            error.line,
            error.column,
            call,
            error.code,
            severity=_NOTE,
            end_line=error.end_line,
            end_column=error.end_column,
        )
