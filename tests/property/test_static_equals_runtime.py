"""mypy with the plugin and JAX agree on every subexpression of random programs.

``pytest tests/property --examples 10000`` checks more programs, ``--seed`` others, and
``python -m tests.property`` many in several processes. The number of examples counts different
operations and calls that JAX has answered.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from promo_typing.lattice.semantics import Semantics

from .report import report
from .runs import ALL_SETTINGS, Run, execute, name


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One folder for all settings, so that mypy reads NumPy only once."""
    return tmp_path_factory.mktemp("property")


@pytest.mark.slow
@pytest.mark.xdist_group("property")  # One worker, because of the folder.
@pytest.mark.parametrize("semantics", ALL_SETTINGS, ids=name)
def test_every_subexpression(
    semantics: Semantics, examples: int, examples_seed: int, folder: Path
) -> None:
    count = -(-examples // len(ALL_SETTINGS))
    tally = execute(Run(semantics, count, str(examples_seed)), folder)
    assert not tally.differences, report(tally)
    assert len(tally.compared) >= count
    assert tally.accidents.total() < len(tally.compared) / 20, report(tally)
