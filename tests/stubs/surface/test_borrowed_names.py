"""JAX's modules without a stub re-export names of private modules that have one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.static.checkers import BY_NAME, CHECKERS
from tests.static.expectations import marked_lines

PROGRAM = """\
from jax.extend.core import Effect, Jaxpr, JaxprEqn, Literal, Var
from jax.extend.core.primitives import add_p, mul_p
from jax.extend.linear_util import wrap_init
from jax.interpreters import ad, mlir


def bind(jaxpr: Jaxpr, equation: JaxprEqn, effect: Effect) -> list[Var]:
    print(add_p, mul_p, wrap_init, ad.JVPTracer, mlir.ir_constant)
    print(isinstance(jaxpr.invars[0], Literal), equation.primitive, effect)
    missing: int = ""  # error
    return list(jaxpr.invars)
"""


@pytest.mark.parametrize("checker", BY_NAME)
def test_they_are_found(checker: str, tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(PROGRAM, encoding="utf-8")
    assert set(CHECKERS[checker].errors(tmp_path)) == marked_lines(tmp_path)
