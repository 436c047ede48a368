"""mypy's answers: the type of every expression of a module, and the errors in it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from mypy import build
from mypy.main import process_options
from mypy.modulefinder import BuildSource
from mypy.nodes import Expression as MypyExpression
from mypy.types import AnyType, Instance, Type, UnionType, get_proper_type

from promo_typing.core.stub_names import (
    ARRAY,
    ARRAY_MODULE,
    CALLABLES_MODULE,
    NODE_OF_CLASS,
    SCALAR_TYPES_MODULE,
)
from promo_typing.lattice.semantics import Semantics

from .expressions import Rendered
from .outcomes import Complaint, Dtype, Either, Foreign, Observation, Outcome, Refused, Untyped

ROOT = Path(__file__).parents[2]
NARROWING_CODE = "dtype-x64"
DROPPING_CODE = "dtype-cast"
REFUSAL_CODES = ("dtype-promotion", "dtype-operand")

# The programs do not need JAX's sources, and reading them would take most of mypy's time.
_STUBS = ("jax.numpy", CALLABLES_MODULE, ARRAY_MODULE, SCALAR_TYPES_MODULE)
_CONFIGURATION = """\
[mypy]
strict = true
plugins = promo_mypy.plugin
mypy_path = {root}/stubs:{root}/mypy_plugin:{root}
cache_dir = {folder}/cache
disable_error_code = dtype-lint, dtype-overflow
show_error_end = true
show_column_numbers = true
pretty = false

[mypy-jax,jax.*,jaxlib.*]
follow_imports = skip
[mypy-{stubs}]
follow_imports = normal

[promo-typing]
x64 = {semantics.x64}
explicit_x64 = {semantics.explicit_x64}
promotion = {semantics.promotion}
"""
_MODULE = "programs"
_INDENT = "    "
_ERROR = re.compile(
    r"[^:]+:(?P<line>\d+):(?P<start>\d+):\d+:(?P<end>\d+): error:"
    r" (?P<text>.*)  \[(?P<code>[\w-]+)\]"
)


class Place(NamedTuple):
    """A part of a line: the columns of its first character and behind its last one.

    Parentheses at its ends are left out, because versions of mypy differ in whether the parentheses
    around an operand belong to the place of the operation.
    """

    line: int
    start: int
    end: int

    @classmethod
    def of(cls, lines: Sequence[str], line: int, start: int, end: int) -> Place:
        """Return the place without its outer parentheses."""
        text = lines[line - 1][start:end]
        return cls(
            line, start + len(text) - len(text.lstrip("(")), end - len(text) + len(text.rstrip(")"))
        )


@dataclass(frozen=True, slots=True)
class Finding:
    """An error that mypy reports."""

    place: Place
    code: str
    text: str


@dataclass(frozen=True, slots=True)
class Checked:
    """A module that mypy has checked."""

    lines: Sequence[str]
    types: Mapping[Place, Type]
    findings: Mapping[int, Sequence[Finding]]
    """The findings by line."""

    def observe(self, program: Rendered, line: int) -> list[Observation]:
        """Return mypy's answer for each subexpression of the program on this line."""
        column = len(_INDENT)
        places = [
            Place.of(self.lines, line, column + span.start, column + span.end)
            for span in program.spans
        ]
        findings = self._findings_by_owner(places)
        return [
            _observation(_outcome(self.types.get(place)), found)
            for place, found in zip(places, findings, strict=True)
        ]

    def _findings_by_owner(self, places: Sequence[Place]) -> list[list[Finding]]:
        """The findings of each place: a finding belongs to the innermost place around it.

        Inner places come before outer ones in ``places``.
        """
        owned: list[list[Finding]] = [[] for _ in places]
        for finding in self.findings.get(places[-1].line, ()):
            for place, found in zip(places, owned, strict=True):
                if _contains(place, finding.place):
                    found.append(finding)
                    break
        return owned


def _contains(outer: Place, inner: Place) -> bool:
    return outer.line == inner.line and outer.start <= inner.start and inner.end <= outer.end


class Checker:
    """mypy with the plugin under fixed settings.

    ``folder`` gets the configuration and the cache, which several checkers may use one after the
    other. The cache is filled with the libraries first, so that mypy's map of types has only the
    expressions of the checked module.
    """

    def __init__(self, semantics: Semantics, folder: Path, header: str) -> None:
        self._configuration: Final = folder / f"{semantics.fingerprint}.ini"
        self._configuration.write_text(
            _CONFIGURATION.format(
                root=ROOT, folder=folder, semantics=semantics, stubs=",".join(_STUBS)
            )
        )
        self._header: Final = header
        self._build(f"{header}{_INDENT}...\n")

    def observe(self, programs: Sequence[Rendered]) -> list[list[Observation]]:
        """Return mypy's answer for each subexpression of each program."""
        lines = [f"{_INDENT}{program.text}\n" for program in programs]
        checked = self._check(self._header + "".join(lines))
        first = self._header.count("\n") + 1
        return [checked.observe(program, first + n) for n, program in enumerate(programs)]

    def _check(self, text: str) -> Checked:
        result, lines = self._build(text), text.splitlines()
        rechecked = result.manager.rechecked_modules
        assert rechecked == {_MODULE}, f"not taken from mypy's cache: {rechecked}"
        return Checked(
            lines,
            {_place(lines, expression): found for expression, found in result.types.items()},
            _findings(lines, result.errors),
        )

    def _build(self, text: str) -> build.BuildResult:
        _, options = process_options(["--config-file", str(self._configuration), "-c", ""])
        options.export_types = True
        return build.build([BuildSource(f"{_MODULE}.py", _MODULE, text)], options)


def _place(lines: Sequence[str], expression: MypyExpression) -> Place:
    return Place.of(lines, expression.line, expression.column, expression.end_column or 0)


def _findings(lines: Sequence[str], messages: Sequence[str]) -> dict[int, list[Finding]]:
    found: dict[int, list[Finding]] = {}
    for message in messages:
        if ": note: " not in message:
            finding = _finding(lines, message)
            found.setdefault(finding.place.line, []).append(finding)
    return found


def _finding(lines: Sequence[str], message: str) -> Finding:
    match = _ERROR.fullmatch(message)
    if match is None:
        raise AssertionError(f"an error of mypy that stands at no place in the program: {message}")
    place = Place.of(lines, int(match["line"]), int(match["start"]) - 1, int(match["end"]))
    return Finding(place, match["code"], match["text"])


def _observation(outcome: Outcome, findings: Sequence[Finding]) -> Observation:
    codes = {finding.code for finding in findings}
    warned = NARROWING_CODE in codes, DROPPING_CODE in codes
    others = [each for each in findings if each.code not in (NARROWING_CODE, DROPPING_CODE)]
    texts = "; ".join(f"{finding.text} [{finding.code}]" for finding in others)
    if any(finding.code not in REFUSAL_CODES for finding in others):
        return Observation(Complaint(texts), *warned)
    if others:
        outcome = Refused(texts, outcome.node if isinstance(outcome, Dtype) else None)
    return Observation(outcome, *warned)


def _outcome(found: Type | None) -> Outcome:
    proper = get_proper_type(found)
    if proper is None or isinstance(proper, AnyType):
        return Untyped(str(proper))
    if isinstance(proper, UnionType):
        members = [_outcome(member) for member in proper.items]
        nodes = tuple(member.node for member in members if isinstance(member, Dtype))
        return Either(nodes) if len(nodes) == len(members) else Foreign(str(proper))
    if not isinstance(proper, Instance) or proper.type.fullname != ARRAY:
        return Foreign(str(proper))
    dtype = get_proper_type(proper.args[0])
    if isinstance(dtype, Instance) and dtype.type.fullname in NODE_OF_CLASS:
        return Dtype(NODE_OF_CLASS[dtype.type.fullname])
    return Untyped(str(proper))
