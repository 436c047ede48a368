"""The command records the dtypes of a program, and finds answers of ours that differ."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.agreement.__main__ import ROOT
from tests.agreement.compare import Verdict, judge

PROGRAM = """\
from typing import cast

import jax
import jax.numpy as jnp
import beside
from promo_typing import Array

class Scaled:
    def __init__(self, factor=2):
        self.factor = jnp.float32(factor)

    def __call__(self, x):
        return {"ä": x * self.factor, "half": x.astype(jnp.bfloat16) * 2}

lie = cast(Array[jnp.int8], jnp.ones(3))
scaled = Scaled()(lie)
weak = jnp.sin(2.0)
"""


@pytest.mark.slow
def test_a_wrong_dtype_is_told(tmp_path: Path, environment: dict[str, str]) -> None:
    (tmp_path / "program.py").write_text(PROGRAM, encoding="utf-8")
    (tmp_path / "beside.py").write_text("from tests.one import ONE\n", encoding="utf-8")
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "__init__.py").touch()
    (tmp_path / "tests" / "one.py").write_text("ONE = 1\n", encoding="utf-8")
    command = [sys.executable, "-m", "tests.agreement", str(tmp_path), "--", "program.py"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, encoding="utf-8")
    assert done.returncode == 1, done.stderr
    assert done.stdout.splitlines() == [
        "program.py:15:7: cast(Array[jnp.int8], jnp.ones(3)): float32, named int8",
        "program.py:16:19: lie: float32, named int8",
        "program.py:13:22: x: float32, named int8",
        "program.py:13:47: x: float32, named int8",
        "11 executed, 100.0% with a named dtype",
        "7 the same dtype",
        "0 the same but for weakness",
        "4 another dtype",
        "0 no dtype is named",
        "0 not seen to be an array",
    ]
    assert not list(tmp_path.rglob("*.pyc"))


@pytest.mark.parametrize(
    ("seen", "named", "verdict"),
    [
        (["float32"], ["float32"], Verdict.SAME),
        (["float32"], ["bfloat16", "float32"], Verdict.SAME),
        (["bfloat16", "float32"], ["float32"], Verdict.DIFFERENT),
        (["weak_float"], ["float32"], Verdict.WEAKNESS),
        (["weak_float"], ["float64"], Verdict.DIFFERENT),
        (["float32"], [], Verdict.UNKNOWN),
        (["float32"], ["floating"], Verdict.UNKNOWN),
    ],
)
def test_verdicts(seen: list[str], named: list[str], verdict: Verdict) -> None:
    assert judge(seen, named) is verdict
