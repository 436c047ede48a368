"""Compares the dtypes that `promo check` names with those that expressions had in a run."""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import astuple
from enum import Enum
from pathlib import Path
from typing import NamedTuple

from promo_cli.expressions import ArrayExpression
from promo_cli.mypy_run import run_mypy
from promo_typing.core.dtypes import DEFAULTS, NODES
from tests.agreement.instrument import Place


class Verdict(Enum):
    """How the dtypes of an executed expression compare with those that `promo check` names."""

    SAME = "the same dtype"
    WEAKNESS = "the same but for weakness"
    DIFFERENT = "another dtype"
    UNKNOWN = "no dtype is named"
    UNSEEN = "not seen to be an array"


class Compared(NamedTuple):
    """An executed expression; ``named`` are the dtypes that `promo check` names for it."""

    file: str
    place: Place
    text: str
    seen: Sequence[str]
    named: Sequence[str]
    verdict: Verdict

    def __str__(self) -> str:
        """Render the expression as a line of a report."""
        line, column, *_ = self.place
        said = ", ".join(self.named) or "nothing"
        return f"{self.file}:{line}:{column}: {self.text}: {', '.join(self.seen)}, named {said}"


def compared(folder: Path, recorded: Path, paths: Sequence[str]) -> list[Compared]:
    """Check a program, and compare it with a recorded run.

    Args:
        folder: the folder that the files are relative to; the working directory changes to it.
        recorded: the file that `tests.agreement.watched` wrote.
        paths: files and folders to check.

    Raises:
        ValueError: the program cannot be checked.
    """
    os.chdir(folder)
    run = run_mypy(paths, {"x64": False}, lambda step: None)
    if run.blocked:
        raise ValueError("\n".join(str(each) for each in run.findings[:3]))
    said = {
        (
            os.path.relpath(os.path.realpath(path), os.path.realpath(folder)),
            astuple(each.span),
        ): each
        for path, expressions in run.expressions.items()
        for each in expressions
    }
    return list(_each(folder, recorded, said))


def _each(
    folder: Path, recorded: Path, said: Mapping[tuple[str, tuple[int, ...]], ArrayExpression]
) -> Iterator[Compared]:
    lines: dict[str, list[str]] = {}
    for line in recorded.read_text(encoding="utf-8").splitlines():
        file, place, seen = json.loads(line)
        if not NODES.keys() >= set(seen):  # keys, and dtypes of other libraries
            continue
        found = said.get((file, tuple(place)))
        text = lines.setdefault(file, (folder / file).read_text(encoding="utf-8").splitlines())
        named = (found and found.dtypes) or ()
        verdict = Verdict.UNSEEN if found is None else judge(seen, named)
        yield Compared(file, tuple(place), _text(text, place), seen, named, verdict)


def _text(lines: Sequence[str], place: Sequence[int]) -> str:
    line, column, end_line, end_column = place
    whole = lines[line - 1][column - 1 : end_column if line == end_line else None]
    return whole if line == end_line else f"{whole} …"


def judge(seen: Collection[str], named: Collection[str]) -> Verdict:
    """Compare the dtypes that an expression had with those that `promo check` names."""
    if not named or not NODES.keys() >= set(named):
        return Verdict.UNKNOWN
    if set(seen) <= set(named):
        return Verdict.SAME
    same_but_weak = _strong(seen) <= _strong(named)
    return Verdict.WEAKNESS if same_but_weak else Verdict.DIFFERENT


def _strong(dtypes: Collection[str]) -> set[str]:
    return {DEFAULTS[each][0] if each in DEFAULTS else each for each in dtypes}
