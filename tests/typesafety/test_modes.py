"""Each way to run mypy gives the same result: caches, the daemon, worker processes, settings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
from mypy.options import Options

from .mypy_runs import Run, mypy, write

pytestmark = pytest.mark.slow

PROGRAM = """\
import jax.numpy as jnp
import numpy as np
from jax import Array


class Model:
    scale = jnp.full((), 0.5)

    def __init__(self, dtype: type[jnp.bfloat16]) -> None:
        self.weights = jnp.zeros((3, 3), dtype)

    def __call__(self, x: Array[jnp.bfloat16]) -> Array[jnp.bfloat16]:
        return x @ self.weights * self.scale


def f(u: Array[jnp.uint32], i: Array[jnp.int32], f8: Array[jnp.float8_e5m2]) -> None:
    reveal_type(u + i)
    reveal_type(i + 1.0)
    reveal_type(Model(jnp.bfloat16).weights + np.float64(1))
    reveal_type(jnp.add(1, 2) + jnp.zeros(3))
    f8 + jnp.zeros(3)
    ~jnp.zeros(3)
    jnp.zeros(3, jnp.float64)
"""
X64 = "[promo-typing]\nx64 = true\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("modes")
    write(folder, PROGRAM)
    return folder


@pytest.fixture(scope="module")
def cold(folder: Path) -> Run:
    """The first run, without any cache."""
    return mypy(folder)


def test_cold(cold: Run) -> None:
    assert (cold.status, cold.stderr) == (1, "")
    assert [line.partition("main.py:")[2] for line in cold.messages] == [
        '17: note: Revealed type is "jax._src.basearray.Array[jax._src.numpy.scalar_types.int32]"',
        "18: note: Revealed type is "
        '"jax._src.basearray.Array[jax._src.numpy.scalar_types.weak_float]"',
        "19: error: lint: bfloat16 + float32 is float32: the operand of NumPy widens the bfloat16,"
        " without an error; write a Python scalar, which is weak, or jnp.bfloat16(np.float64(1))"
        "  [dtype-numpy-widening]",
        "19: note: Revealed type is "
        '"jax._src.basearray.Array[jax._src.numpy.scalar_types.float32]"',
        "19: note: float32 comes from np.float64(1) (np.float64), main.py:19",
        "20: note: Revealed type is "
        '"jax._src.basearray.Array[jax._src.numpy.scalar_types.float32]"',
        "21: error: float8_e5m2 + float32: JAX has no implicit promotion between them (float8 types"
        " promote with no other float and no complex); cast the float8_e5m2, e.g."
        " x.astype(jnp.float32)  [dtype-promotion]",
        "22: error: ~float32: jnp.bitwise_not does not accept float32; it takes bool and integers;"
        " compare first, e.g. ~(x > 0), or cast, e.g. x.astype(jnp.int32)  [dtype-operand]",
        "23: error: float64 is asked for, but x64 is off: JAX warns and makes it float32; write"
        " jnp.float32, or turn on jax_enable_x64 (x64 = true in the settings of promo-typing)"
        "  [dtype-x64]",
    ]


def test_warm(folder: Path, cold: Run) -> None:
    assert mypy(folder) == cold
    # The program is checked anew; all its imports come from the cache.
    write(folder, PROGRAM + "\n")
    assert mypy(folder) == cold


def test_without_cache(folder: Path, cold: Run) -> None:
    assert mypy(folder, "--no-incremental") == cold


def test_changed_settings(folder: Path, cold: Run) -> None:
    write(folder, PROGRAM, X64)
    on = mypy(folder)
    assert [line for line in on.messages if "int64" in line]
    assert not [line for line in on.messages if "dtype-x64" in line]
    assert mypy(folder) == on
    write(folder, PROGRAM)
    assert mypy(folder) == cold


OWN_NAMES = """\
from jaxtyping import Float32 as F32, Int8
from jaxtyping import Array

__all__ = ["F32", "Array", "Int8", "Vector"]

Vector = F32[Array, "n"]
"""
THEIR_USE = """\
import own
from own import F32, Array, Vector

from package import names


def f(x: F32[Array, "n"], y: own.Int8[own.Array, ""], z: names.Float16[Array, ""], v: Vector):
    reveal_type((x, y, z, v))
"""


def test_names_of_jaxtyping_by_way_of_other_modules(tmp_path: Path) -> None:
    """For a module in its cache mypy does not know the name under which something was imported."""
    (tmp_path / "own.py").write_text(OWN_NAMES)
    (tmp_path / "package").mkdir()
    (tmp_path / "package" / "__init__.py").touch()
    (tmp_path / "package" / "names.py").write_text("from .more import *\n")
    (tmp_path / "package" / "more.py").write_text("from jaxtyping import Float16 as Float16\n")
    for program in (THEIR_USE, THEIR_USE + "\n", THEIR_USE + "\n\n"):
        write(tmp_path, program)
        revealed = [line for line in mypy(tmp_path).messages if "Revealed" in line]
        assert len(revealed) == 1
        assert re.findall(r"scalar_types\.(\w+)", revealed[0]) == [
            *("float32", "int8", "float16", "float32")
        ]


def test_package_that_is_installed_without_types(tmp_path: Path) -> None:
    """To find the modules, mypy sorts the options of single modules before it loads the plugin."""
    assert find_spec("xdist"), "pytest-xdist has no py.typed"
    write(tmp_path / "xdist", "import jax\n\nreveal_type(jax.numpy.exp2)\n")
    (tmp_path / "xdist" / "__init__.py").touch()
    write(tmp_path, "")
    output = mypy(tmp_path, "-p", "xdist", files=False).stdout
    assert 'main.py:3: note: Revealed type is "def (' in output  # no overloads


@pytest.mark.skipif(
    not hasattr(Options(), "num_workers"), reason="this version of mypy has no worker processes"
)
def test_worker_processes(folder: Path, cold: Run, tmp_path: Path) -> None:
    assert mypy(folder, "--num-workers", "2") == cold
    write(tmp_path, PROGRAM)
    assert mypy(tmp_path, "--num-workers", "2") == cold


@pytest.fixture
def daemon(folder: Path, cold: Run) -> Iterator[Path]:
    yield folder
    mypy(folder, "stop", module="mypy.dmypy", files=False)


def test_daemon(daemon: Path, cold: Run) -> None:
    def check() -> list[str]:
        return mypy(daemon, "run", "--", "main.py", module="mypy.dmypy", files=False).messages

    write(daemon, PROGRAM)
    assert check() == cold.messages
    write(daemon, PROGRAM.replace("u: Array[jnp.uint32]", "u: Array[jnp.int8]"))
    assert check() == cold.messages
    write(daemon, PROGRAM.replace("type[jnp.bfloat16]", "type[jnp.float16]"))
    assert [line for line in check() if "[return-value]" in line]
    write(daemon, PROGRAM)
    assert check() == cold.messages


LOOP = """\
import jax.numpy as jnp
from jax import lax

def grow(carry, x):
    return carry * 1.0, x

def f() -> None:
    reveal_type(lax.scan(grow, jnp.ones((), jnp.float16), jnp.ones(3))[0])
"""


def test_daemon_after_an_edit_of_a_body(tmp_path: Path) -> None:
    """The body is checked with the loop's arguments, which the daemon does not track."""

    def check(program: str) -> list[str]:
        write(tmp_path, program, "disallow_untyped_defs = false\n")
        run = mypy(tmp_path, "run", "--", "main.py", module="mypy.dmypy", files=False)
        return [line for line in run.messages if "scan" in line or "Revealed" in line]

    wider = LOOP.replace("1.0", "jnp.float32(1)")
    try:
        assert ["float16" in line for line in check(LOOP)] == [True]
        assert [line.partition("error: ")[2][:14] for line in check(wider)] == [
            "jax.lax.scan: ",
            "",
        ]
        assert ["float16" in line for line in check(LOOP)] == [True]
    finally:
        mypy(tmp_path, "stop", module="mypy.dmypy", files=False)
