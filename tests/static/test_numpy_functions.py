"""What the plugin says of NumPy's own functions is what they return: the program is executed."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Final

from tests.static import execution
from tests.static.checkers import CHECKERS

PROGRAM: Final = Path(__file__).with_name("plugin_programs") / "numpy_functions.py"


def test_program_is_true_of_jax_and_numpy() -> None:
    program = execution.load(PROGRAM)
    assert execution.checks(program)
    assert not list(execution.run(program))


def test_the_plugin_says_the_same(tmp_path: Path) -> None:
    folder = tmp_path / "programs"
    folder.mkdir()
    shutil.copy(PROGRAM, folder)
    assert CHECKERS["mypy with plugin"].errors(folder) == {}
