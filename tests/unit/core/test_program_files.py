"""The files that belong to the program, and not to libraries."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest

import promo_runtime
import promo_typing
from promo_typing.core.program_files import is_program_file, program_files


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/home/me/program/train.py", True),
        ("train.py", True),
        ("/home/me/promo_typing/train.py", True),
        ("/home/me/program/train.pyi", False),
        ("/venv/lib/python3.12/site-packages/optax/base.py", False),
        ("/venv/lib/python3.12/site-packages/optax/losses/_regression.py", True),
        ("/venv/lib/python3.12/site-packages/optax/_src/update.py", True),
        ("/venv/lib/python3.12/site-packages/optax/_src/alias.py", False),
        ("/venv/lib/python3.12/site-packages/optax/_src/update.pyi", False),
        ("/usr/lib/python3/dist-packages/numpy/core.py", False),
    ],
)
def test_is_program_file(path: str, expected: bool) -> None:
    assert is_program_file(path) == expected


@pytest.mark.parametrize("package", [promo_typing, promo_runtime])
def test_our_own_packages_are_libraries_wherever_they_lie(package: ModuleType) -> None:
    """An installation of the sources is not in site-packages."""
    folder = Path(str(package.__file__)).parent
    assert not is_program_file(str(folder / "__init__.py"))
    assert is_program_file(f"{folder}_of_mine.py")


def test_environments_and_hidden_folders_have_no_program_files(tmp_path: Path) -> None:
    for each in ("a.py", "b/c.py", ".hidden/d.py", "env/e.py", "__pycache__/f.py"):
        (tmp_path / each).parent.mkdir(exist_ok=True)
        (tmp_path / each).write_text("")
    (tmp_path / "env" / "pyvenv.cfg").write_text("")
    found = [path.relative_to(tmp_path).as_posix() for path in program_files(tmp_path)]
    assert found == ["a.py", "b/c.py"]
