"""Checks annotations with ``promo check``, and takes back those that cause findings.

The program ran without an error. So if a finding about dtypes appears only with the annotations,
one of them is wrong, and it is taken back. The exception is a finding that contradicts an
annotation of the program's author, where the run shows that the author is wrong. Annotations that
cause other errors of mypy are taken back, too, and annotations below `Strength.ARRAY`, such as
unions, with which fewer dtypes are known than without.

Each round is a whole ``promo check``, because an annotation may cause findings in any file. Another
process runs mypy under the project's own options meanwhile. To save rounds, each takes back the
causes of all errors, and annotates variables that are still unknown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import count
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

from promo_cli.annotate.beside import Beside
from promo_cli.annotate.blame import Blame, Objections, Suspects
from promo_cli.annotate.checking import Checked, check_texts
from promo_cli.annotate.project import Rewriter
from promo_cli.annotate.rewriting import Choice, Rewritten, Slot
from promo_cli.annotate.variables import declarable, unknown_variables
from promo_cli.console import progress, say
from promo_cli.finding import Finding

_LOSS: Final = "fewer dtypes are known with it"


class TakenBack(NamedTuple):
    """An annotation that is not written, and the reason."""

    slot: Slot
    text: str
    reason: str


@dataclass
class Verified:
    """The new texts of files, and the annotations that were taken back.

    ``variables`` are the annotated variables. ``findings`` are those that appear with the
    annotations and stay: no annotation of ours is to blame.
    """

    rewritten: dict[str, Rewritten]
    taken_back: list[TakenBack] = field(default_factory=list)
    variables: set[Slot] = field(default_factory=set)
    findings: list[Finding] = field(default_factory=list)

    @property
    def left_out(self) -> frozenset[Slot]:
        """The places of the annotations that are taken back."""
        return frozenset(each.slot for each in self.taken_back)


def verified(
    rewriter: Rewriter,
    sources: Sequence[Path],
    callers: Sequence[Path] = (),
    settings: Mapping[str, object] = MappingProxyType({}),
) -> Verified:
    """Return the new texts of files, without annotations that cause findings.

    Args:
        rewriter: writes the texts.
        sources: the files and folders that are annotated.
        callers: files that call functions of the sources; their arguments have to fit, too.
        settings: settings of JAX that the run had and the project does not state.
    """
    found = Verified(rewriter.rewritten(Choice()))
    if not any(each.written for each in found.rewritten.values()):
        return found
    with progress("checking") as step, Beside() as beside:
        step("as it is")
        checked, before = _checked([*sources, *callers], sources, rewriter.files.texts, settings)
        if before is None:
            say("warning", "promo check cannot check the sources, so the annotations are unproven")
            return found
        suspects, users = Suspects(), _UsersChecker(checked, rewriter, settings, beside)
        for number in count():
            step(f"with annotations, round {number + 1}")
            users.begin(found)
            after = check_texts(checked, _texts(found), settings)
            if after is None:
                break
            blame = Blame(before, after, found.rewritten, rewriter.facts, suspects)
            wrong, declared = _wrong(found, blame, users)
            _take_back(found, wrong)
            unknown = unknown_variables(before, after, found.rewritten, rewriter.facts)
            # Variables that depend on others are left to a later round: once the others are
            # annotated, their dtypes may be known.
            found_now = unknown.all if found.variables else unknown.first or unknown.all
            new = (declared | found_now) - found.variables - found.left_out
            if not wrong and not new:
                return found
            found.variables |= new
            found.rewritten = rewriter.rewritten(Choice(found.left_out, frozenset(found.variables)))
    say("warning", "promo check cannot check the annotations, and none is written")
    return Verified({path: Rewritten(text) for path, text in rewriter.files.texts.items()})


class _UsersChecker:
    """mypy under the project's own options, which a user runs beside ``promo check``.

    With these options mypy may skip functions without annotations, and hold a variable to its first
    type. New annotations would then bring errors about a program that is right, as the run shows.
    """

    def __init__(
        self,
        sources: Sequence[Path],
        rewriter: Rewriter,
        settings: Mapping[str, object],
        beside: Beside,
    ) -> None:
        self._beside = beside
        self._check = partial(check_texts, sources, settings=settings, as_mypy=True)
        self._rewriter = rewriter
        self._before: Checked | None = None
        self._suspects = Suspects()
        self._checked: Callable[[], tuple[Checked | None, Checked | None]]

    def begin(self, found: Verified) -> None:
        """Begin to check annotations."""
        self._checked = self._beside.begin(partial(self._with_before, _texts(found)))

    def _with_before(self, texts: Mapping[str, bytes]) -> tuple[Checked | None, Checked | None]:
        """The outcomes of the checks of the old texts, which may be known, and of the new ones."""
        return self._before or self._check(self._rewriter.files.texts), self._check(texts)

    def objections(self, found: Verified, known: Iterable[Finding]) -> Objections:
        """The causes of errors that are not in ``known``; nothing if mypy gives up.

        ``begin`` was called with these annotations.
        """
        self._before, after = self._checked()
        if self._before is None or after is None:
            return Objections({}, set(), {})
        facts = self._rewriter.facts
        blame = Blame(self._before, after, found.rewritten, facts, self._suspects)
        tried = found.left_out | found.variables
        to_declare = cache(partial(declarable, self._before, found.rewritten, facts))
        return blame.objections(known, lambda: to_declare() - tried)


def _checked(
    wanted: Sequence[Path],
    needed: Sequence[Path],
    texts: Mapping[str, bytes],
    settings: Mapping[str, object],
) -> tuple[Sequence[Path], Checked | None]:
    """The files that can be checked, ``wanted`` or only ``needed``, and the outcome of the check.

    mypy may give up on the wanted files, for example because two have the same module name.
    """
    before = check_texts(wanted, texts, settings)
    if before is None and len(wanted) > len(needed):
        return needed, check_texts(needed, texts, settings)
    return wanted, before


def _texts(found: Verified) -> dict[str, bytes]:
    return {path: each.text for path, each in found.rewritten.items()}


def _wrong(
    found: Verified, blame: Blame, users: _UsersChecker
) -> tuple[dict[Slot, str], set[Slot]]:
    """The annotations to take back, with the reasons; and the variables to declare."""
    new = blame.new_findings()
    blamed = [(each, blame.slots(each)) for each in new]
    found.findings = [each for each, slots in blamed if not slots]
    wrong = {slot: each.message for each, slots in blamed for slot in slots}
    refuted = blame.refuted()
    wrong |= {slot: error.message for slot, error in refuted.items()}
    objected = users.objections(found, [*new, *refuted.values()])
    wrong |= objected.wrong
    if not wrong and not objected.declared:
        # Last of all, since another round may show that the other annotations caused these.
        wrong = objected.vague or dict.fromkeys(blame.losses(), _LOSS)
    return wrong, objected.declared


def _take_back(found: Verified, wrong: Mapping[Slot, str]) -> None:
    for slot, reason in wrong.items():
        text = found.rewritten[slot.file].written[slot].text
        found.taken_back.append(TakenBack(slot, text, reason))
