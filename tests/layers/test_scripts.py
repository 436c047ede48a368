"""The dtypes that ``promo reveal`` shows in training scripts are those that the scripts compute.

Each script is alone in its folder: beside other programs less is known about its objects.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Project
from tests.cli.test_objects import expected, revealed
from tests.unit.systems.libraries import library

pytestmark = pytest.mark.slow

SCRIPTS = Path(__file__).parent / "scripts"

for each in ("equinox", "flax", "optax"):
    library(each)


@pytest.mark.parametrize("script", sorted(SCRIPTS.glob("*.py")), ids=lambda path: path.stem)
def test_jax_agrees(script: Path, project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    assert revealed(project, script) == expected(script, monkeypatch)
