"""The mistakes happen in JAX, the fixes are right, and the page has the findings of the tools."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.mistakes.catalogue import ALL
from tests.mistakes.execution import fix_is_right, mistake_is_seen, run
from tests.mistakes.mistake import Kind, Mistake
from tests.mistakes.page import PAGE, page
from tests.mistakes.programs import CASES, pair_of
from tests.mistakes.results import Answer, answers, load_reasons, load_results, unfound
from tests.mistakes.tools import AUDIT, PROMO_CHECK, TOOLS, Finding, Findings
from tests.typesafety.mypy_runs import cache_of_promo

pytestmark = pytest.mark.slow

WRITE = "run python -m tests.mistakes"


@pytest.mark.parametrize("mistake", ALL, ids=lambda each: each.name)
def test_the_mistake_happens_and_the_fix_does_not(mistake: Mistake) -> None:
    pair = pair_of(mistake)
    done = run(pair.mistake, mistake.seen)
    assert mistake_is_seen(mistake, done), done
    done = run(pair.fix, mistake.seen)
    assert fix_is_right(mistake, done), done


def test_every_program_is_in_the_catalogue_and_every_mistake_is_marked() -> None:
    pairs = [pair_of(each) for each in ALL]
    named = [path for pair in pairs for path in (pair.mistake, pair.fix)]
    assert sorted(named) == sorted(CASES.glob("*/*.py"))
    assert len({path.name for path in named}) == len(named)
    assert all(pair.marked for pair in pairs)
    assert {each.kind for each in ALL} == set(Kind)


def test_promo_check_finds_what_the_page_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache, programs = tmp_path / "cache", tmp_path / "programs"
    monkeypatch.setenv("MYPY_CACHE_DIR", str(shutil.copytree(cache_of_promo(), cache)))
    assert answers(ALL, TOOLS[PROMO_CHECK](ALL, programs)) == load_results()[PROMO_CHECK], WRITE


def test_promo_check_reports_nothing_of_the_fixes() -> None:
    checked = load_results()[PROMO_CHECK]
    assert {name: each.of_fix for name, each in checked.items() if each.of_fix} == {}


def test_a_finding_counts_on_a_marked_line_only() -> None:
    mistake = ALL[0]
    pair, finding = pair_of(mistake), Finding("some-code", "words")
    elsewhere: Findings = {(pair.mistake.name, 1): [finding], (pair.fix.name, 2): [finding]}
    assert answers([mistake], elsewhere) == {
        mistake.name: Answer((), ("line 2: words [some-code]",))
    }
    there: Findings = {(pair.mistake.name, min(pair.marked)): [finding, finding]}
    assert answers([mistake], there) == {mistake.name: Answer(("some-code",), ())}


def test_the_audit_finds_what_the_page_says(tmp_path: Path) -> None:
    assert answers(ALL, TOOLS[AUDIT](ALL, tmp_path)) == load_results()[AUDIT], WRITE


def test_what_is_not_found_has_a_reason() -> None:
    assert unfound(load_results()) == set(load_reasons())


def test_the_page_is_fresh() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(load_results(), load_reasons()), WRITE
