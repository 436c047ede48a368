"""The expectations of the programs are proven by JAX: they are executed."""

from __future__ import annotations

import pytest

from tests.static import execution
from tests.static.expectations import PROGRAMS

pytestmark = pytest.mark.slow

EXECUTABLE = (
    "operators.py",
    "rejected.py",
    "numpy_operands.py",
    "members.py",
    "creation.py",
    "functions.py",
    "jit.py",
    "gradients.py",
    "control_flow.py",
    "pytrees.py",
    "given_functions.py",
)
"""Programs with one dtype per result; the others concern the knowledge of checkers."""

COMPILED = frozenset({"jit.py"})
"""Programs with functions that are compiled for good, which take no tracers."""

STATIC_ONLY = frozenset({"subtyping"})
"""Functions whose errors are assignments, which Python does not check."""


@pytest.mark.parametrize("name", EXECUTABLE)
@pytest.mark.filterwarnings("ignore:scatter inputs have incompatible types:FutureWarning")
def test_program_is_true_of_jax(name: str) -> None:
    program = execution.load(PROGRAMS / name)
    program.tree.body = [
        node for node in program.tree.body if getattr(node, "name", None) not in STATIC_ONLY
    ]
    assert execution.checks(program)
    assert not list(execution.run(program, trace=name not in COMPILED))
