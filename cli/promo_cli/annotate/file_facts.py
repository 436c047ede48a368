"""The facts about one file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from promo_cli.annotate.weakness import Run, run_of
from promo_recorder.facts import Call, Crowd, Evaluated, Fact, Field, Source, Variable
from promo_recorder.values import Value


@dataclass
class FileFacts:
    """What was recorded in a file: calls of functions, and the values of variables and fields.

    ``digests`` are digests of its contents, several if the file was changed between runs. ``run``
    has the dtypes in all files. ``is_evaluated``: the program evaluated annotations of the file.
    """

    calls: dict[tuple[str, int], list[Call]] = field(default_factory=dict)
    fields: dict[tuple[str, str], list[Value]] = field(default_factory=dict)
    variables: dict[tuple[str, int], dict[str, list[Value]]] = field(default_factory=dict)
    digests: set[str] = field(default_factory=set)
    run: Run = field(default_factory=Run)
    is_evaluated: bool = False


def by_file(facts: Sequence[Fact]) -> dict[str, FileFacts]:
    """Return the facts of each file, without functions that had too many different calls."""
    run = run_of(facts)
    found: dict[str, FileFacts] = {}
    crowds: set[tuple[str, str, int]] = set()
    evaluated = {each.file for each in facts if isinstance(each, Evaluated)}
    for fact in facts:
        match fact:
            case Source(file, digest):
                found.setdefault(file, FileFacts()).digests.add(digest)
            case Field(file, cls, name, value):
                found.setdefault(file, FileFacts()).fields.setdefault((cls, name), []).append(value)
            case Call(function):
                calls = found.setdefault(function.file, FileFacts()).calls
                calls.setdefault((function.name, function.line), []).append(fact)
            case Variable(function, name, value):
                place = (function.name, function.line)
                variables = found.setdefault(function.file, FileFacts()).variables
                variables.setdefault(place, {}).setdefault(name, []).append(value)
            case Crowd(function):
                crowds.add((function.file, function.name, function.line))
    for file, name, line in crowds:
        if file in found:
            found[file].calls.pop((name, line), None)
            found[file].variables.pop((name, line), None)
    for path, each in found.items():
        each.run = run
        each.is_evaluated = not evaluated.isdisjoint(("", path))
    return found
