"""How pytest-mypy-plugins runs the cases here: each in a process that has imported mypy already.

In the process of the tests themselves mypy would keep the memory of each run. Cases with the same
settings share a cache, in which the libraries stay; other settings of mypy would have it read them
all again. So options that are for the case alone stand in its section ``[mypy-main]``. Caches for
settings of ours begin with what the first one has: in that most of the libraries stay as they are.
"""

from __future__ import annotations

import os
import re
import shutil
import sysconfig
from functools import cache
from pathlib import Path
from typing import Final

import pytest
from pytest_mypy_plugins.item import MypyExecutor, YamlTestItem

from tests import processes, scratch
from tests.folders import TIMEOUT

HERE = Path(__file__).parent
_OF_THE_CASE: Final = re.compile(r"^\[mypy-main\]\n(?:(?!\[).*\n?)*", re.MULTILINE)
"""The section of a configuration on which no library depends."""


@cache
def folder_of_process() -> str:
    """A folder of this process, in which nobody else has left anything."""
    return str(scratch.new())


@pytest.hookimpl(trylast=True)  # After that of all tests, which knows where folders are made.
def pytest_configure(config: pytest.Config) -> None:
    # It looks for the command mypy although it does not run it.
    os.environ["PATH"] = os.pathsep.join([sysconfig.get_path("scripts"), os.environ["PATH"]])
    config.option.mypy_same_process = True
    MypyExecutor._typecheck_in_same_process = run_mypy  # type: ignore[method-assign]
    config.option.mypy_ini_file = str(HERE / "mypy.ini")
    config.option.mypy_testing_base = folder_of_process()


@pytest.hookimpl(tryfirst=True)  # Before xdist looks at the groups.
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep the cases on one worker of xdist: they share caches."""
    caches: dict[str, str] = {}
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.xdist_group("typesafety"))
        if isinstance(item, YamlTestItem):
            of_libraries = _OF_THE_CASE.sub("", item.additional_mypy_config)
            name = caches.setdefault(of_libraries, f"cache-{len(caches)}")
            item.incremental_cache_dir = os.path.join(folder_of_process(), name)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Begin a cache with the first one that a case has filled."""
    if isinstance(item, YamlTestItem) and not os.path.exists(item.incremental_cache_dir):
        filled = sorted(Path(folder_of_process()).glob("cache-*"))
        if filled:
            shutil.copytree(filled[0], item.incremental_cache_dir)


def run_mypy(self: MypyExecutor, mypy_cmd_options: list[str]) -> tuple[int, tuple[str, str]]:
    """In the place of the method that runs mypy in the process of the tests."""
    environment = {**os.environ, **self.environment_variables}
    done = processes.run(
        "mypy", mypy_cmd_options, self.execution_path, environment, timeout=TIMEOUT
    )
    return done.status, (done.out, done.err)
