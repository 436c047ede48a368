"""Variables of functions whose dtype promo check does not know, and the run does.

Most of them hold what a function of a library returns. Only a variable that gets its value in one
statement is considered, outside of loops: what it held in the end is what it held all the time.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple, TypeAlias

from promo_cli.annotate.checking import Checked
from promo_cli.annotate.file_facts import FileFacts
from promo_cli.annotate.functions import Function, all_functions, first_line
from promo_cli.annotate.policy import decide_variable
from promo_cli.annotate.rewriting import Rewritten, Slot


class _Variable(NamedTuple):
    """A variable, where it gets its value, and the names in that value."""

    name: str
    place: tuple[int, int]
    needs: frozenset[str]


class Unknown(NamedTuple):
    """Variables to annotate, and those of them that do not follow from others of them."""

    all: frozenset[Slot]
    first: frozenset[Slot]


def unknown_variables(
    before: Checked,
    after: Checked,
    rewritten: Mapping[str, Rewritten],
    facts: Mapping[str, FileFacts],
) -> Unknown:
    """Return the variables whose dtype only the run knows."""
    found = {
        slot: follows
        for path, new in rewritten.items()
        for slot, follows in _of_file(path, before.texts[path], new.text, after, facts[path])
    }
    return Unknown(frozenset(found), frozenset(slot for slot in found if not found[slot]))


def _of_file(
    path: str, old: bytes, new: bytes, after: Checked, facts: FileFacts
) -> Iterator[tuple[Slot, bool]]:
    """The variables, each with whether it follows from others."""
    known = after.starts.get(path, frozenset())
    lines = new.split(b"\n")
    for (name, before), (_, function) in zip(all_functions(old), all_functions(new), strict=True):
        line = first_line(before)
        recorded = facts.variables.get((name, line), {})
        unknown = {
            each.name: each
            for each in _variables(function, lines)
            if each.place not in known and decide_variable(recorded.get(each.name, ())) is not None
        }
        for each in unknown.values():
            follows = bool(each.needs & unknown.keys())
            yield Slot(path, name, line, each.name), follows


def _variables(function: Function, lines: list[bytes]) -> Iterator[_Variable]:
    """The variables of a function that one statement outside of loops gives a value."""
    bound = Counter(_bound(function))
    for statement in _outside_of_loops(function):
        match statement:
            case ast.Assign(targets=[target], value=value):
                needs = {each.id for each in ast.walk(value) if isinstance(each, ast.Name)}
                for each in _names(target):
                    if bound[each.id] == 1:
                        yield _Variable(each.id, _place(each, lines), frozenset(needs))


def _names(target: ast.expr) -> Iterator[ast.Name]:
    """The variables that an assignment gives a value each, those of nested tuples, too."""
    match target:
        case ast.Name():
            yield target
        case ast.Tuple(elements) | ast.List(elements):
            for each in elements:
                yield from _names(each)


def _bound(function: Function) -> Iterator[str]:
    """The names that a function binds, each as often as it does; those of inner ones, too."""
    for each in ast.walk(function):
        match each:
            case ast.Name(name, ast.Store() | ast.Del()):
                yield name
            case ast.arg(arg=name) | ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.Global(names) | ast.Nonlocal(names):
                yield from names * 2
            case ast.ExceptHandler(name=str(name)) | ast.alias(asname=str(name)):
                yield name
            case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                yield name
            case ast.alias(name=name):
                yield name.partition(".")[0]


_Inner: TypeAlias = (
    ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.For | ast.AsyncFor | ast.While
)


def _outside_of_loops(node: ast.AST) -> Iterator[ast.AST]:
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, _Inner):
            yield child
            yield from _outside_of_loops(child)


def _place(target: ast.Name, lines: list[bytes]) -> tuple[int, int]:
    """The line and the column, which promo check counts from 1, and in characters."""
    before = lines[target.lineno - 1][: target.col_offset]
    return target.lineno, len(before.decode(errors="replace")) + 1
