"""The steps from facts to files: decide on annotations, check, show and write them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from promo_cli.annotate import x64
from promo_cli.annotate.changes import Change, diff, write_changes
from promo_cli.annotate.file_facts import by_file
from promo_cli.annotate.project import (
    Files,
    Rewriter,
    changes,
    has_type_parameters,
    read_files,
    shown,
)
from promo_cli.annotate.rewriting import Choice, Rewritten, Style
from promo_cli.annotate.stub_files import write_stubs
from promo_cli.annotate.verification import Verified, verified
from promo_cli.console import say, write
from promo_cli.setup.document import Document, save
from promo_recorder.facts import Caller, Fact, Trouble
from promo_recorder.scope import is_source
from promo_typing.core.project_settings import X64


@dataclass(frozen=True, slots=True)
class Wishes:
    """The options for the annotations: where to write them, which to replace, whether to verify."""

    write: bool
    check: bool
    stubs: Path | None
    overwrite: bool
    verify: bool


@dataclass(frozen=True, slots=True)
class Decided:
    """The annotations to show or to write; ``unsaid`` are settings to write beside them."""

    files: Files
    found: Verified
    unsaid: Document | None


def decided(facts: Iterable[Fact], sources: Sequence[Path], wishes: Wishes) -> Decided:
    """Decide on annotations, and check them; nothing is written."""
    recorded = list(facts)
    for each in recorded:
        if isinstance(each, Trouble):
            say("warning", f"not recorded: {each.message}")
    known, left_out, is_unsaid = x64.settled(recorded, sources)
    if left_out:
        setting = "off" if is_unsaid else "on"
        say("note", f"left out: {left_out} facts of a part of the run that had x64 {setting}")
    of_files = by_file(known)
    if not of_files:
        say("warning", "no function in the given sources has run; is it they that the run imports?")
    files = read_files(of_files, sources)
    style = Style(has_type_parameters(sources), wishes.overwrite)
    rewriter = Rewriter(files, of_files, style)
    callers = [*_callers(known, sources)]
    unsaid = x64.document() if is_unsaid else None
    found = (
        verified(rewriter, sources, callers, {X64: True} if unsaid else {})
        if wishes.verify
        else Verified(rewriter.rewritten(Choice()))
    )
    return Decided(files, found, unsaid)


def carry_out(decided: Decided, wishes: Wishes) -> int:
    """Show or write the annotations, and return the exit status."""
    files, found, unsaid = decided.files, decided.found, decided.unsaid
    _explain(files, found)
    wanted = list(changes(files, found.rewritten))
    _show(wanted, found.rewritten, wishes)
    if unsaid is not None and wanted:
        _turn_on(unsaid, writes=wishes.write)
    _count(found)
    if files.refused:
        return 2
    return 1 if wishes.check and wanted else 0


def _callers(facts: Iterable[Fact], sources: Sequence[Path]) -> Iterator[Path]:
    """Yield the existing files outside the sources that call functions of the sources."""
    for path in sorted({each.file for each in facts if isinstance(each, Caller)}):
        if os.path.isfile(path) and not any(is_source(path, str(each)) for each in sources):
            yield Path(path)


def _explain(files: Files, found: Verified) -> None:
    for reason in files.skipped:
        say("note", reason)
    for reason in files.refused:
        say("error", reason)
    for slot, text, reason in found.taken_back:
        say("note", f"{shown(slot.file)}: {slot}: {text} is taken back: {reason}")
    for each in found.findings:
        line = f"{each.file}:" if each.span is None else f"{each.file}:{each.span.line}:"
        say("note", f"with the annotations promo check finds: {line} {each.message}")


def _show(found: Sequence[Change], rewritten: Mapping[str, Rewritten], wishes: Wishes) -> None:
    if wishes.write:
        write_changes(found)
    elif wishes.stubs is not None:
        write_stubs(rewritten, wishes.stubs)
    else:
        for each in found:
            write("".join(diff(each, Path.cwd())))


def _turn_on(unsaid: Document, *, writes: bool) -> None:
    """Turn x64 on in the settings file, or tell the user to do so."""
    if writes:
        save(unsaid)
    say(
        "note",
        "the run had x64 on, which neither the settings nor the sources say; the annotations hold "
        f"with {x64.described(unsaid)}{', which is written' if writes else ''}",
    )


def _count(found: Verified) -> None:
    counts = [len(each.written) for each in found.rewritten.values() if each.written]
    count, files = sum(counts), len(counts)
    say("note", f"{count} annotation{'s' * (count != 1)} in {files} file{'s' * (files != 1)}")
