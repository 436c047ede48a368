"""Counts the known dtypes of a run, by file and in total."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from promo_cli.coverage.suggestions import Lost, Suggestion, suggestions
from promo_cli.expressions import ArrayExpression
from promo_cli.finding import Finding
from promo_cli.formats.text import Summary, summarised
from promo_cli.mypy_run import Run
from promo_cli.paths import path_from_here
from promo_cli.shares import Share
from promo_cli.unchecked import Unchecked


@dataclass(frozen=True, slots=True)
class FileCoverage:
    """A file, its array expressions and its findings.

    ``lost`` are the expressions without a dtype.
    """

    path: str
    expressions: tuple[ArrayExpression, ...]
    lost: tuple[Lost, ...]
    findings: tuple[Finding, ...]

    @property
    def share(self) -> Share:
        """How many of the array expressions have a known dtype."""
        return Share(len(self.expressions), len(self.expressions) - len(self.lost))

    @property
    def errors(self) -> int:
        """How many errors about dtypes it has."""
        return sum(found.is_error for found in self.findings)


@dataclass(frozen=True, slots=True)
class Coverage:
    """The files of a run, their sums, and the suggestions that would recover the most dtypes."""

    files: tuple[FileCoverage, ...]
    summary: Summary
    unchecked: tuple[Unchecked, ...]
    suggestions: tuple[Suggestion, ...]


def measured(run: Run) -> Coverage:
    """Return the coverage of a run that was not blocked."""
    by_file: defaultdict[str, list[Finding]] = defaultdict(list)
    for each in run.findings:
        by_file[path_from_here(each.file)].append(each)
    files = tuple(_file(run, path, by_file) for path in sorted(run.files))
    lost = [each for file in files for each in file.lost]
    found = () if run.losses is None else suggestions(lost, run.losses)
    return Coverage(files, summarised(run), tuple(run.unchecked), found)


def _file(run: Run, path: str, findings: Mapping[str, Sequence[Finding]]) -> FileCoverage:
    shown, expressions = path_from_here(path), tuple(run.expressions.get(path, ()))
    lost = tuple(
        Lost(shown, each, run.losses.roots(path, each.span))
        for each in expressions
        if each.dtypes is None and run.losses is not None
    )
    return FileCoverage(shown, expressions, lost, tuple(findings.get(shown, ())))
