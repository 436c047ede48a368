"""The core, which the mypy plugin imports, must not import heavy modules."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

PROGRAM = """
import sys
import {module}
heavy = {{"jax", "jaxlib", "numpy", "ml_dtypes", "mypy", "scipy", "torch"}}
print(sorted(heavy & {{name.partition(".")[0] for name in sys.modules}}))
"""


PACKAGES = (
    "promo_typing.core",
    "promo_typing.lattice",
    "promo_typing.rules",
    "promo_typing.oracle",
    "promo_typing.systems",
)


def modules_of(package: str) -> str:
    """The modules of a package, separated by commas."""
    folder = ROOT.joinpath(*package.split("."))
    parts = (path.relative_to(ROOT).with_suffix("").parts for path in sorted(folder.rglob("*.py")))
    return ", ".join(".".join(each).removesuffix(".__init__") for each in parts)


def imported(modules: str) -> str:
    command = [sys.executable, "-c", PROGRAM.format(module=modules)]
    run = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    return run.stdout.strip()


@pytest.mark.parametrize("package", PACKAGES)
def test_all_modules_of_a_package_are_light(package: str) -> None:
    assert f"{package}." in modules_of(package)
    assert imported(modules_of(package)) == "[]"


def test_the_package_itself_is_light() -> None:
    assert imported("promo_typing") == "[]"


@pytest.mark.parametrize("module", ["promo_mypy", "promo_mypy.plugin"])
def test_the_plugin_imports_the_type_checker_alone(module: str) -> None:
    assert imported(module) == "['mypy']"


def test_the_check_would_notice_a_heavy_import() -> None:
    assert "numpy" in imported("numpy")
