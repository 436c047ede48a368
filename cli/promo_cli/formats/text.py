"""Output for people: each finding with its line of source, and a summary."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from rich.cells import cell_len
from rich.text import Text

from promo_cli.console import output
from promo_cli.counts import counted
from promo_cli.finding import Finding, Span
from promo_cli.shares import Share
from promo_cli.source import source
from promo_cli.unchecked import summed_up

if TYPE_CHECKING:
    from promo_cli.mypy_run import Run

_TAB: Final = 4
_LONGEST_LINE: Final = 180
_STYLES: Final = {"error": "bold red", "note": "bold blue"}


@dataclass(frozen=True, slots=True)
class Summary:
    """The numbers of a run."""

    files: int
    files_with_errors: int
    errors: int
    notes: int
    array_expressions: int
    known_dtype: int
    may_be_arrays: int
    other_errors: int
    unchecked_functions: int

    @property
    def share(self) -> Share:
        """How many of the array expressions have a known dtype."""
        return Share(self.array_expressions, self.known_dtype)


def summarised(run: Run) -> Summary:
    """Count the files, the findings and the array expressions of a run."""
    errors = [found for found in run.findings if found.is_error]
    arrays = [found for file in run.expressions.values() for found in file]
    return Summary(
        files=len(run.files),
        files_with_errors=len({found.file for found in errors}),
        errors=len(errors),
        notes=len(run.findings) - len(errors),
        array_expressions=len(arrays),
        known_dtype=sum(found.dtypes is not None for found in arrays),
        may_be_arrays=run.may_be_arrays,
        other_errors=run.others,
        unchecked_functions=len(run.unchecked),
    )


def write_text(run: Run) -> None:
    """Write the findings, a summary, and how many dtypes are known."""
    write_text_findings(run.findings)
    console = output()
    summary = summarised(run)
    checked = counted(summary.files, "file")
    if run.blocked:
        console.print(Text(f"mypy gave up: nothing was checked ({checked})", style="bold red"))
        return
    if summary.errors:
        found = (
            f"{counted(summary.errors, 'error')} in {counted(summary.files_with_errors, 'file')}"
        )
        console.print(Text(f"Found {found} ({checked} checked)", style="bold red"))
    else:
        what = "No dtype errors" if summary.other_errors else "No errors"
        console.print(Text(f"{what} ({checked} checked)", style="bold green"))
    if summary.other_errors:
        others = counted(summary.other_errors, "other error")
        verb = "shows it" if summary.other_errors == 1 else "shows them"
        console.print(f"{others} of mypy; --all {verb}")
    for line in summed_up(run.unchecked):
        console.print(line)
    console.print(seen_and_known(summary))


def write_text_findings(findings: Iterable[Finding]) -> None:
    """Write each finding with its source line; further notes on the same place without the line."""
    console = output()
    shown: tuple[str, Span] | None = None
    for found in findings:
        console.print(_head(found))
        if found.span is None or (found.file, found.span) == shown:
            continue
        shown = (found.file, found.span)
        for line in _excerpt(found.file, found.span):
            console.print(line)


def _head(found: Finding) -> Text:
    place = found.file
    if found.span is not None:
        place = f"{place}:{found.span.line}:{found.span.column}"
    head = Text.assemble((place, "bold"), ": ", (f"{found.severity}:", _STYLES[found.severity]))
    head.append(f" {found.message}")
    return head.append(f"  [{found.code}]", style="yellow") if found.code else head


def _excerpt(path: str, span: Span) -> Iterable[Text]:
    """The line of source, and carets below the expression of a finding."""
    line = source(path).line(span.line)
    if not line.strip():
        return
    last = span.end_column if span.end_line == span.line else len(line)
    before = line[: span.column - 1].expandtabs(_TAB)
    marked = line[:last].expandtabs(_TAB)[len(before) :] or " "
    after = line.expandtabs(_TAB)[len(before) + len(marked) :]
    before, marked, after = _cropped(before, marked, after)
    number, margin = str(span.line), " " * len(str(span.line))
    yield Text.assemble((f"  {number} | ", "dim"), before, marked, after)
    carets = "^" * cell_len(marked)
    yield Text.assemble((f"  {margin} | ", "dim"), " " * cell_len(before), (carets, "bold red"))


def _cropped(before: str, marked: str, after: str) -> tuple[str, str, str]:
    """Shorten the parts of an overlong line, but keep the start of the marked part."""
    if len(before) + len(marked) + len(after) <= _LONGEST_LINE:
        return before, marked, after
    third = _LONGEST_LINE // 3
    return (
        before if len(before) <= third else f"...{before[-third:]}",
        marked if len(marked) <= third else marked[:third],
        "..." if len(marked) > third or len(after) > third else after,
    )


def seen_and_known(summary: Summary) -> str:
    """Return how many array expressions have a known dtype, in words."""
    text = _known(summary) if summary.array_expressions else "No array expressions"
    if not summary.may_be_arrays:
        return text
    return f"{text}\n{counted(summary.may_be_arrays, 'expression')} of type Any may be arrays"


def _known(summary: Summary) -> str:
    total, known = summary.array_expressions, summary.known_dtype
    # Never 100 % if some code was not checked.
    unseen = summary.may_be_arrays or summary.unchecked_functions
    share = "of what was seen" if known == total and unseen else str(summary.share)
    return f"{counted(total, 'array expression')}, {known} of known dtype ({share})"
