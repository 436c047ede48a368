"""Checks annotations with ``promo check``, and takes back those that it refutes.

A finding is new if it was not there without the annotations. The run went through, so where a new
one says that dtypes do not go together, an annotation says too little or too much; unless it is
about an annotation that somebody else wrote, and the run shows that it is wrong. An annotation of
several dtypes is also taken back where fewer dtypes are known with it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple

from promo_cli.annotate.blame import Blame
from promo_cli.annotate.checking import Checked, check_texts, new_findings
from promo_cli.annotate.file_facts import FileFacts
from promo_cli.annotate.project import Files, rewrite_files
from promo_cli.annotate.rewriting import Choice, Rewritten, Slot, Style
from promo_cli.annotate.variables import unknown_variables
from promo_cli.console import progress, say
from promo_cli.finding import Finding

_MOST_ROUNDS: Final = 20
_LOSS: Final = "fewer dtypes are known with it"


class TakenBack(NamedTuple):
    """An annotation that is not written, and why."""

    slot: Slot
    text: str
    reason: str


@dataclass
class Verified:
    """The new texts of files, and what is not in them.

    ``findings`` are new ones that the run does not contradict.
    """

    rewritten: dict[str, Rewritten]
    taken_back: list[TakenBack] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)


def verified(
    files: Files, facts: Mapping[str, FileFacts], style: Style, sources: Sequence[Path]
) -> Verified:
    """Return the new texts of files without annotations that bring findings which cannot be."""
    found = Verified(rewrite_files(files, facts, style, Choice()))
    if not any(each.written for each in found.rewritten.values()):
        return found
    with progress("checking") as step:
        step("as it is")
        before = check_texts(sources, files.texts)
        if before is None:
            say("warning", "promo check cannot check the sources, so the annotations are unproven")
            return found
        variables: frozenset[Slot] = frozenset()
        for number in range(_MOST_ROUNDS):
            step(f"with annotations, round {number + 1}")
            after = check_texts(sources, _texts(found))
            if after is None:
                break
            wrong = _wrong(found, before, after, Blame(before, found.rewritten, facts))
            _take_back(found, wrong)
            left_out = frozenset(each.slot for each in found.taken_back)
            if not wrong:
                new = unknown_variables(before, after, found.rewritten, facts) - variables
                if not new - left_out:
                    return found
                variables |= new
            found.rewritten = rewrite_files(files, facts, style, Choice(left_out, variables))
    say("warning", "promo check cannot check the annotations, and none is written")
    return Verified({path: Rewritten(text) for path, text in files.texts.items()})


def _texts(found: Verified) -> dict[str, bytes]:
    return {path: each.text for path, each in found.rewritten.items()}


def _wrong(found: Verified, before: Checked, after: Checked, blame: Blame) -> dict[Slot, str]:
    """The annotations to take back, and why."""
    blamed = [(each, blame.slots(each)) for each in new_findings(before, after)]
    found.findings = [each for each, slots in blamed if not slots]
    wrong = {slot: each.message for each, slots in blamed for slot in slots}
    return wrong or dict.fromkeys(blame.losses(after), _LOSS)


def _take_back(found: Verified, wrong: Mapping[Slot, str]) -> None:
    for slot, reason in wrong.items():
        text = found.rewritten[slot.file].written[slot].text
        found.taken_back.append(TakenBack(slot, text, reason))
