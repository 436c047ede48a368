"""The ``conftest.py`` files that pytest reads for a test; no test imports them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import PurePath
from typing import Final

from mypy.nodes import MypyFile

from promo_typing.core.program_files import is_program_file

CONFTEST: Final = "conftest"
_TESTS: Final = ("test_*.py", "*_test.py", f"{CONFTEST}.py")


def is_of_tests(path: str) -> bool:
    """Whether pytest takes a file for a test, or reads it for tests."""
    return any(fnmatch(PurePath(path).name, each) for each in _TESTS)


def modules_for(file: MypyFile) -> Iterator[str]:
    """Yield the module names of these files: in the folder of a test, and in its packages."""
    path = PurePath(file.path)
    if not is_program_file(file.path) or not is_of_tests(file.path):
        return
    *packages, _ = file.fullname.split(".")
    for folder in path.parents:
        name = ".".join([*packages, CONFTEST])
        if name != file.fullname and os.path.isfile(folder / f"{CONFTEST}.py"):
            yield name
        if not packages:
            return
        packages.pop()
