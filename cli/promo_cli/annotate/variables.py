"""Finds variables in functions whose dtypes the run has shown, but ``promo check`` does not know.

Most of them hold results of library functions. A variable counts only if all its values were
recorded, that is, if only assignments, loops and ``with`` bind it. And mypy must accept its values
for the new annotation, which it does not if their type is ``ArrayLike``, for example.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from promo_cli.annotate.checking import Checked, Place
from promo_cli.annotate.file_facts import FileFacts
from promo_cli.annotate.functions import Function, all_functions, first_line, own_nodes
from promo_cli.annotate.message_types import Members
from promo_cli.annotate.policy import decide_variable
from promo_cli.annotate.rewriting import Rewritten, Slot
from promo_cli.annotate.terms import ArrayOf, Term
from promo_typing.core.dtypes import WEAK


class _Variable(NamedTuple):
    """A variable, the places where its dtype is looked up, and the names in its values."""

    name: str
    places: frozenset[Place]
    needs: frozenset[str]


class _Binding(NamedTuple):
    """A name, and the expression whose value, or part of its value, the name gets."""

    name: ast.Name
    value: ast.expr
    is_assignment: bool


class Unknown(NamedTuple):
    """The variables to annotate; those in ``first`` do not depend on other such variables."""

    all: frozenset[Slot]
    first: frozenset[Slot]


def unknown_variables(
    before: Checked,
    after: Checked,
    rewritten: Mapping[str, Rewritten],
    facts: Mapping[str, FileFacts],
) -> Unknown:
    """Return the variables whose dtype only the run knows.

    Args:
        before: the check of the sources without annotations.
        after: the check with annotations.
        rewritten: the annotated texts, by file.
        facts: the recorded values, by file.
    """
    found = {
        slot: follows
        for path, new in rewritten.items()
        for slot, follows in _of_file(path, before.texts[path], new.text, after, facts[path])
    }
    return Unknown(frozenset(found), frozenset(slot for slot in found if not found[slot]))


def declarable(
    before: Checked, rewritten: Mapping[str, Rewritten], facts: Mapping[str, FileFacts]
) -> frozenset[Slot]:
    """Return the variables that held arrays of one dtype, and whose values were all recorded."""
    return frozenset(
        Slot(path, name, first_line(old), each.name)
        for path, new in rewritten.items()
        for name, old, function in _functions(before.texts[path], new.text)
        for each in _variables(function, new.text.split(b"\n"))
        if _term(facts[path], name, old, each.name) is not None
    )


def _term(facts: FileFacts, function: str, node: Function, variable: str) -> Term | None:
    recorded = facts.variables.get((function, first_line(node)), {})
    return decide_variable(recorded.get(variable, ()), facts.run)


def _functions(old: bytes, new: bytes) -> Iterator[tuple[str, Function, Function]]:
    """The functions of a file: the name, the old function and the annotated one."""
    for (name, before), (_, after) in zip(all_functions(old), all_functions(new), strict=True):
        yield name, before, after


def _of_file(
    path: str, old: bytes, new: bytes, after: Checked, facts: FileFacts
) -> Iterator[tuple[Slot, bool]]:
    """The variables to annotate in a file, each with whether it depends on others of them."""
    known, types = after.starts.get(path, frozenset()), after.types.get(path, {})
    lines = new.split(b"\n")
    for name, before, function in _functions(old, new):
        unknown = {
            each.name: each
            for each in _variables(function, lines)
            if not each.places <= known
            and _may_hold(_term(facts, name, before, each.name), each.places, types)
        }
        for each in unknown.values():
            follows = bool(each.needs & unknown.keys())
            yield Slot(path, name, first_line(before), each.name), follows


def _may_hold(term: Term | None, places: Iterable[Place], types: Mapping[Place, Members]) -> bool:
    """Whether mypy lets a variable declared as ``term`` have the values at these places.

    A weak array is accepted for a strong dtype.
    """
    if not isinstance(term, ArrayOf):
        return False
    accepted = {"Any", *(f"Array[{each}]" for each in ("Any", term.dtype, *WEAK))}
    return all(types.get(place, frozenset()) <= accepted for place in places)


def _variables(function: Function, lines: list[bytes]) -> Iterator[_Variable]:
    """The variables of a function whose values are all recorded."""
    own = list(own_nodes(function))
    total = Counter(_bound(own))
    bindings: dict[str, list[_Binding]] = {}
    for each in _bindings(own):
        bindings.setdefault(each.name.id, []).append(each)
    for name, found in bindings.items():
        if len(found) == total[name] and name.strip("_"):
            values = (each for binding in found for each in ast.walk(binding.value))
            needs = {each.id for each in values if isinstance(each, ast.Name)}
            shown = _shown(name, found, own)
            places = frozenset(_place(each, lines) for each in shown)
            yield _Variable(name, places, frozenset(needs - {name}))


def _shown(name: str, bindings: Iterable[_Binding], own: Iterable[ast.AST]) -> list[ast.Name]:
    """Where a variable's dtype is looked up: at its assignments, or without any, at its uses."""
    assigned = [each.name for each in bindings if each.is_assignment]
    read = (each for each in own if isinstance(each, ast.Name) and each.id == name)
    return assigned or [each for each in read if isinstance(each.ctx, ast.Load)]


def _bindings(own: Iterable[ast.AST]) -> Iterator[_Binding]:
    """The names that assignments, loops and ``with`` bind: the recorder sees their values."""
    for each in own:
        match each:
            case ast.Assign(targets, value):
                yield from (_Binding(name, value, True) for name in _names(*targets))
            case ast.AugAssign(ast.Name() as name, value=value):
                yield _Binding(name, value, False)
            case ast.For(target, value) | ast.AsyncFor(target, value):
                yield from (_Binding(name, value, False) for name in _names(target))
            case ast.withitem(value, ast.expr() as target):
                yield from (_Binding(name, value, False) for name in _names(target))


def _names(*targets: ast.expr) -> Iterator[ast.Name]:
    """The names in the targets of an assignment, those in nested tuples, too."""
    for target in targets:
        match target:
            case ast.Name():
                yield target
            case ast.Tuple(elements) | ast.List(elements):
                yield from _names(*elements)


def _bound(own: Iterable[ast.AST]) -> Iterator[str]:
    """The names that a function binds, once for each binding."""
    for each in own:
        match each:
            case ast.Name(name, ast.Store() | ast.Del()):
                yield name
            case ast.arg(arg=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name
            case ast.ClassDef(name=name):
                yield name
            case ast.Global(names) | ast.Nonlocal(names):
                yield from names
            case ast.ExceptHandler(name=str(name)) | ast.alias(asname=str(name)):
                yield name
            case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                yield name
            case ast.alias(name=name):
                yield name.partition(".")[0]


def _place(target: ast.Name, lines: list[bytes]) -> Place:
    """The line and column of a name, counted as ``promo check`` does: from 1 and in characters."""
    before = lines[target.lineno - 1][: target.col_offset]
    return target.lineno, len(before.decode(errors="replace")) + 1
