"""The facts about a run, and their format as lines of JSON.

The first line of a file names the version of the format. Each other line is one fact, so that files
of several runs and processes can be joined, and a file that was cut off can still be read.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Any, Final, TypeAlias

from promo_recorder.values import MalformedError, Value, from_data, to_data

VERSION: Final = 3
"""The version of the format; files of other versions are refused."""


@dataclass(frozen=True, slots=True)
class Function:
    """A function of the program; ``line`` is the line of its first decorator, or of its ``def``."""

    file: str
    name: str
    line: int


@dataclass(frozen=True, slots=True)
class Call:
    """The arguments and result of one call that raised nothing.

    Exactly one of ``result`` and ``yielded`` is given: a generator gives a fact for each value that
    it yields, and another one for the value that it returns.
    """

    function: Function
    arguments: tuple[tuple[str, Value], ...]
    result: Value | None = None
    yielded: Value | None = None


@dataclass(frozen=True, slots=True)
class Crowd:
    """A function with too many distinct calls to make an annotation of them."""

    function: Function


@dataclass(frozen=True, slots=True)
class Field:
    """A value that a field of a class had."""

    file: str
    cls: str
    field: str
    value: Value


@dataclass(frozen=True, slots=True)
class Variable:
    """One of the values of a variable in a function; only arrays are described."""

    function: Function
    variable: str
    value: Value


@dataclass(frozen=True, slots=True)
class Source:
    """The contents of a file while it ran, as SHA-256."""

    file: str
    digest: str


@dataclass(frozen=True, slots=True)
class Caller:
    """A file of the program, outside the sources, that calls functions of the sources."""

    file: str


@dataclass(frozen=True, slots=True)
class Evaluated:
    """A file whose annotations something evaluates at run time; an empty name means all files."""

    file: str


@dataclass(frozen=True, slots=True)
class Trouble:
    """The reason why something could not be recorded."""

    message: str


Fact: TypeAlias = Call | Crowd | Field | Variable | Source | Caller | Evaluated | Trouble


def values_of(fact: Fact) -> Iterator[Value]:
    """Yield all values that a fact is about."""
    match fact:
        case Call(_, arguments, result, yielded):
            yield from (value for _, value in arguments)
            yield from (each for each in (result, yielded) if each is not None)
        case Field(value=value) | Variable(value=value):
            yield value


HEADER: Final = json.dumps({"promo-facts": VERSION})


def to_line(fact: Fact) -> str:
    """Return a fact as a line of JSON, without its end."""
    return json.dumps(_data(fact), ensure_ascii=True, separators=(",", ":"))


def _data(fact: Fact) -> dict[str, Any]:
    match fact:
        case Call(function, arguments, result, yielded):
            return {
                "fact": "call",
                **asdict(function),
                "arguments": [[name, to_data(value)] for name, value in arguments],
                "result": None if result is None else to_data(result),
                "yielded": None if yielded is None else to_data(yielded),
            }
        case Crowd(function):
            return {"fact": "crowd", **asdict(function)}
        case Field(file, cls, field, value):
            return {
                "fact": "field",
                "file": file,
                "class": cls,
                "field": field,
                "value": to_data(value),
            }
        case Variable(function, variable, value):
            return {
                "fact": "variable",
                **asdict(function),
                "variable": variable,
                "value": to_data(value),
            }
        case Source(file, digest):
            return {"fact": "source", "file": file, "digest": digest}
        case Caller(file):
            return {"fact": "caller", "file": file}
        case Evaluated(file):
            return {"fact": "evaluated", "file": file}
        case Trouble(message):
            return {"fact": "trouble", "message": message}


def _function(data: dict[str, Any]) -> Function:
    return Function(str(data["file"]), str(data["name"]), int(data["line"]))


def _value(data: Any) -> Value | None:
    return None if data is None else from_data(data)


def _call(data: dict[str, Any]) -> Call:
    arguments = tuple((str(name), from_data(value)) for name, value in data["arguments"])
    return Call(_function(data), arguments, _value(data["result"]), _value(data["yielded"]))


_READERS: Final[dict[str, Callable[[dict[str, Any]], Fact]]] = {
    "call": _call,
    "crowd": lambda data: Crowd(_function(data)),
    "field": lambda data: Field(
        str(data["file"]), str(data["class"]), str(data["field"]), from_data(data["value"])
    ),
    "variable": lambda data: Variable(
        _function(data), str(data["variable"]), from_data(data["value"])
    ),
    "source": lambda data: Source(str(data["file"]), str(data["digest"])),
    "caller": lambda data: Caller(str(data["file"])),
    "evaluated": lambda data: Evaluated(str(data["file"])),
    "trouble": lambda data: Trouble(str(data["message"])),
}


def from_line(line: str) -> Fact:
    """Return the fact of a line.

    Raises:
        MalformedError: :func:`to_line` writes no such line.
    """
    try:
        data = json.loads(line)
        return _READERS[data["fact"]](data)
    except (ValueError, KeyError, TypeError, RecursionError):
        raise MalformedError("not a line of facts") from None


def is_header(line: str) -> bool:
    """Whether a line starts a file of this version.

    Raises:
        MalformedError: the line starts a file of another version.
    """
    try:
        version = json.loads(line)["promo-facts"]
    except (ValueError, KeyError, TypeError):
        return False
    if version != VERSION:
        raise MalformedError(f"version {version} of the format; this promo reads {VERSION}")
    return True
