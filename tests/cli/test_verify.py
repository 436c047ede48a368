from __future__ import annotations

import re
from pathlib import Path

import jax
import pytest

from promo_cli import app
from promo_typing.core.dtypes import WEAK
from promo_typing.oracle import verify
from promo_typing.oracle.subjects import Subject, _subjects
from promo_typing.rules import FUNCTIONS
from promo_typing.rules.catalogue.notation import promoting

from .conftest import Project


def test_all_cells_of_a_function(project: Project) -> None:
    command = ("verify", "jax.numpy.exp", "--jobs", "1", "--ledger", "ledger")
    shown = project.promo(*command)
    assert (shown.status, shown.err) == (0, "")
    found = re.fullmatch(r"(\d+) cells of 1 rules compared with jax (\S+): 0 differ\n", shown.out)
    assert found
    assert int(found[1]) > 200
    assert found[2] == jax.__version__


def test_what_the_ledger_has_is_not_compared_again(project: Project) -> None:
    command = ("verify", "jax.numpy.exp", "--jobs", "1", "--ledger", "ledger")
    first = project.promo(*command)
    again = project.promo(*command)
    assert again.status == 0
    assert again.out == (
        f"0 cells of 0 rules compared with jax {jax.__version__}: 0 differ\n"
        "the ledger has 1 rules, which were compared before\n"
    )
    assert project.promo(*command, "--all") == first


def test_a_sample_of_a_pattern(project: Project) -> None:
    shown = project.promo("verify", "jax.numpy.exp*", "--sample", "3", "--seed", "7")
    assert (shown.status, shown.err) == (0, "")
    names = [name for name in FUNCTIONS if name.startswith("jax.numpy.exp")]
    assert f" of {len(names)} rules " in shown.out
    alone = 1 + len(WEAK)  # Bools, and each weak dtype.
    assert shown.out.startswith(f"{(3 + alone) * 6 * len(names)} cells")


def test_jobs_print_the_same(project: Project) -> None:
    command = ("verify", "jax.numpy.log*", "--sample", "3")
    alone = project.promo(*command, "--jobs", "1")
    assert (alone.status, alone.err) == (0, "")
    assert project.promo(*command, "--jobs", "2") == alone


def test_no_such_function(project: Project) -> None:
    shown = project.promo("verify", "jnp.exp")
    assert shown.status == 2
    assert "the installed JAX has no function with a rule that is called jnp.exp" in shown.err


def test_a_wrong_rule_is_found(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """The command runs in this process, where a rule can be replaced by a wrong one."""
    wrong = Subject("jax.numpy.exp", promoting("x"), {})
    monkeypatch.setitem(_subjects(), "jax.numpy.exp", wrong)
    arguments = ["promo", "verify", "jax.numpy.exp", "--jobs", "1", "--ledger", str(tmp_path)]
    monkeypatch.setattr("sys.argv", arguments)
    assert app.run() == 1
    assert not [*tmp_path.iterdir()]
    out = capsys.readouterr().out
    assert "jax.numpy.exp(int32) with Semantics(" in out
    assert "rule int32; JAX float32" in out
    assert not out.endswith(" 0 differ\n")
    assert verify.matching(["jax.numpy.exp"]) == ["jax.numpy.exp"]
