"""With the oldest NumPy that JAX supports, whose types differ, the checkers say the same."""

from __future__ import annotations

import shutil
import sys
import sysconfig
import tomllib
import venv
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.packaging.environments import install
from tests.static.checkers import BY_NAME, CHECKERS, ROOT, STUBS, WITH_PLUGIN
from tests.static.expectations import PROGRAMS, marked_lines

PROGRAM: Final = "numpy_operands.py"
ONLY_OLDEST: Final = "oldest.py"
TEXT: Final = """\
import numpy as np


def later(when: "np.datetime64[None]") -> None: ...  # error
"""
"""An error with the oldest NumPy alone: it shows that the checker reads that one."""


def oldest() -> str:
    """The requirement for the oldest NumPy that ``pyproject.toml`` allows."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    [lowest] = [each for each in project["dependencies"] if each.startswith("numpy>=")]
    return f"{lowest.replace('>=', '==')}.*"


@pytest.fixture(scope="session")
def with_oldest(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """An environment with this NumPy; all other packages are those of this environment."""
    if sys.version_info >= (3, 13):
        pytest.skip("There is no such NumPy for this Python.")
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, symlinks=True)
    install(folder / "bin" / "python", oldest())
    [packages] = folder.glob("lib/python*/site-packages")
    others = (sysconfig.get_path("purelib"), STUBS, ROOT)
    (packages / "others.pth").write_text("\n".join(map(str, others)))
    yield folder
    shutil.rmtree(folder)


@pytest.mark.slow
@pytest.mark.parametrize("name", BY_NAME)
def test_operands_of_the_oldest_numpy(name: str, with_oldest: Path, tmp_path: Path) -> None:
    shutil.copy(PROGRAMS / PROGRAM, tmp_path)
    (tmp_path / ONLY_OLDEST).write_text(TEXT, encoding="utf-8")
    errors = CHECKERS[name].errors(tmp_path, environment=with_oldest)
    expected = marked_lines(tmp_path)
    if name != WITH_PLUGIN:  # There the result of ``float8 * np.float32(2)`` is unknown.
        expected = {place for place in expected if place[0] == ONLY_OLDEST}
    assert set(errors) == expected, errors
