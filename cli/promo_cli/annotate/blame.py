"""Which annotations may have caused a finding, and which findings the run itself confirms."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from itertools import chain
from os.path import realpath
from pathlib import Path
from typing import Final, NamedTuple

from promo_cli.annotate.checking import Checked, new_findings, new_others
from promo_cli.annotate.columns import label
from promo_cli.annotate.file_facts import FileFacts
from promo_cli.annotate.functions import (
    Function,
    all_functions,
    first_line,
    last_line,
    own_nodes,
)
from promo_cli.annotate.message_types import as_shown, found_union, members
from promo_cli.annotate.policy import RESULT
from promo_cli.annotate.rewriting import Rewritten, Slot
from promo_cli.annotate.terms import Strength, strength
from promo_cli.finding import Finding
from promo_recorder.values import ArrayValue
from promo_typing.core.lints import LINTS

_RESULT: Final = re.compile(r'Incompatible return value type \(got "Array\[(?P<dtype>\w+)\]"')
_CALLED: Final = r'"(?P<function>\w+)"(?: of "(?P<owner>\w+)")?'
_ARGUMENT: Final = re.compile(rf'Argument (?:(?P<number>\d+)|"(?P<name>\w+)") to {_CALLED}')
_ASSIGNED: Final = re.compile(r'Incompatible types in assignment .* variable has type "')
_TARGET: Final = re.compile(rb"\s*(\w+)\s*:")
_OVERRIDE: Final = "override"
_SUPERTYPE: Final = re.compile(r'supertype "(?:[\w.]+\.)?(?P<owner>\w+)"')
_NAME: Final = re.compile(rb"\b[A-Za-z_]\w*")
_DOTTED: Final = re.compile(r"(?:\w+\.)*(?P<name>\w+)")
_OF_THE_PLUGIN: Final = "dtype-"
_VARIABLE: Final = re.compile(rf'Value of type variable "\w+" of {_CALLED}')


@dataclass(frozen=True, slots=True)
class _Body:
    """A function before and after it was annotated.

    ``line`` and ``old_last`` are its first and last line in the old text, ``first`` and ``last``
    those in the new one. ``stores`` are the names that its body assigns, with the lines.
    ``first_values`` are the first lines that assign each variable, with the names in its value.
    ``is_open``: a parameter other than ``self`` has no annotation.
    """

    name: str
    line: int
    first: int
    last: int
    old_last: int
    parameters: tuple[str, ...]
    stores: frozenset[tuple[int, str]]
    first_values: Mapping[str, tuple[int, frozenset[str]]]
    is_open: bool

    @property
    def assigned(self) -> frozenset[str]:
        """The names that the body assigns."""
        return frozenset(name for _, name in self.stores)

    def stored_in(self, line: int) -> frozenset[str]:
        """The names that a line assigns."""
        return frozenset(name for number, name in self.stores if number == line)


def _bodies(old: bytes, new: bytes) -> list[_Body]:
    """The functions of a file, old and new paired by position: annotations keep their order."""
    return [
        _Body(
            name,
            first_line(before),
            first_line(after),
            last_line(after),
            last_line(before),
            _names(after),
            _stores(after),
            _first_values(after),
            _is_open(after),
        )
        for (name, before), (_, after) in zip(all_functions(old), all_functions(new), strict=True)
    ]


def _names(node: Function) -> tuple[str, ...]:
    return tuple(each.arg for each in (*node.args.posonlyargs, *node.args.args))


def _stores(node: Function) -> frozenset[tuple[int, str]]:
    found = (each for each in ast.walk(node) if isinstance(each, ast.Name))
    return frozenset((each.lineno, each.id) for each in found if isinstance(each.ctx, ast.Store))


def _first_values(node: Function) -> dict[str, tuple[int, frozenset[str]]]:
    found: dict[str, tuple[int, frozenset[str]]] = {}
    for each in own_nodes(node):
        if isinstance(each, ast.Assign):
            targets = (part for target in each.targets for part in ast.walk(target))
            variables = (part.id for part in targets if isinstance(part, ast.Name))
            found = dict.fromkeys(variables, (each.lineno, _names_in(each.value))) | found
    return found


def _names_in(node: ast.AST) -> frozenset[str]:
    parts = [*ast.walk(node)]
    names = (each.id for each in parts if isinstance(each, ast.Name))
    return frozenset((*names, *(each.attr for each in parts if isinstance(each, ast.Attribute))))


def _is_open(node: Function) -> bool:
    arguments = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
    return any(each.annotation is None and each.arg not in ("self", "cls") for each in arguments)


def _called(message: re.Match[str]) -> tuple[str, ...]:
    """The qualified names that the callee in a message may have; for a class its constructors."""
    function, owner = message["function"], message["owner"]
    if owner is not None:
        return (f"{owner}.{function}",)
    return function, f"{function}.__init__", f"{function}.__new__"


def _ends_in(name: str, ends: Iterable[str]) -> bool:
    return any(name == each or name.endswith(f".{each}") for each in ends)


class Suspicion(IntEnum):
    """Which annotations to take back for a finding: the weakest, those nearby, its file's, or all.

    With ``ALL`` no annotation is left that could cause a finding.
    """

    WEAKEST = 0
    NEAR = 1
    FILE = 2
    ALL = 3


class Objections(NamedTuple):
    """How to avoid mypy's errors: annotations to take back, and variables to annotate.

    ``wrong`` are the annotations to take back, with the messages of the errors. ``declared`` are
    the variables that need an annotation. ``vague`` are all annotations in files with an error for
    which no annotation near the error was found, with the messages.
    """

    wrong: dict[Slot, str]
    declared: set[Slot]
    vague: dict[Slot, str]


_ROUNDS_FOR_EACH: Final = 2
"""The number of rounds with errors in a function before `Suspicion` of that function rises."""


class Suspects:
    """Counts the rounds in which each function had errors: the more, the more is taken back."""

    def __init__(self) -> None:
        """Begin with ``Suspicion.WEAKEST`` for every function."""
        self._rounds = Counter[tuple[str, str]]()
        self._now = set[tuple[str, str]]()

    def suspicion(self, path: str, function: str) -> Suspicion:
        """Return what to take back for an error in a function, and note the error."""
        self._now.add((path, function))
        rounds = self._rounds[path, function]
        return Suspicion(min(rounds // _ROUNDS_FOR_EACH, len(Suspicion) - 1))

    def end_round(self) -> None:
        """Add one round to each function that had errors since the last call."""
        self._rounds.update(self._now)
        self._now.clear()


class Blame:
    """Assigns findings to annotations."""

    def __init__(
        self,
        before: Checked,
        after: Checked,
        rewritten: Mapping[str, Rewritten],
        facts: Mapping[str, FileFacts],
        suspects: Suspects,
    ) -> None:
        """Take the checks without and with annotations, the new texts, and the facts."""
        self._rewritten = rewritten
        self._facts = facts
        self._suspects = suspects
        suspects.end_round()
        self._after = after
        self._before = before

    @cached_property
    def _bodies(self) -> dict[str, list[_Body]]:
        return {
            path: _bodies(self._before.texts[path], each.text)
            for path, each in self._rewritten.items()
        }

    def new_findings(self) -> list[Finding]:
        """Return the findings about dtypes that appear only with the annotations."""
        return new_findings(self._before, self._after)

    def slots(self, finding: Finding) -> list[Slot]:
        """Return the annotations to take back for a finding; none if the run confirms the finding.

        These are the weakest annotations of the called function and of the function around. If
        those have none, they are the weakest of the file, and then of all files. A finding that
        stays is asked about again in the next round, with a higher `Suspicion`.
        """
        if finding.code in LINTS or self._is_shown_by_the_run(finding):
            return []
        path = realpath(finding.file)
        near, of_file = list(self._near(finding, path)), list(self._of_file(path))
        everywhere = [slot for each in self._rewritten.values() for slot in each.written]
        at_once = {Suspicion.NEAR: near, Suspicion.FILE: of_file, Suspicion.ALL: everywhere}
        at_once[Suspicion.WEAKEST] = self._of_union(finding, path, self._body(finding))
        weakest = map(self._weakest, (near, of_file, everywhere))
        circles = filter(None, (at_once.get(self._suspicion(finding)), *weakest))
        return self._with_variables(next(circles, []))

    def _suspicion(self, error: Finding) -> Suspicion:
        body = self._body(error)
        return self._suspects.suspicion(realpath(error.file), body.name if body else "")

    def refuted(self) -> dict[Slot, Finding]:
        """Return the annotations that mypy's errors about other types refute, with these errors.

        For example, the program declares a number where an array is passed at run time. Only new
        annotations are returned, not those that give a dtype to an existing one.
        """
        return {
            slot: finding
            for finding in new_others(self._before, self._after)
            for slot in self._given(finding)
            if not self._rewritten[slot.file].written[slot].refines
        }

    def objections(
        self, known: Iterable[Finding], declarable: Callable[[], Set[Slot]]
    ) -> Objections:
        """Return what to take back and what to declare for the errors that are not known yet.

        The plugin's own errors are left out: they do not depend on mypy's options, so the other
        check has them too.

        Args:
            known: errors to leave out.
            declarable: returns the variables whose dtype the run has shown.
        """
        accepted = {(realpath(each.file), each.message) for each in known}
        found = Objections({}, set(), {})
        for each in (*self.new_findings(), *new_others(self._before, self._after)):
            is_own = each.code in LINTS or (each.code or "").startswith(_OF_THE_PLUGIN)
            if is_own or (realpath(each.file), each.message) in accepted:
                continue
            held = self._held(each)
            held = held & declarable() if held else held
            near = [] if held else self._objected(each)
            of_file = [] if held or near else self._of_file(realpath(each.file))
            found.declared.update(held)
            found.wrong.update(dict.fromkeys(near, each.message))
            found.vague.update(dict.fromkeys(of_file, each.message))
        return found

    def _held(self, error: Finding) -> set[Slot]:
        """The variables of an error that mypy holds to the type of their first value."""
        body, span = self._body(error), error.span
        if body is None or span is None or not _ASSIGNED.search(error.message):
            return set()
        names = body.stored_in(span.line)
        return {Slot(realpath(error.file), body.name, body.line, each) for each in names}

    def _objected(self, error: Finding) -> list[Slot]:
        """The annotations to blame for mypy's error, all near it; more with each suspicion."""
        path, body = realpath(error.file), self._body(error)
        line = 0 if error.span is None else error.span.line
        around = [] if body is None else [*self._of(path, body, None)]
        overridden = [*around, *self._of_supertype(error, body)] if error.code == _OVERRIDE else []
        returned = [each for each in around if each.place == RESULT]
        certain = [
            self._of_union(error, path, body),
            [] if body is None else [*self._of(path, body, body.stored_in(line))],
            overridden,
            [*self._of_called_by(error, path)],
            returned if error.code == "return-value" else [],
            [] if body is None else [*self._of_first_values(error, path, body)],
        ]
        given = [] if body is None else [*self._of_given_in(error, path, body)]
        near = [given, around, [*self._of_named_in(error, path)]]
        circles = {
            Suspicion.WEAKEST: [*certain, *near],
            Suspicion.NEAR: [[*chain.from_iterable(certain)], *near],
        }.get(self._suspicion(error), [])
        return self._with_variables(next(filter(None, circles), []))

    def _of_union(self, error: Finding, path: str, body: _Body | None) -> list[Slot]:
        """The annotations with the union that the error names; those nearest to the error."""
        union = found_union(error.message)
        if union is None:
            return []
        names = self._names_in_line(error, path)
        alike = [
            slot
            for each in self._rewritten.values()
            for slot, written in each.written.items()
            if members(written.text) == union
        ]
        around = {*(self._of(path, body, None) if body is not None else ())}
        named = [each for each in alike if {each.place, each.owner.rpartition(".")[2]} & names]
        circles = (
            [each for each in named if each.file == path],
            named,
            [each for each in alike if each in around],
            [each for each in alike if each.file == path],
            alike,
        )
        return next(filter(None, circles), [])

    def _of_supertype(self, error: Finding, body: _Body | None) -> Iterator[Slot]:
        """The annotations of the method that an ``override`` error calls the supertype's."""
        above = _SUPERTYPE.search(error.message)
        if above is not None and body is not None:
            method = f"{above['owner']}.{body.name.rpartition('.')[2]}"
            for path, bodies in self._bodies.items():
                for each in bodies:
                    if _ends_in(each.name, [method]):
                        yield from self._of(path, each, None)

    def _of_called_by(self, finding: Finding, path: str) -> Iterator[Slot]:
        """The annotations of the callee that a message names."""
        for pattern in (_ARGUMENT, _VARIABLE):
            message = pattern.search(finding.message)
            if message is not None:
                yield from self._of_called(message, path)

    def _of_named_in(self, error: Finding, path: str) -> Iterator[Slot]:
        """The annotations of functions named in the line of an error, its own file's if it has any.

        For a function that a transform such as ``jax.jit`` returns, mypy's message names neither
        the function nor the parameter. So the names in the line have to do. A function that is
        itself the argument is blamed as a whole: the number in the message is not that of one of
        its parameters.
        """
        passed = [*self._of_named([path], self._name_at(error, path), error, None)]
        names, argument = self._names_in_line(error, path), _ARGUMENT.search(error.message)
        of_own_file = passed or [*self._of_named([path], names, error, argument)]
        yield from of_own_file or self._of_named(self._bodies, names, error, argument)

    def _of_first_values(self, error: Finding, path: str, body: _Body) -> Iterator[Slot]:
        """The results of functions that gave variables of an error the type mypy holds them to."""
        span = error.span
        if span is None or not _ASSIGNED.search(error.message):
            return
        for variable in body.stored_in(span.line) & body.first_values.keys():
            line, names = body.first_values[variable]
            if line < span.line:
                found = self._of_named([path], names, error, None)
                yield from (each for each in found if each.place == RESULT)

    def _of_given_in(self, error: Finding, path: str, body: _Body) -> Iterator[Slot]:
        """The annotations of parameters in the line, if the message quotes the annotated type."""
        for slot in self._of(path, body, self._names_in_line(error, path)):
            text = as_shown(self._rewritten[path].written[slot].text)
            if f'"{text}"' in error.message:
                yield slot

    def _names_in_line(self, error: Finding, path: str) -> set[str]:
        line = b"" if error.span is None else self._line(path, error.span.line)
        return {each.decode() for each in _NAME.findall(line)}

    def _line(self, path: str, number: int) -> bytes:
        text = self._after.texts.get(path) or Path(path).read_bytes()
        return text.split(b"\n")[number - 1]

    def _name_at(self, error: Finding, path: str) -> set[str]:
        """The name to which an error points, such as ``step`` in ``scan(self.step, x)``."""
        span = error.span
        if span is None or span.line != span.end_line:
            return set()
        line = self._line(path, span.line).decode(errors="replace")
        found = _DOTTED.fullmatch(line[span.column - 1 : span.end_column])
        return set() if found is None else {found["name"]}

    def _of_named(
        self,
        paths: Iterable[str],
        names: Collection[str],
        error: Finding,
        argument: re.Match[str] | None,
    ) -> Iterator[Slot]:
        for path in paths:
            for body in self._visible(path, names, error):
                yield from self._of(path, body, argument and _named(body, argument))

    def _visible(self, path: str, names: Collection[str], error: Finding) -> list[_Body]:
        """The functions of a file with one of the names, those that the error's function defines.

        Many functions may have an ``update_fn`` of their own.
        """
        named = [x for x in self._bodies.get(path, ()) if x.name.rpartition(".")[2] in names]
        around = self._body(error)
        inner = [] if around is None else [x for x in named if x.name.startswith(_inner(around))]
        return inner or named

    def _given(self, finding: Finding) -> Iterator[Slot]:
        """The annotation of the parameter or variable to which the error says a value is given."""
        path, body = realpath(finding.file), self._body(finding)
        argument = _ARGUMENT.search(finding.message)
        if argument is not None:
            yield from self._of_called(argument, path)
        elif body is not None and finding.span is not None and _ASSIGNED.search(finding.message):
            line = self._rewritten[path].text.split(b"\n")[finding.span.line - 1]
            target = _TARGET.match(line)
            if target is not None:
                yield from self._of(path, body, {target[1].decode()})

    def losses(self) -> list[Slot]:
        """Return the weakest annotations in functions where fewer dtypes are known than before.

        Annotations of `Strength.ARRAY` and above are never returned.
        """
        found: list[Slot] = []
        for path, bodies in self._bodies.items():
            old, new = self._before.known.get(path, []), self._after.known.get(path, [])
            for body in bodies:
                was = sum(body.line <= line <= body.old_last for line in old)
                if sum(body.first <= line <= body.last for line in new) < was:
                    slots = self._weakest(self._of(path, body, None))
                    found += (each for each in slots if self._strength(each) < Strength.ARRAY)
        return list(dict.fromkeys(found))

    def _with_variables(self, slots: Sequence[Slot]) -> list[Slot]:
        """Add the other annotations with a type variable in the same functions.

        A type variable that is left in only one place of a function relates nothing.
        """
        owners = {
            (each.file, each.owner, each.line)
            for each in slots
            if self._strength(each) == Strength.VARIABLE
        }
        others = (
            each
            for file in {each.file for each in slots}
            for each in self._of_file(file)
            if (each.file, each.owner, each.line) in owners
            and self._strength(each) == Strength.VARIABLE
        )
        return list(dict.fromkeys((*slots, *others)))

    def _weakest(self, slots: Iterable[Slot]) -> list[Slot]:
        """The weakest annotations, of only one function: that of the first of them."""
        found = list(dict.fromkeys(slots))
        if not found:
            return []
        least = min(map(self._strength, found))
        weakest = [each for each in found if self._strength(each) == least]
        first = weakest[0]
        owner = (first.file, first.owner, first.line)
        return [each for each in weakest if (each.file, each.owner, each.line) == owner]

    def _strength(self, slot: Slot) -> Strength:
        """How reliable an annotation is: that of its term, or less if `_less_sure` has it."""
        found = strength(self._rewritten[slot.file].written[slot].term)
        return min(found, Strength.ASSIGNED) if slot in self._less_sure else found

    @cached_property
    def _less_sure(self) -> frozenset[Slot]:
        """Parameters that are assigned again, and results of functions with an open parameter.

        The annotation of a parameter has to hold for all values that are assigned to it. An
        annotated result keeps the function from being inferred call by call.
        """
        return frozenset(
            slot
            for path, bodies in self._bodies.items()
            for body in bodies
            for slot in self._of(path, body, {*body.assigned, *([RESULT] if body.is_open else [])})
        )

    def _near(self, finding: Finding, path: str) -> Iterator[Slot]:
        body = self._body(finding)
        given = [] if body is None else list(self._of(path, body, self._assigned_there(finding)))
        if given:
            yield from given
            return
        yield from self._of_called_by(finding, path)
        if body is None:
            return
        slots = list(self._of(path, body, None))
        if not slots:
            yield from self._of_callers(finding)
        results = [each for each in slots if each.place == RESULT]
        is_result = finding.code == "return-value" and results
        if is_result and min(map(self._strength, slots)) >= Strength.ARRAY:
            yield from results
        else:
            yield from slots

    def _of_callers(self, finding: Finding) -> Iterator[Slot]:
        """The annotations of the callers through which dtypes reached an unannotated function."""
        for path, line in self._after.callers.get(finding, ()):
            body = self._body_around(path, line)
            if body is not None:
                yield from self._of(path, body, None)

    def _assigned_there(self, finding: Finding) -> set[str]:
        """The name that a finding points at, if the function assigns that name."""
        body, span = self._body(finding), finding.span
        if body is None or span is None or span.line != span.end_line:
            return set()
        text = self._rewritten[realpath(finding.file)].text.split(b"\n")[span.line - 1]
        name = text.decode(errors="replace")[span.column - 1 : span.end_column]
        return {name} & body.assigned

    def _body(self, finding: Finding) -> _Body | None:
        """The innermost function around a finding."""
        line = 0 if finding.span is None else finding.span.line
        return self._body_around(realpath(finding.file), line)

    def _body_around(self, path: str, line: int) -> _Body | None:
        around = [each for each in self._bodies.get(path, ()) if each.first <= line <= each.last]
        return max(around, key=lambda each: each.first, default=None)

    def _of(self, path: str, body: _Body, places: Collection[str] | None) -> Iterator[Slot]:
        for slot in self._of_file(path):
            if (slot.owner, slot.line) == (body.name, body.line) and (
                places is None or slot.place in places
            ):
                yield slot

    def _of_file(self, path: str) -> Iterable[Slot]:
        return self._rewritten[path].written if path in self._rewritten else ()

    def _of_called(self, message: re.Match[str], caller: str) -> list[Slot]:
        """The annotations of the callee in a message, preferably in the caller's file.

        If the message names a parameter, only the annotation of that parameter.
        """
        for paths in ([caller], self._bodies):
            found = [slot for path in paths for slot in self._of_called_in(path, message)]
            if found:
                return found
        return []

    def _of_called_in(self, path: str, message: re.Match[str]) -> Iterator[Slot]:
        """The annotations of the callee in one file; for a class also those of its fields."""
        names = _called(message)
        for body in self._bodies.get(path, ()):
            if _ends_in(body.name, names):
                places = _named(body, message) if message.re is _ARGUMENT else None
                yield from self._of(path, body, places)
        field = message["name"] if message.re is _ARGUMENT else None
        for slot in self._of_file(path):
            is_meant = field is None or slot.place == field
            if not slot.line and is_meant and _ends_in(slot.owner, names):
                yield slot

    def _is_shown_by_the_run(self, finding: Finding) -> bool:
        """Whether the run always returned the dtype that the error says the value has.

        Then the program's own annotation of the result is wrong, and none of ours.
        """
        found, body = _RESULT.search(finding.message), self._body(finding)
        if found is None or body is None:
            return False
        path = realpath(finding.file)
        ours = any(self._of(path, body, {RESULT}))
        calls = self._facts[path].calls.get((body.name, body.line), ())
        returned = {label(x.result) for x in calls if isinstance(x.result, ArrayValue)}
        return not ours and returned == {found["dtype"]}


def _named(body: _Body, argument: re.Match[str]) -> set[str]:
    """The parameter that a message names; its number does not count ``self``."""
    if argument["name"] is not None:
        return {argument["name"]}
    counted = [each for each in body.parameters if each not in ("self", "cls")]
    number = int(argument["number"])
    return {*counted[number - 1 : number]}


def _inner(body: _Body) -> str:
    """How the qualified names of the functions begin that a function defines."""
    return f"{body.name}.<locals>."
