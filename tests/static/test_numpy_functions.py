"""The program about NumPy's own functions agrees with NumPy, and the plugin knows all of them."""

from __future__ import annotations

from typing import Final

from tests.static import execution
from tests.static.expectations import PLUGIN_PROGRAMS

PROGRAM: Final = PLUGIN_PROGRAMS / "numpy_functions.py"


def test_program_is_true_of_jax_and_numpy() -> None:
    program = execution.load(PROGRAM)
    assert execution.checks(program)
    assert not list(execution.run(program, trace=False))
