"""How pytest-mypy-plugins runs the cases here: in this process, with one cache for all of them."""

from __future__ import annotations

import os
import sys
import sysconfig
import tempfile
from pathlib import Path

import pytest

HERE = Path(__file__).parent
MODULES = sys.modules
CACHE = Path(tempfile.gettempdir()) / "promo-typing-typesafety"


def pytest_configure(config: pytest.Config) -> None:
    CACHE.mkdir(exist_ok=True)
    # It looks for the command mypy although it does not run it.
    os.environ["PATH"] = os.pathsep.join([sysconfig.get_path("scripts"), os.environ["PATH"]])
    config.option.mypy_same_process = True
    config.option.mypy_ini_file = str(HERE / "mypy.ini")
    config.option.mypy_testing_base = str(CACHE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep the cases on one worker of xdist: they share a cache."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.xdist_group("typesafety"))


def pytest_runtest_teardown() -> None:
    """Undo that a case puts a copy in the place of sys.modules.

    The interpreter itself goes on with the original: what is imported later would not be in it, and
    could not be pickled.
    """
    sys.modules = MODULES
