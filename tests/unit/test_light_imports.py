"""The core is imported by the type checker's plugin, where heavy imports are forbidden."""

from __future__ import annotations

import subprocess
import sys

import pytest

PROGRAM = """
import sys
import {module}
heavy = {{"jax", "jaxlib", "numpy", "ml_dtypes", "mypy", "scipy", "torch"}}
print(sorted(heavy & {{name.partition(".")[0] for name in sys.modules}}))
"""


@pytest.mark.parametrize(
    "module",
    [
        "promo_typing.core.dtypes",
        "promo_typing.lattice",
        "promo_typing.lattice.files",
        "promo_typing.lattice.report",
        "promo_typing.lattice.wishes",
        "promo_typing.lattice.semantics",
        "promo_typing.rules",
        "promo_typing.oracle",
        "promo_typing.systems",
    ],
)
def test_import_is_light(module: str) -> None:
    command = [sys.executable, "-c", PROGRAM.format(module=module)]
    run = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (run.stdout, run.stderr) == ("[]\n", "")


def test_the_check_would_notice_a_heavy_import() -> None:
    command = [sys.executable, "-c", PROGRAM.format(module="numpy")]
    run = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    assert "numpy" in run.stdout
