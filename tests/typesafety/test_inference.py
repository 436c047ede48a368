"""Results of functions without annotations are inferred at their calls, and JAX agrees.

The same program is checked by mypy and run: each ``reveal_type`` is compared with the array.
"""

from __future__ import annotations

import re
import runpy
import shutil
import sys
import typing
from pathlib import Path
from typing import Any

import jax.numpy as jnp
import pytest
from mypy.options import Options

from promo_mypy.inference.limits import CHOICES
from promo_mypy.plugin import NOT_INFERRED
from promo_typing.core.dtypes import WEAK
from promo_typing.lattice.semantics import Semantics
from tests.traced import traced

from .mypy_runs import CACHE, LIBRARIES, mypy, write

SETTINGS = """\
check_untyped_defs = true
disallow_untyped_defs = false
disallow_untyped_calls = false
disallow_any_generics = false
warn_return_any = false
allow_redefinition = true
[promo-typing]
infer = true
"""


PROGRAMS = Path(__file__).parent / "inferred"
UNKNOWN = "# unknown"
"""The mark for a line whose type cannot be known; the reason follows it."""


def revealed(
    folder: Path,
    programs: Path,
    libraries: tuple[str, ...] = LIBRARIES,
    settings: str = SETTINGS,
) -> dict[tuple[str, int], str]:
    """The dtype that mypy reveals in each line of each program; ``Any`` if unknown."""
    shutil.copytree(programs, folder, dirs_exist_ok=True)
    write(folder, "", settings)
    run = mypy(folder, *(path.name for path in programs.glob("*.py")), libraries=libraries)
    assert run.status == 0, run.stdout + run.stderr
    found = re.findall(r'(\w+).py:(\d+): note: Revealed type is "(?:.*?)(\w+)\]?"', run.stdout)
    return {(program, int(line)): _known(name) for program, line, name in found}


def _known(name: str) -> str:
    """The name of a dtype; ``Any`` for a class of several, to which mypy joins items of a list."""
    return "Any" if name.startswith("_") else name


def executed(program: Path, monkeypatch: pytest.MonkeyPatch) -> dict[int, str]:
    """The dtype of the array in each line, named as in the stubs."""
    seen: dict[int, str] = {}
    weak = {Semantics().strong(name): name for name in WEAK}

    def reveal_type(value: Any) -> None:
        array = jnp.asarray(value)
        name = array.dtype.name
        seen[sys._getframe(1).f_lineno] = weak[name] if array.weak_type else name

    monkeypatch.setattr(typing, "reveal_type", reveal_type)
    traced(lambda: runpy.run_path(str(program)))
    return seen


def differences(
    folder: Path,
    programs: Path,
    monkeypatch: pytest.MonkeyPatch,
    libraries: tuple[str, ...] = LIBRARIES,
    settings: str = SETTINGS,
) -> list[tuple[str, str, str]]:
    """The lines for which mypy and JAX have different dtypes, with both dtypes."""
    found, texts, expected = revealed(folder, programs, libraries, settings), {}, {}
    for program in programs.glob("*.py"):
        lines = program.read_text().splitlines()
        for line, dtype in executed(program, monkeypatch).items():
            place = (program.stem, line)
            texts[place] = lines[line - 1]
            expected[place] = "Any" if UNKNOWN in texts[place] else dtype
    assert found.keys() == expected.keys()
    wrong = [(texts[each], found[each], dtype) for each, dtype in expected.items()]
    return [each for each in wrong if each[1] != each[2]]


def test_jax_agrees(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert differences(tmp_path, PROGRAMS, monkeypatch) == []


FINDINGS = """\
import jax.numpy as jnp

from library import add


def mix(a, b):
    return a + b


small = jnp.ones(3, jnp.float8_e5m2)
wide = jnp.ones(3)
mix(wide, wide)
mix(small, wide)
mix(small, wide)
add(small, wide)
"""


def test_a_finding_says_for_which_call_it_holds(tmp_path: Path) -> None:
    """A finding is reported once, in its line; if that is in another module, at the call."""
    write(tmp_path, FINDINGS, SETTINGS)
    (tmp_path / "library.py").write_text("def add(a, b):\n    return a + b\n")
    said = "error: float8_e5m2 + float32: JAX has no implicit promotion between them"
    found = [line.partition("main.py:")[2] for line in mypy(tmp_path).stdout.splitlines()[:-1]]
    assert [line.partition(" (float8 types")[0] for line in found] == [
        f"7: {said}",
        "7: note: for a: Array[float8_e5m2], b: Array[float32], called at main.py:13",
        f"15: {said}",
        "15: note: for a: Array[float8_e5m2], b: Array[float32], called at main.py:15",
    ]
    assert "(library.py:2)" in found[-2].replace(f"{tmp_path}/", "")


DECLARED = """\
import jax
import jax.numpy as jnp


def main() -> None:
    small: jax.Array = jnp.ones(3, jnp.float8_e5m2)
    wide: jax.Array = jnp.ones(3)
    small + wide
"""


def test_variables_of_an_annotated_function_have_dtypes(tmp_path: Path) -> None:
    """mypy checks this function as it is, and forgets the dtypes of its variables."""
    write(tmp_path, DECLARED, SETTINGS)
    assert "main.py:8: error: float8_e5m2 + float32" in mypy(tmp_path).stdout


WIDENED = """\
import jax.numpy as jnp

from library import scaled

scaled(jnp.ones(3, jnp.bfloat16))
"""
WIDENING = """\
import numpy as np

SCALE = np.float32(2.0)


def scaled(x):
    return x * SCALE
"""


def test_where_the_dtype_of_another_module_comes_from_is_a_note(tmp_path: Path) -> None:
    write(tmp_path, WIDENED, SETTINGS)
    (tmp_path / "library.py").write_text(WIDENING)
    lines = mypy(tmp_path).stdout.replace(f"{tmp_path}/", "").splitlines()[:-1]
    widening, call, source = (line.partition("main.py:")[2] for line in lines)
    assert widening.startswith("5: error: lint: ")
    assert call == "5: note: for x: Array[bfloat16], called at main.py:5"
    assert source.startswith("5: note: float32 comes from SCALE (np.float32)")
    assert "(library.py:7)" in source


HANDED_ON = """\
from functools import partial

import jax.numpy as jnp
from jax import nn


def add(x, y, before=nn.relu, after=None, scale=None):
    return after(before(x) + y)


add(jnp.ones(3, jnp.float8_e5m2), jnp.ones(3), after=jnp.sum, scale=partial(jnp.multiply, 2))
"""


def test_a_finding_names_the_functions_of_jax_that_are_handed_on(tmp_path: Path) -> None:
    write(tmp_path, HANDED_ON, SETTINGS)
    output = mypy(tmp_path).stdout
    given = "x: Array[float8_e5m2], y: Array[float32], before: jax.nn.relu, after: jnp.sum"
    assert f"note: for {given}, called at main.py:11" in output


def test_a_finding_can_be_ignored_where_it_is(tmp_path: Path) -> None:
    """mypy's warning about unused ``type: ignore`` comments does not appear for this one."""
    program = FINDINGS.replace("from library import add\n", "").replace("add(small, wide)\n", "")
    write(tmp_path, program.replace("a + b", "a + b  # type: ignore[dtype-promotion]"), SETTINGS)
    run = mypy(tmp_path)
    assert (run.status, run.messages, run.stderr) == (0, [], "")


ANNOTATED = """\
import jax
import jax.numpy as jnp
from jaxtyping import Array, Float, Float32, Int


def half(x: Float[Array, "n"]) -> Float[Array, "n"]:
    return x * 0.5


def cast(x: Float[Array, "n"], i: Int[Array, ""]) -> Float[Array, "n"]:
    return x + i.astype(jnp.float32)


def mixed(x: Float[Array, "n"], y: Float[Array, "n"]) -> Float[Array, ""]:
    return (x + y).sum()


b16 = jnp.ones(3, jnp.bfloat16)
reveal_type(half(b16))
reveal_type(cast(b16, jnp.arange(3)))
reveal_type(jax.jit(half)(b16))
reveal_type(half(jnp.arange(3)))
exact: Float32[Array, "n"] = half(b16)
mixed(b16, jnp.ones(3, jnp.float8_e5m2))
"""


def test_a_call_tells_what_a_name_of_jaxtyping_leaves_open(tmp_path: Path) -> None:
    write(tmp_path, ANNOTATED, SETTINGS)
    found = [line.partition("main.py:")[2] for line in mypy(tmp_path).stdout.splitlines()]
    said = [re.sub(r"jax\.[\w.]*\.", "", line) for line in found]
    assert [line.partition(" (float8 types")[0] for line in said if line] == [
        "15: error: bfloat16 + float8_e5m2: JAX has no implicit promotion between them",
        "15: note: for x: Array[bfloat16], y: Array[float8_e5m2], called at main.py:24",
        '19: note: Revealed type is "Array[bfloat16]"',
        '20: note: Revealed type is "Array[float32]"',
        '21: note: Revealed type is "Array[bfloat16]"',
        '22: note: Revealed type is "Array[Float]"',
        '22: error: Argument 1 to "half" has incompatible type "Array[int32]"; '
        'expected "Array[Float]"  [arg-type]',
        "23: error: Incompatible types in assignment (expression has type "
        '"Array[bfloat16]", variable has type "Array[float32]")  [assignment]',
    ]


LIBRARY = """def scaled(x, by=1):
    return x * by
"""
CALLS = """import jax.numpy as jnp

from library import scaled

reveal_type(scaled(jnp.ones(3, jnp.bfloat16)))
"""


def test_an_edit_of_a_body_in_another_module(tmp_path: Path) -> None:
    write(tmp_path, CALLS, SETTINGS)
    library = tmp_path / "library.py"
    library.write_text(LIBRARY)
    assert "bfloat16" in mypy(tmp_path).stdout
    assert "bfloat16" in mypy(tmp_path).stdout
    library.write_text(LIBRARY.replace("by=1", "by=1j"))
    edited = mypy(tmp_path).stdout
    shutil.rmtree(tmp_path / CACHE)
    cold = mypy(tmp_path).stdout
    assert "complex64" in cold
    assert edited == cold


@pytest.mark.skipif(
    not hasattr(Options(), "num_workers"), reason="this version of mypy has no worker processes"
)
def test_worker_processes_infer_nothing_and_mypy_says_so(tmp_path: Path) -> None:
    write(tmp_path, CALLS, SETTINGS)
    (tmp_path / "library.py").write_text(LIBRARY)
    run = mypy(tmp_path, "--num-workers", "2")
    assert 'Revealed type is "Any"' in run.stdout
    assert run.stderr == f"{NOT_INFERRED}\n"


def many_calls(count: int) -> str:
    """A function that is called with strings, each of which gives other types."""
    calls = "".join(f'reveal_type(scaled(x, "{each}"))\n' for each in range(count))
    head = "import jax.numpy as jnp\nx = jnp.ones(3, jnp.bfloat16)\n"
    return f"{head}def scaled(x, name):\n    return x * 2\n{calls}"


def test_a_limit_of_work_is_told(tmp_path: Path) -> None:
    write(tmp_path, many_calls(CHOICES + 2), SETTINGS)
    told = "main.py:3: scaled is called with more than 100 choices of types: there it stays unknown"
    run = mypy(tmp_path, "--verbose")
    assert run.stdout.count("bfloat16") == CHOICES
    assert run.stderr.count(told) == 1
    assert told not in mypy(tmp_path).stderr
    assert told in mypy(tmp_path, "check", "--verbose", module="promo_cli").stderr
