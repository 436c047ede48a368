"""Lets pytest-mypy-plugins run each case in a process that has already imported mypy.

In the process of the tests, mypy would keep the memory of each run. Cases with the same settings
share a cache with the libraries; with other settings of mypy, it would check all libraries anew. So
options for a case alone are in its section ``[mypy-main]``, which does not affect libraries. A
cache for other settings of ours begins as a copy of the first cache, since they affect few modules.
"""

from __future__ import annotations

import os
import shutil
import sysconfig
from functools import cache
from pathlib import Path

import pytest
from pytest_mypy_plugins.item import MypyExecutor, YamlTestItem

from tests import processes, scratch
from tests.folders import TIMEOUT
from tests.typesafety.mypy_runs import OF_THE_PROGRAM

HERE = Path(__file__).parent


@cache
def folder_of_process() -> str:
    """A new folder for this process."""
    return str(scratch.new())


@pytest.hookimpl(trylast=True)  # The hook in tests/conftest.py chooses the folder first.
def pytest_configure(config: pytest.Config) -> None:
    # pytest-mypy-plugins looks for the command mypy although it does not run it.
    os.environ["PATH"] = os.pathsep.join([sysconfig.get_path("scripts"), os.environ["PATH"]])
    config.option.mypy_same_process = True
    MypyExecutor._typecheck_in_same_process = run_mypy  # type: ignore[method-assign]
    config.option.mypy_ini_file = str(HERE / "mypy.ini")
    config.option.mypy_testing_base = folder_of_process()


@pytest.hookimpl(tryfirst=True)  # The groups must be set before xdist reads them.
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep the cases on one worker of xdist: they share caches."""
    caches: dict[str, str] = {}
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.xdist_group("typesafety"))
        if isinstance(item, YamlTestItem):
            of_libraries = OF_THE_PROGRAM.sub("", item.additional_mypy_config)
            name = caches.setdefault(of_libraries, f"cache-{len(caches)}")
            item.incremental_cache_dir = os.path.join(folder_of_process(), name)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Begin the cache of a case as a copy of the first filled one."""
    if isinstance(item, YamlTestItem) and not os.path.exists(item.incremental_cache_dir):
        filled = sorted(Path(folder_of_process()).glob("cache-*"))
        if filled:
            shutil.copytree(filled[0], item.incremental_cache_dir)


def run_mypy(self: MypyExecutor, mypy_cmd_options: list[str]) -> tuple[int, tuple[str, str]]:
    """Replace the method that would run mypy in the process of the tests."""
    environment = {**os.environ, **self.environment_variables}
    done = processes.run(
        "mypy", mypy_cmd_options, self.execution_path, environment, timeout=TIMEOUT
    )
    return done.status, (done.out, done.err)
