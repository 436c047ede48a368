"""The audit finds the planted conversions in a training step, at their lines, and no others."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import pytest

from examples.transformer import train
from examples.transformer.model import LAYERS, LENGTH, TOKENS, WIDTH
from examples.transformer_bugs import train as train_bugs
from promo_runtime.auditing import Conversion, Origin, Report
from tests.audit.all_lints import audit

# One worker, which compiles the initial weights once.
pytestmark = pytest.mark.xdist_group("transformer")

SCORES: Final = train.BATCH * 4 * LENGTH * LENGTH
PLANTED: Final = {
    ("model.py", "* SCALE"): ("mul", "bfloat16", "float32", SCORES, LAYERS),
    ("model.py", "+ positions()"): (
        "add",
        "bfloat16",
        "float32",
        train.BATCH * LENGTH * WIDTH,
        1,
    ),
    ("model.py", "x * mask[..., None].astype(jnp.int32)"): (
        "mul",
        "int32",
        "bfloat16",
        train.BATCH * LENGTH,
        1,
    ),
    ("train.py", "/ TEMPERATURE"): (
        "truediv",
        "bfloat16",
        "float32",
        train.BATCH * LENGTH * TOKENS,
        1,
    ),
}
"""For the text of a line: operation, dtypes, elements, and the number of conversions."""


def _place(found: Conversion) -> tuple[str, int]:
    assert found.place is not None
    return Path(found.place.file).name, found.place.line


def _line(file: str, text: str) -> tuple[str, int]:
    path = Path(train_bugs.__file__).with_name(file)
    lines = path.read_text(encoding="utf-8").splitlines()
    (number,) = [number for number, line in enumerate(lines, 1) if text in line]
    return file, number


def _step(program: Any) -> Report:
    return audit(program.step)(*program.arguments())


def _forward(program: Any) -> Report:
    weights, tokens, mask = program.arguments()
    return audit(program.loss)(program.half(weights), tokens, mask)


@pytest.mark.parametrize("audited", [_forward, _step])
def test_nothing_is_found_in_the_original(audited: Any) -> None:
    report = audited(train)
    assert report.findings == ()
    assert report.bytes == 0
    assert Origin.EXPLICIT in {found.origin for found in report.conversions}


@pytest.mark.parametrize("audited", [_forward, _step])
def test_each_is_found_and_nothing_else(audited: Any) -> None:
    findings = audited(train_bugs).findings
    found = {_place(f): (f.operation, f.source, f.target, f.elements, f.trips) for f in findings}
    assert found == {_line(*place): facts for place, facts in PLANTED.items()}
    assert len(findings) == len(PLANTED)


def test_the_most_expensive_comes_first() -> None:
    costs = [found.bytes for found in _step(train_bugs).findings]
    assert costs == sorted(costs, reverse=True)
    assert costs[0] == SCORES * LAYERS * (2 + 4)
