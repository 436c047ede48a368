"""Digests of rules differ whenever a rule may answer differently, and else not."""

from __future__ import annotations

import os
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from promo_typing import rules
from promo_typing.rules import FUNCTIONS, fingerprint, rule_fingerprint

PROGRAM = """
from promo_typing.rules import FUNCTIONS, rule_fingerprint
print(rule_fingerprint(FUNCTIONS["jax.numpy.trapezoid"]))
"""


@pytest.fixture
def rules_elsewhere(tmp_path: Path) -> Path:
    """A copy of the package of rules."""
    (home,) = rules.__path__
    shutil.copytree(home, tmp_path / "rules", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path / "rules"


def fingerprint_of(folder: Path) -> str:
    """The fingerprint that the package in a folder gives itself."""
    found: str = runpy.run_path(str(folder / "fingerprint.py"))["fingerprint"]()
    return found


def test_equal_sources_have_equal_fingerprints(rules_elsewhere: Path) -> None:
    assert fingerprint_of(rules_elsewhere) == fingerprint()
    (rules_elsewhere / "notes.txt").write_text("no source")
    assert fingerprint_of(rules_elsewhere) == fingerprint()


def test_the_fingerprint_differs_with_every_source_file(rules_elsewhere: Path) -> None:
    seen = {fingerprint()}
    sources = sorted(rules_elsewhere.rglob("*.py"))
    for number, path in enumerate(sources, start=2):
        path.write_text(path.read_text(encoding="utf-8") + "# changed\n", encoding="utf-8")
        seen.add(fingerprint_of(rules_elsewhere))
        assert len(seen) == number, path
    assert len(sources) > 10


def test_different_rules_have_different_fingerprints() -> None:
    distinct = set(FUNCTIONS.values())
    assert len({rule_fingerprint(rule) for rule in distinct}) == len(distinct) > 300


def test_a_rule_has_one_fingerprint_in_all_processes() -> None:
    environment = {**os.environ, "PYTHONHASHSEED": "7"}
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        capture_output=True,
        text=True,
        check=True,
        env=environment,
        timeout=60,
    )
    assert run.stdout.strip() == rule_fingerprint(FUNCTIONS["jax.numpy.trapezoid"])
