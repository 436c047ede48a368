"""Fingerprints of rules depend on the meaning of a rule, and on nothing else."""

from __future__ import annotations

import os
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from promo_typing import rules
from promo_typing.core.versions import JAX_0_11, JAX_0_12
from promo_typing.rules import FUNCTIONS, Rule, fingerprint, rule_fingerprint
from promo_typing.rules.catalogue.notation import case, promoting, rule
from promo_typing.rules.model import Before, Given, Is, Of, One, Requested, Rest, dtypes
from promo_typing.rules.model.dtype_maps import TO_INEXACT, TO_SAME, TO_SUM
from promo_typing.rules.model.dtype_sets import BOOL, INTEGERS
from promo_typing.rules.model.settings import X64

RULES = [
    promoting("x"),
    promoting("y"),
    promoting(One("x", given=True)),
    promoting(One("x", absent="bool")),
    promoting(Rest("x")),
    promoting("x", "y"),
    promoting("x", keys=True),
    promoting("x", to=TO_SUM),
    promoting("x", to=TO_INEXACT),
    promoting("x", to=TO_INEXACT.but({"int4": "float16"})),
    promoting("x", to=TO_INEXACT.but({"int4": "float16"}, under=X64)),
    promoting("x", accepts=INTEGERS),
    promoting("x", known=INTEGERS),
    promoting("x", accepts=INTEGERS | BOOL),
    promoting("x", accepts=INTEGERS - dtypes("uint64").under(X64)),
    rule(("x",), Of("x")),
    rule(("x",), case(Of("x"), requested=Requested()), dtype="dtype"),
    rule(("x",), case(Of("x"), requested=Requested()), dtype="out_dtype"),
    *(
        rule(("x",), case(Of(), condition), Of("x"))
        for condition in (
            Before(JAX_0_11),
            Before(JAX_0_12),
            Given("y"),
            Is("y", value=True),
            Is("y", value=1),
        )
    ),
]


def test_other_rules_have_other_digests() -> None:
    assert len(set(map(rule_fingerprint, RULES))) == len(RULES)
    assert len(set(map(rule_fingerprint, FUNCTIONS.values()))) == len(set(FUNCTIONS.values()))


def test_an_equal_rule_that_is_made_anew_has_the_same() -> None:
    def made() -> Rule:
        accepts = dtypes("int8", "bool", "uint64").under(X64) | INTEGERS
        return promoting("x", "y", to=TO_SUM.but({"int4": "int8"}), accepts=accepts)

    first, second = made(), made()
    assert first is not second
    assert rule_fingerprint(first) == rule_fingerprint(second)


def test_words_make_no_difference() -> None:
    reworded = TO_INEXACT.then(TO_SAME, "in other words")
    assert reworded.words != TO_INEXACT.words
    assert rule_fingerprint(promoting("x", to=reworded)) == rule_fingerprint(
        promoting("x", to=TO_INEXACT)
    )


PROGRAM = """
from promo_typing.rules import FUNCTIONS, fingerprint, rule_fingerprint
print(fingerprint(), *map(rule_fingerprint, FUNCTIONS.values()))
"""


@pytest.mark.parametrize("seed", ["1", "2"])
def test_another_process_finds_the_same(seed: str) -> None:
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env={**os.environ, "PYTHONHASHSEED": seed},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert run.stdout.split() == [fingerprint(), *map(rule_fingerprint, FUNCTIONS.values())]


def test_a_digest_is_short() -> None:
    for digest in (fingerprint(), rule_fingerprint(RULES[0])):
        assert len(digest) == 16
        assert set(digest) <= set("0123456789abcdef")


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
