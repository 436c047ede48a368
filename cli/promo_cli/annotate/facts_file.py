"""Files of recorded facts: reading, joining and writing them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from promo_cli.command_error import CommandError
from promo_cli.replace_file import replace_file
from promo_recorder.facts import (
    HEADER,
    Call,
    Caller,
    Crowd,
    Evaluated,
    Fact,
    Field,
    Source,
    Trouble,
    Variable,
    from_line,
    is_header,
    to_line,
)
from promo_recorder.values import DictValue, Instance, ListValue, MalformedError, TupleValue, Value


def read(path: Path) -> list[Fact]:
    """Return the facts of a file; a last line that was cut off is left out.

    Raises:
        CommandError: the file cannot be read, or has another format.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise CommandError(f"cannot read the facts in {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise CommandError(f"{path} is no file of facts") from None
    lines = text.split("\n")
    complete = lines[:-1]  # the text behind the last line end was not written in full
    try:
        if not complete or not is_header(complete[0]):
            raise CommandError(f"{path} is no file of facts")
        return list(_facts(path, complete[1:]))
    except MalformedError as error:
        raise CommandError(f"{path}: {error}") from None


def read_log(path: Path) -> list[Fact]:
    """Return the facts of one process; none if it was killed while it wrote the first."""
    with path.open("rb") as file:
        return read(path) if file.readline().endswith(b"\n") else []


def _facts(path: Path, lines: Iterable[str]) -> Iterator[Fact]:
    for number, line in enumerate(lines, 2):
        try:
            yield from_line(line)
        except MalformedError:
            raise CommandError(f"{path}:{number}: not a line of facts") from None


def joined(parts: Iterable[Iterable[Fact]]) -> list[Fact]:
    """Return the facts of several runs, each once.

    If a file was changed between two runs, only the later run's facts about that file are kept.
    """
    found: dict[Fact, None] = {}
    digests: dict[str, str] = {}
    for facts in parts:
        new = list(facts)
        for each in new:
            if isinstance(each, Source):
                outdated = digests.get(each.file, each.digest) != each.digest
                digests[each.file] = each.digest
                if outdated:
                    found = {old: None for old in found if _file(old) != each.file}
        found.update(dict.fromkeys(new))
    return list(found)


def _file(fact: Fact) -> str | None:
    match fact:
        case Call(function) | Crowd(function) | Variable(function):
            return function.file
        case Field(file=file) | Source(file=file):
            return file
        case Caller() | Evaluated() | Trouble():
            return None


def write(path: Path, facts: Iterable[Fact]) -> None:
    """Write facts to a file; an existing file is replaced atomically.

    Raises:
        CommandError: the file cannot be written.
    """
    text = "".join(f"{line}\n" for line in (HEADER, *map(to_line, facts)))
    replace_file(path, text.encode())


def portable(facts: Iterable[Fact], root: Path) -> list[Fact]:
    """Make the paths of files relative to a folder, so that facts hold on other machines."""

    def relative(file: str) -> str:
        inside = Path(file).is_relative_to(root)
        return Path(file).relative_to(root).as_posix() if inside else file

    return [_renamed(each, relative) for each in facts]


def absolute(facts: Iterable[Fact], root: Path) -> list[Fact]:
    """Make the paths of files absolute again."""
    return [_renamed(each, lambda file: os.path.normpath(root / file)) for each in facts]


def _renamed(fact: Fact, rename: Callable[[str], str]) -> Fact:
    def value(old: Value) -> Value:
        match old:
            case Instance(file=file) if file:
                return replace(old, file=rename(file))
            case TupleValue(items):
                return TupleValue(tuple(map(value, items)))
            case ListValue(items):
                return ListValue(tuple(map(value, items)))
            case DictValue(keys, values):
                return DictValue(tuple(map(value, keys)), tuple(map(value, values)))
        return old

    match fact:
        case Call(function, arguments, result, yielded):
            return Call(
                replace(function, file=rename(function.file)),
                tuple((name, value(each)) for name, each in arguments),
                None if result is None else value(result),
                None if yielded is None else value(yielded),
            )
        case Crowd(function):
            return Crowd(replace(function, file=rename(function.file)))
        case Variable(function, name, old):
            return Variable(replace(function, file=rename(function.file)), name, value(old))
        case Field(file=file, value=old):
            return replace(fact, file=rename(file), value=value(old))
        case Source(file=file) | Caller(file=file):
            return replace(fact, file=rename(file))
        case Evaluated(file):
            return Evaluated(rename(file)) if file else fact
        case Trouble():
            return fact
