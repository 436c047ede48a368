"""Reads and writes two JSON files: results of the tools, and reasons for unfound mistakes."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final, TypeAlias

from tests.mistakes.mistake import Mistake
from tests.mistakes.programs import pair_of
from tests.mistakes.tools import PROMO_CHECK, Findings

RESULTS: Final = Path(__file__).with_name("results.json")
REASONS: Final = Path(__file__).with_name("reasons.json")


@dataclass(frozen=True, slots=True)
class Answer:
    """The codes that a tool reports at the mistake, and all findings that it reports in the fix."""

    found: tuple[str, ...]
    of_fix: tuple[str, ...]


Results: TypeAlias = Mapping[str, Mapping[str, Answer]]
"""By tool, then by the name of the mistake."""

Reasons: TypeAlias = Mapping[str, str]
"""Why ``promo check`` does not find a mistake, by its name."""


def answers(mistakes: Iterable[Mistake], findings: Findings) -> dict[str, Answer]:
    """The answers in a tool's findings; findings on unmarked lines of a mistake do not count."""
    return {each.name: _answer(each, findings) for each in mistakes}


def unfound(results: Results) -> set[str]:
    """The names of the mistakes that ``promo check`` does not find."""
    return {name for name, answer in results[PROMO_CHECK].items() if not answer.found}


def load_results() -> Results:
    """Read the results of the last run."""
    tools = json.loads(RESULTS.read_text(encoding="utf-8"))
    return {
        tool: {
            name: Answer(tuple(each["found"]), tuple(each["of_fix"]))
            for name, each in by_name.items()
        }
        for tool, by_name in tools.items()
    }


def save_results(results: Results) -> None:
    """Write the results of all tools."""
    data = {
        tool: {name: asdict(answer) for name, answer in by_name.items()}
        for tool, by_name in results.items()
    }
    RESULTS.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


def load_reasons() -> Reasons:
    """Read the reasons, which are written by hand."""
    reasons: Reasons = json.loads(REASONS.read_text(encoding="utf-8"))
    return reasons


def drop_reasons_of_found(results: Results) -> None:
    """Remove the reasons for mistakes that are found now."""
    missing = unfound(results)
    kept = {name: why for name, why in load_reasons().items() if name in missing}
    text = json.dumps(kept, indent=1, ensure_ascii=False, sort_keys=True)
    REASONS.write_text(text + "\n", encoding="utf-8")


def _answer(mistake: Mistake, findings: Findings) -> Answer:
    pair = pair_of(mistake)
    codes = {
        finding.code
        for line in pair.marked
        for finding in findings.get((pair.mistake.name, line), ())
    }
    of_fix = Counter(
        f"line {line}: {finding.words.splitlines()[0]} [{finding.code}]"
        for (name, line), each in sorted(findings.items())
        if name == pair.fix.name
        for finding in each
    )
    lines = (said if count == 1 else f"{said}, {count} times" for said, count in of_fix.items())
    return Answer(tuple(sorted(codes)), tuple(lines))
