"""Adds to mypy's own errors about dtypes a note that says where the dtype comes from.

mypy has no plugin hook for an assignment, a return or an argument, so the notes are added after the
run. mypy frees the syntax tree of a module when it is done with the module. So the statements and
expressions are listed when mypy has just parsed it.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from mypy.build import BuildResult  # first, since those below import one another
from mypy.nodes import Expression, MypyFile
from mypy.options import Options
from mypy.plugin import Plugin
from mypy.server.subexpr import get_subexpressions

from promo_cli.finding import Finding, Span
from promo_cli.source import source
from promo_mypy import config
from promo_mypy.origins import words
from promo_mypy.origins.definitions import Definitions
from promo_mypy.origins.sources import Sources
from promo_mypy.statements import Placed, statements
from promo_mypy.types.convert import Converter
from promo_typing.core.dtypes import NODES

_CODES: Final = frozenset({"assignment", "return-value", "arg-type", "list-item", "dict-item"})
"""mypy's error codes for values of a wrong type."""

_ARRAY: Final = "Array["


class _Listed(NamedTuple):
    """The statements and expressions of a module, and its name."""

    name: str
    statements: list[Placed]
    expressions: list[Expression]


class OriginNotes(Plugin):
    """Lists the contents of the files to report on, and adds notes to findings."""

    def __init__(self, options: Options, paths: Iterable[str]) -> None:
        """Take the files to report on."""
        super().__init__(options)
        self._paths = frozenset(os.path.abspath(path) for path in paths)
        self._listed: dict[str, _Listed] = {}

    def get_additional_deps(self, file: MypyFile) -> list[tuple[int, str, int]]:
        """Add no dependencies, but list the contents of the file."""
        if os.path.abspath(file.path) in self._paths:
            self._listed[file.path] = _Listed(
                file.fullname, [*statements(file.defs)], get_subexpressions(file)
            )
        return []

    def explained(self, findings: Iterable[Finding], result: BuildResult) -> list[Finding]:
        """Return the findings, each followed by notes on where its dtype comes from."""
        modules: dict[str, _Module] = {}
        explained: list[Finding] = []
        for found in findings:
            explained.append(found)
            if _is_about_dtypes(found) and found.file in self._listed:
                if found.file not in modules:
                    listed = self._listed[found.file]
                    modules[found.file] = _Module(found.file, listed, result, self.options)
                explained.extend(modules[found.file].notes(found))
        return explained


def _is_about_dtypes(found: Finding) -> bool:
    """Whether mypy's error names two array types, the found one and the expected one."""
    return found.is_error and found.code in _CODES and found.message.count(_ARRAY) > 1


class _Module:
    """A file with such findings."""

    def __init__(self, path: str, listed: _Listed, result: BuildResult, options: Options) -> None:
        self._options = options
        semantics = config.load(options.config_file).of(listed.name)
        self._sources = Sources(
            result.types.get,
            Converter(semantics, _no_definition).operand,
            Definitions(path, listed.statements, listed.expressions),
            result.files,
        )
        self._expressions: dict[Span, Expression] = {}
        for expression in listed.expressions:
            span = _span(path, expression)
            if span is not None and expression in result.types:
                self._expressions[span] = expression

    def notes(self, found: Finding) -> Iterator[Finding]:
        expression = None if found.span is None else self._expressions.get(found.span)
        typ = None if expression is None else self._sources.type_of(expression)
        operand = None if typ is None else self._sources.operand(typ)
        if expression is None or operand is None or len(operand) != 1 or not operand[0].is_node:
            return
        dtype = operand[0].name
        if dtype not in NODES:
            return
        for each in self._sources.of(expression, dtype):
            if each.definition is not expression:
                said = words.explanation(
                    self._sources, each, dtype, expression, default=False, options=self._options
                )
                yield replace(found, severity="note", message=said, code=None)


def _no_definition(name: str) -> None:
    """Stand in for a lookup that never happens: mypy has already built all types in question."""


def _span(path: str, expression: Expression) -> Span | None:
    if expression.end_line is None or expression.end_column is None:
        return None
    return source(path).from_bytes(
        Span(expression.line, expression.column + 1, expression.end_line, expression.end_column)
    )
