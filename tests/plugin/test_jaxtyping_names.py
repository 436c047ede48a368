"""mypy accepts for a name of jaxtyping the same dtypes as jaxtyping itself at run time."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import jax
import jaxtyping
import pytest

from promo_typing.core.dtypes import PRNG_KEY, STRONG
from promo_typing.core.jaxtyping_names import CATEGORIES, DTYPES, KEY_ARRAY, narrowest_category
from promo_typing.core.stub_names import dtype_class

ANY_DTYPE = ("Shaped", "Scalar")
WITHOUT_BRACKETS = (KEY_ARRAY, "Scalar")
SHAPES = {KEY_ARRAY: (2,)}
"""Raw keys, without a key dtype, are rows of two or four numbers."""
ARRAYS = (*STRONG, PRNG_KEY)
NOT_REFUSED = {(name, PRNG_KEY) for name in CATEGORIES if name != KEY_ARRAY}
"""The dtype of typed keys: it has no NumPy dtype, so mypy treats it as abstract."""


def hint(name: str) -> Any:
    named = getattr(jaxtyping, name)
    return named if name in WITHOUT_BRACKETS else named[jax.Array, "..."]


def is_accepted(name: str, dtype: str) -> bool:
    """Whether jaxtyping accepts a traced array of this dtype."""
    answers = []

    def look(x: jax.Array) -> jax.Array:
        # For a union isinstance checks only the class.
        answers.append(any(isinstance(x, each) for each in get_args(hint(name)) or [hint(name)]))
        return x

    if dtype == PRNG_KEY:
        jax.eval_shape(look, jax.random.key(0))
    else:
        jax.eval_shape(look, jax.ShapeDtypeStruct(SHAPES.get(name, ()), dtype))
    return answers[0]


@pytest.fixture(scope="module", autouse=True)
def _x64() -> Iterator[None]:
    with jax.enable_x64(True):
        yield


@pytest.fixture(scope="module")
def accepted() -> dict[str, frozenset[str]]:
    return {
        name: frozenset(dtype for dtype in ARRAYS if is_accepted(name, dtype))
        for name in (*DTYPES, *ANY_DTYPE)
    }


def test_the_dtypes_are_those_of_jaxtyping(accepted: dict[str, frozenset[str]]) -> None:
    assert {name: accepted[name] for name in DTYPES} == {n: {*d} for n, d in DTYPES.items()}
    assert {name: accepted[name] for name in ANY_DTYPE} == {name: {*ARRAYS} for name in ANY_DTYPE}


def test_no_name_of_jaxtyping_is_left_out() -> None:
    public = {name for name in vars(jaxtyping) if _is_dtype_name(name)}
    assert public == {*DTYPES, *ANY_DTYPE} - {*WITHOUT_BRACKETS}
    # Of other libraries' arrays, too: no name for one of JAX.
    assert all(getattr(jaxtyping, name) is not None for name in WITHOUT_BRACKETS)


def _is_dtype_name(name: str) -> bool:
    value = getattr(jaxtyping, name)
    is_dtype = isinstance(value, type) and issubclass(value, jaxtyping.AbstractDtype)
    return is_dtype and value is not jaxtyping.AbstractDtype


def test_the_narrowest_category_has_all_dtypes_that_are_given() -> None:
    for name, members in CATEGORIES.items():
        assert narrowest_category(frozenset(members)) == name
    assert narrowest_category(frozenset({"int8", "float32"})) == "Real"
    assert narrowest_category(frozenset({"bool", "float32"})) is None


def test_mypy_takes_what_jaxtyping_takes(
    tmp_path: Path, accepted: dict[str, frozenset[str]]
) -> None:
    """Each name annotates a parameter, which is called with an array of each dtype."""
    calls: list[tuple[str, str]] = []
    lines = [
        "import jax.numpy as jnp",
        "from jax._src.dtypes import prng_key",
        "import promo_typing",
        "from jaxtyping import *",
    ]
    for name in accepted:
        written = name if name in WITHOUT_BRACKETS else f'{name}[Array, "..."]'
        lines.append(f"def take_{name}(x: {written}) -> None: ...")
    for dtype in ARRAYS:
        written = dtype if dtype == PRNG_KEY else f"jnp.{dtype_class(dtype)}"
        lines.append(f"a_{dtype}: promo_typing.Array[{written}]")
    first = len(lines) + 1
    for name in accepted:
        for dtype in ARRAYS:
            lines.append(f"take_{name}(a_{dtype})")
            calls.append((name, dtype))
    (tmp_path / "main.py").write_text("\n".join(lines))
    (tmp_path / "mypy.ini").write_text("[mypy]\nplugins = promo_mypy\n[promo-typing]\nx64 = true\n")
    run = subprocess.run(
        [sys.executable, "-m", "mypy", "main.py"], cwd=tmp_path, capture_output=True, text=True
    )
    lines_refused = re.findall(r"^main\.py:(\d+): error: .*\[arg-type\]$", run.stdout, re.M)
    refused = [int(line) for line in lines_refused]
    assert len(refused) == run.stdout.count("error:"), run.stdout + run.stderr
    expected = [n for n, (name, dtype) in enumerate(calls, first) if dtype not in accepted[name]]
    assert {calls[n - first] for n in {*refused} - {*expected}} == set()
    assert {calls[n - first] for n in {*expected} - {*refused}} == NOT_REFUSED
    assert len(expected) > 1000
