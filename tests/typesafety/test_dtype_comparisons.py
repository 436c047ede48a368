"""The answers to comparisons of dtypes are Python's own."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import jax.numpy as jnp
import numpy as np

from .mypy_runs import mypy, write
from .test_guarded import SETTINGS

DTYPES: Final = ("bool_", "int4", "int8", "bfloat16", "float32")
EITHER: Final = ("int16|uint16", "uint16|int16")
COMPARED: Final = (
    ("x.dtype", "dtype", "jnp.float32", "np.float16", "np.dtype('int8')", "'bfloat16'", "'f4'"),
    ("x.dtype.kind", "'f'", "'i'"),
    ("x.dtype.name", "'float16'", "'bfloat16'"),
    ("x.dtype.itemsize", "2", "4"),
)
HELD: Final = {
    "x.dtype": ("(jnp.float32, jnp.bfloat16)", "[np.int8, 'float16']", "BOTH"),
    "dtype": ("(jnp.float32, jnp.bfloat16)", "BOTH"),
    "x.dtype.kind": ("('f', 'c')", "'iub'"),
    "x.dtype.name": ("['float16', 'int8']", "'float32'"),
    "x.dtype.itemsize": ("(1, 2)",),
}
UNKNOWN: Final = ("x.dtype.kind", "x.dtype.itemsize")
"""What the plugin does not know of dtypes that NumPy lacks."""
HEAD: Final = """\
from typing import reveal_type
import jax.numpy as jnp
import numpy as np
BOTH = (jnp.int32, jnp.dtype("float16"))
"""
OPEN: Final = (
    "x.dtype in {jnp.float32}",
    "x.dtype == WIDE",
    "x.dtype in FLOATS",
    "x.dtype == float",
    "x.dtype == None",
    "Color.RED in ('RED', 'BLUE')",
    "Color.RED not in ('RED', 'BLUE')",
    "b'RED' in ('RED', 'BLUE')",
)
WIDE: Final = """\
import sys
WIDE = jnp.float32 if len(sys.argv) > 5 else jnp.bfloat16
FLOATS = [jnp.float32]
import enum
class Color(enum.Enum):
    RED = 1
    BLUE = 2
"""


def conditions() -> Iterator[str]:
    """Comparisons in which at least one side is about ``x`` or ``dtype``."""
    for operands in COMPARED:
        for left, right, sign in itertools.product(operands, operands, ("==", "!=")):
            if "x." in left + right or left == "dtype":
                yield f"{left} {sign} {right}"
    for left, containers in HELD.items():
        for right, sign in itertools.product(containers, ("in", "not in")):
            yield f"{left} {sign} {right}"


def program(tests: list[str], dtypes: tuple[str, ...]) -> str:
    """A function for each condition, called with an array of each dtype and with the dtype."""
    functions = (
        f"def f{number}(x, dtype):\n    if {test}:\n        return x.astype(jnp.int16)\n"
        "    return x.astype(jnp.uint16)\n"
        for number, test in enumerate(tests)
    )
    calls = (
        f"reveal_type(f{number}(jnp.ones(3, jnp.{dtype}), jnp.{dtype}))\n"
        for number in range(len(tests))
        for dtype in dtypes
    )
    return HEAD + WIDE + "".join((*functions, *calls))


def executed(test: str, dtype: str) -> str:
    """The dtype of the result for an array of a dtype, by the value of the condition."""
    names: dict[str, Any] = {}
    exec(HEAD, names)
    array = {"x": jnp.ones(3, getattr(jnp, dtype)), "dtype": getattr(jnp, dtype)}
    return "int16" if eval(test, names | array) else "uint16"


def revealed(folder: Path, text: str) -> list[str]:
    """The dtypes that the plugin gives to them; several are joined by a bar."""
    write(folder, text, SETTINGS)
    notes = re.findall(r"Revealed type is (.*)", mypy(folder).stdout)
    return ["|".join(re.findall(r"scalar_types\.(\w+)", each)) for each in notes]


def test_answers_are_those_of_python(tmp_path: Path) -> None:
    calls = list(itertools.product(conditions(), DTYPES))
    expected = list(itertools.starmap(executed, calls))
    answers = revealed(tmp_path, program(list(conditions()), DTYPES))
    rows = list(zip(calls, answers, expected, strict=True))
    wrong = {call: answer for call, answer, right in rows if answer not in (right, *EITHER)}
    assert wrong == {}, f"{len(wrong)} wrong"
    unknown = {call for call, answer, _ in rows if answer in EITHER}
    assert unknown == {(t, dtype) for t, dtype in calls if dtype == "int4" and _asks_numpy(t)}


def _asks_numpy(condition: str) -> bool:
    return any(each in condition for each in UNKNOWN)


def test_what_is_not_known_stays_open(tmp_path: Path) -> None:
    text = program(list(OPEN), ("float32",))
    assert revealed(tmp_path, text) == ["int16|uint16"] * len(OPEN)


def test_both_names_of_a_class_are_equal() -> None:
    """The plugin makes no difference between the classes of JAX and those of NumPy."""
    for name in ("float32", "int8", "bool_", "complex64"):
        assert getattr(jnp, name) == getattr(np, name)
