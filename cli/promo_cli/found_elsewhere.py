"""Moves findings from a call to the place in another file where they are.

mypy may have printed the messages of a file before a call in another file leads to a finding in it.
So the plugin reports the finding at the call. Here all messages are known, and each finding is
shown once, at its own place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from promo_cli.finding import Finding, Span
from promo_cli.paths import path_from_here
from promo_cli.remarks import Remarked, with_notes
from promo_cli.source import source
from promo_mypy.inference.findings import Finding as Found

Places: TypeAlias = Mapping[tuple[str, int, str], Found]
"""The findings of other files, by the file, line and message of their reports."""


def at_their_places(findings: Sequence[Finding], places: Places) -> list[Finding]:
    """Return the findings, each in its own file and only once.

    A finding keeps the note that says for which call it holds; of several calls, the first.
    """
    reported = with_notes(findings)
    groups = [_moved(each, places) for each in reported]
    if groups == reported:
        return [*findings]
    order = {name: place for place, name in enumerate(_files(groups))}
    # An error that holds for any call has no note about one: of equal errors it comes first.
    groups.sort(key=lambda each: (order[each.finding.file], *_start(each.finding), len(each.notes)))
    return [found for each in _once(groups) for found in each.all]


def _moved(group: Remarked, places: Places) -> Remarked:
    first = group.finding
    line = first.span.line if first.span else 0
    found = places.get((first.file, line, first.message))
    if found is None:
        return group
    path, error = path_from_here(found.path), found.error
    written = Span(error.line, error.column + 1, error.end_line, error.end_column)
    span = source(path).from_bytes(written)
    there = replace(first, file=path, span=span, message=error.message)
    return Remarked(there, [replace(note, file=path, span=span) for note in group.notes])


def _files(groups: Iterable[Remarked]) -> dict[str, None]:
    return dict.fromkeys(each.finding.file for each in groups)


def _start(found: Finding) -> tuple[int, int]:
    return (found.span.line, found.span.column) if found.span else (0, 0)


def _once(groups: Iterable[Remarked]) -> Iterator[Remarked]:
    """The findings without errors that repeat an earlier one."""
    seen = set[Finding]()
    for each in groups:
        if not each.finding.is_error or each.finding not in seen:
            seen.add(each.finding)
            yield each
