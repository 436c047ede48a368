"""Files outside the sources that call annotated functions are checked as well."""

from __future__ import annotations

import pytest

from .conftest import Program

pytestmark = pytest.mark.slow

ADD = "def add(x, y):\n    return x + y\n"

LOOP = """\
import jax.numpy as jnp
from lib import add

for d in (jnp.float32, jnp.bfloat16):
    z = add(jnp.ones(2, d), jnp.ones(2, d))
    w = z * 2
"""


def test_a_type_variable_in_a_loop_over_dtypes(program: Program) -> None:
    program.write("lib.py", ADD)
    program.write("main.py", LOOP)
    result = program.promo("annotate", "lib.py", "--run", "python main.py", "--write")
    assert result.status == 0, result.err
    assert "def add(x: Array[D], y: Array[D]) -> Array[D]:" in program.read("lib.py")
    revealed = program.promo("reveal", "main.py:6")
    assert "z * 2  -> Array[bfloat16] | Array[float32]" in revealed.out


SCALE = "def scale(x):\n    return x * 2\n"

OTHER_DTYPE = """\
import jax
import jax.numpy as jnp
from lib import scale


def other():
    return scale(jnp.ones(2, jnp.int32))


jax.jit(scale)(jnp.ones(2))
"""


def test_what_a_caller_passes_elsewhere(program: Program) -> None:
    """The caller passes the function to JAX, and is in another file than ``main``."""
    program.write("lib.py", SCALE)
    program.write("caller.py", OTHER_DTYPE)
    program.write("main.py", "import caller\n")
    result = program.promo("annotate", "lib.py", "--run", "python main.py", "--write")
    assert program.read("lib.py") == SCALE
    assert 'is taken back: Argument 1 to "scale" has incompatible type' in result.err


def test_callers_that_cannot_be_checked_together(program: Program) -> None:
    """mypy gives up on two files with the same name in folders that are no packages."""
    program.write("lib.py", SCALE)
    script = "import jax.numpy as jnp\nfrom lib import scale\n\nscale(jnp.ones(2))\n"
    for folder in ("one", "two"):
        program.write(f"{folder}/run.py", script)
    program.write("mypy.ini", "[mypy]\nnamespace_packages = false\n")
    program.write(
        "main.py", 'import runpy\n[runpy.run_path(f"{x}/run.py") for x in ("one", "two")]\n'
    )
    result = program.promo("annotate", "lib.py", "--run", "python main.py", "--write")
    assert "def scale(x: Array[jnp.float32]) -> Array[jnp.float32]:" in program.read("lib.py")
    assert "unproven" not in result.err
