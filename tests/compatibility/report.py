"""The comparison in Markdown: a table of numbers, and the errors one by one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tests.compatibility.checkers import Finding
from tests.compatibility.compare import Comparison
from tests.compatibility.known import Known

_HEADINGS = ("package", "checker", "without", "with", "new", "explained", "other code", "vanished")


def table(comparisons: Iterable[Comparison], known: Sequence[Known]) -> str:
    """A table with one row for each package and checker."""
    rows = [_row(each, known) for each in comparisons]
    rule = ("---", "---", *["---:"] * (len(_HEADINGS) - 2))
    return "\n".join(f"| {' | '.join(row)} |" for row in (_HEADINGS, rule, *rows))


def _row(each: Comparison, known: Sequence[Known]) -> tuple[str, ...]:
    explained = len(each.new) - len(each.unexplained(known))
    changes = (len(each.new), explained, len(each.other_code), len(each.vanished))
    return (each.package, each.checker, *map(str, (each.without, each.with_stubs, *changes)))


def details(each: Comparison, known: Sequence[Known]) -> Iterator[str]:
    """The lines about single errors: vanished ones, new ones, and reasons that are out of date."""
    title = f"{each.package}, {each.checker}"
    unexplained = each.unexplained(known)
    yield from _errors(f"{title}: vanished", each.vanished)
    yield from _errors(f"{title}: other code", each.other_code)
    yield from _errors(f"{title}: explained", [e for e in each.new if e not in unexplained])
    yield from _errors(f"{title}: NEW", unexplained)
    for reason in each.outdated(known):
        yield f"{title}: OUTDATED: no new error for {reason}"


def _errors(title: str, errors: Iterable[Finding]) -> Iterator[str]:
    for error in errors:
        yield f"{title}: {error.file}:{error.line}: {error.message} [{error.code}]"
