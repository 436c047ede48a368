"""The stubs for x64 and strict promotion, under checkers without a plugin."""

from __future__ import annotations

from pathlib import Path

import pytest

from promo_cli.stubs.variant_files import read_package, variant_files
from promo_stubgen.__main__ import STUBS, write
from promo_stubgen.variants import semantics
from promo_typing.core.stub_variants import PACKAGE, VARIANTS
from tests.static.checkers import CHECKERS, Errors
from tests.static.conftest import CALLS, WRONG
from tests.static.expectations import marked_lines
from tests.static.function_calls import UNKNOWN, function_calls, line_of, program
from tests.static.pairs import pairs_program
from tests.static.test_function_dtypes import is_invented

pytestmark = pytest.mark.slow

X64 = """\
import jax.numpy as jnp
import numpy as np
from jax import Array
from typing_extensions import assert_type


def wide(u32: Array[jnp.uint32], i8: Array[jnp.int8], f32: Array[jnp.float32]) -> None:
    assert_type(u32 + i8, Array[jnp.int64])
    assert_type(f32 * np.float64(2), Array[jnp.float64])
    assert_type(f32.astype(float), Array[jnp.float64])
    assert_type(f32.astype(jnp.float64), Array[jnp.float64])
    assert_type(i8.sum(), Array[jnp.int64])
"""

STRICT = """\
import jax.numpy as jnp
from jax import Array
from typing_extensions import assert_type


def alike(f32: Array[jnp.float32], i8: Array[jnp.int8], b: Array[jnp.bool_]) -> None:
    assert_type(f32 * 2.0, Array[jnp.float32])
    assert_type(2 * i8, Array[jnp.int8])
    assert_type(f32 + f32, Array[jnp.float32])
    assert_type(i8**i8, Array[jnp.int8])
    assert_type(jnp.power(i8, i8), Array[jnp.int8])
    assert_type(jnp.where(b, f32, 0.0), Array[jnp.float32])
    assert_type(jnp.exp(f32), Array[jnp.float32])
    assert_type(f32.sum(), Array[jnp.float32])
    assert_type(b & b, Array[jnp.bool_])


def unlike(f32: Array[jnp.float32], i8: Array[jnp.int8], bf16: Array[jnp.bfloat16]) -> None:
    print(f32 + i8)  # error
    print(f32 * bf16)  # error
    print(jnp.maximum(f32, i8))  # error
"""

PROGRAMS = {"x64": {"wide.py": X64}, "strict": {"strict.py": STRICT}, "x64-strict": {}}
"""Programs for a variant, besides those generated from its lattice and from the rules."""

# These checkers take stubs from a folder; mypy has a setting of its own for that.
CASES = [
    ("x64", "pyrefly"),
    ("x64", "ty"),
    ("x64", "zuban"),
    ("strict", "pyrefly"),
    ("strict", "ty"),
    ("strict", "zuban"),
    ("x64-strict", "pyrefly"),
]


@pytest.mark.parametrize(("name", "checker"), CASES)
def test_dtypes(name: str, checker: str, tmp_path: Path) -> None:
    settings = semantics(VARIANTS[name])
    stubs, folder = tmp_path / "stubs", tmp_path / "programs"
    write(variant_files(VARIANTS[name], read_package(STUBS)), stubs / PACKAGE)
    folder.mkdir()
    calls = list(function_calls(settings))
    written = {
        "pairs.py": pairs_program(settings.lattice),
        CALLS: program(calls) + WRONG,
        **PROGRAMS[name],
    }
    for path, text in written.items():
        (folder / path).write_text(text, encoding="utf-8")
    found = CHECKERS[checker].errors(folder, stubs)
    others = {place for place in found if place[0] != CALLS}
    assert others == {place for place in marked_lines(folder) if place[0] != CALLS}
    said = _of_calls(found)
    assert written[CALLS].count("\n") in said, "the program was not checked"
    assert [
        f"{call.text}: {call.dtype}, but {' / '.join(said[line_of(number)])}"
        for number, call in enumerate(calls)
        if line_of(number) in said and is_invented(call, said[line_of(number)])
    ] == []
    known = [line_of(n) for n, call in enumerate(calls) if call.dtype != UNKNOWN]
    assert len(said.keys() & set(known)) < 0.2 * len(known), "most dtypes are unknown"


def _of_calls(found: Errors) -> dict[int, list[str]]:
    return {line: said for (name, line), said in found.items() if name == CALLS}
