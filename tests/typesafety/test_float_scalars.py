"""A Python float that may be something else: both possible dtypes of the result are known.

mypy treats ``np.float64`` and ``int`` as kinds of ``float``. The lint is about NumPy scalars.
"""

from __future__ import annotations

import re
import runpy
from pathlib import Path
from typing import Final

import jax

from .mypy_runs import mypy, write
from .test_inference import SETTINGS

PROGRAM: Final = """\
import jax.numpy as jnp
import numpy as np


def rate(step, warmup):
    if step < warmup:
        return 0.1 * step
    return 0.1 * np.cos(step)


def decayed(step):
    by = 0.1
    if step > 10:
        by = 0.1 * np.cos(step)
    return by


def constant(step):
    by = 0.1
    if step > 10:
        by = 0.2
    return by if step else 1.0


def repeated(values, by=0.5):
    by = halved(by)
    by = 0.5 * halved(by * halved(by))
    return values * by


def halved(by):
    return by / 2


def scaled(values, by):
    return values * by


def of_results(values, step):
    by = rate(step, 10)
    return values * by, by * values, scaled(values, by), values * decayed(step)


def of_choices(values, is_half):
    by = np.float64(0.5) if is_half else 1.0
    return values / by, scaled(values, 0.5 if is_half else np.float64(1.0))


def of_numbers(values, step):
    by = constant(step)
    return values * by, scaled(values, by), values * (0.5 if step else 1.0)


half = jnp.ones(3, jnp.float16)
again = repeated(half), repeated(half, 1.0)
early, late = of_results(half, 5), of_results(half, 20)
chosen, other = (of_choices(half, half.ndim == each) for each in (1, 2))
plain = of_numbers(half, 5), of_numbers(half, 20)
reveal_type(early)
reveal_type(chosen)
reveal_type(plain)
reveal_type(again)
"""
BOTH: Final = frozenset({"float16", "float32"})


def _dtypes(arrays: tuple[jax.Array, ...]) -> list[str]:
    return [each.dtype.name for each in arrays]


def _revealed(message: str) -> list[frozenset[str]]:
    """The dtypes of each item of a revealed tuple of arrays."""
    items = message.removeprefix("tuple[").split(", ")
    return [frozenset(re.findall(r"\b(float\d+)\b", item)) for item in items]


def test_both_dtypes_are_known(tmp_path: Path) -> None:
    write(tmp_path, PROGRAM, SETTINGS)
    output = mypy(tmp_path).stdout
    early, chosen, plain, again = map(_revealed, re.findall(r'Revealed type is "(.*)"', output))
    assert early == [BOTH] * 4
    assert chosen == [BOTH] * 2
    assert plain == [{"float16"}] * 6
    assert again == [{"float16"}] * 2


def test_the_lint_is_about_the_scalar(tmp_path: Path) -> None:
    write(tmp_path, PROGRAM, SETTINGS)
    output = mypy(tmp_path).stdout
    lines = PROGRAM.splitlines()
    reported = {int(each) for each in re.findall(r":(\d+): error: .*dtype-numpy", output)}
    assert {lines[each - 1].strip() for each in reported} == {
        "return values * by",
        "return values * by, by * values, scaled(values, by), values * decayed(step)",
        "return values / by, scaled(values, 0.5 if is_half else np.float64(1.0))",
    }
    assert "by: float | float64" in output
    assert re.findall(r"comes from (.*)", output)
    assert not re.findall(r"comes from .*\(float\)", output)


def test_jax_agrees(tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text(PROGRAM)
    done = runpy.run_path(str(tmp_path / "main.py"), {"reveal_type": lambda value: value})
    assert _dtypes(done["early"]) == ["float16"] * 4
    assert _dtypes(done["late"]) == ["float32"] * 4
    assert _dtypes(done["chosen"]) == ["float32", "float16"]
    assert _dtypes(done["other"]) == ["float16", "float32"]
    assert _dtypes(done["again"]) == ["float16"] * 2
    assert {name for each in done["plain"] for name in _dtypes(each)} == {"float16"}


NUMBERS: Final = """\
from typing import Any

import jax.numpy as jnp


def times(numbers, settings, place):
    first = [numbers * each for each in (1, 0.5)]
    for each in [2, 2.5]:
        last = numbers * each
    sizes = {"few": 1, "share": 0.5}
    by = settings.pop("by", 2)
    chosen = numbers * [3, 0.5][place]
    return first[0], last, chosen, numbers * by, numbers * sizes["few"], numbers * [0.5, 1.5][place]


def taken(numbers: Any, settings: Any, by: float) -> Any:
    count = settings.pop("count", 1)
    return numbers[count], jnp.repeat(numbers, [1, 0.5][0]), numbers[by]


integers = times(jnp.arange(3), {"rate": 0.5}, 0)
floats = times(jnp.ones(3, jnp.float16), {"rate": 0.5}, 0)
parts = taken(jnp.arange(3), {"rate": 0.5}, 1)
reveal_type(integers)
reveal_type(floats)
"""
EITHER: Final = frozenset({"int32", "weak_float"})


def test_an_int_among_floats_is_known_as_one(tmp_path: Path) -> None:
    """Where JAX accepts only integers, a float that may be an int is no mistake."""
    write(tmp_path, NUMBERS, SETTINGS)
    output = mypy(tmp_path).stdout
    assert ": error:" not in output
    integers, floats = re.findall(r'Revealed type is "tuple\[(.*)\]"', output)
    found = [frozenset(re.findall(r"types\.(\w+)", each)) for each in integers.split(", ")]
    assert found == [frozenset(), *[EITHER] * 3, {"int32"}, {"weak_float"}]
    assert set(re.findall(r"types\.(\w+)", floats)) == {"float16"}
    done = runpy.run_path(str(tmp_path / "main.py"), {"reveal_type": lambda value: value})
    assert [each.dtype.name for each in done["integers"][:5]] == [
        *["int32", "float32"],
        *["int32"] * 3,
    ]
    assert {each.dtype.name for each in done["floats"]} == {"float16"}
