"""An operand that may be None counts as an array exactly where JAX refuses None."""

from __future__ import annotations

import inspect
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jax.numpy as jnp
import pytest

from promo_typing.rules import FUNCTIONS
from promo_typing.rules.model import One
from tests.tracebacks import whole_tracebacks

from .mypy_runs import mypy, write
from .test_inference import SETTINGS

TREES = {
    f"jax.lax.{name}"
    for name in (
        *("psum", "pmax", "pmin", "all_to_all", "pswapaxes", "psum_scatter", "pbroadcast"),
        *("ppermute", "stop_gradient", "optimization_barrier"),
    )
}
"""Functions that accept None as a pytree without leaves."""

OTHERS = {"jax.scipy.signal.csd"}
"""Functions with a required operand that is declared as optional None."""

PROGRAM = """\
from typing import reveal_type

import jax
import jax.numpy as jnp
from promo_typing import Array

Half = Array[jnp.bfloat16] | None


def refused(x: Half, y: Array[jnp.float32], k: Array[jax.dtypes.prng_key] | None) -> None:
    reveal_type(jnp.sin(x))  # bfloat16
    reveal_type(jnp.add(x, y))  # float32
    reveal_type(jnp.dot(y, x))  # float32
    reveal_type(jax.lax.mul(x, x))  # bfloat16
    reveal_type(jax.nn.softmax(x))  # bfloat16
    reveal_type(jax.random.split(k, 2))  # prng_key
    reveal_type(y.dot(x))  # float32


def taken(x: Half, y: Array[jnp.float32]) -> None:
    reveal_type(jnp.clip(y, x))  # Any
    reveal_type(jnp.where(y > 0, x, x))  # Any
    reveal_type(jax.lax.stop_gradient(x))  # Any
    reveal_type(jax.scipy.signal.csd(y, x))  # Any
"""


def accepted() -> Iterator[str]:
    """The functions of JAX that accept None for a required operand."""
    for name, rule in FUNCTIONS.items():
        try:
            function = pkgutil.resolve_name(name)
            parameters = inspect.signature(function).parameters
        except (AttributeError, ValueError):  # one that this JAX lacks, or without a signature
            continue
        for operand in rule.operands:
            parameter = parameters.get(operand.name)
            is_required = parameter is not None and parameter.default is parameter.empty
            if isinstance(operand, One) and is_required and _takes_none(function, operand.name):
                yield name


def _takes_none(function: Any, operand: str) -> bool:
    positional, named = [], {}
    for each in inspect.signature(function).parameters.values():
        if each.default is each.empty and each.kind not in (each.VAR_POSITIONAL, each.VAR_KEYWORD):
            value = None if each.name == operand else jnp.ones((3, 3))
            if each.kind is each.KEYWORD_ONLY:
                named[each.name] = value
            else:
                positional.append(value)
    try:
        function(*positional, **named)
    except Exception:
        return False
    return True


@pytest.mark.filterwarnings("ignore")
def test_jax_refuses_none_for_all_other_operands() -> None:
    with whole_tracebacks():
        found = {*accepted()}
    assert found - TREES - OTHERS == set()
    assert {"jax.lax.psum", "jax.lax.stop_gradient"} <= found


def test_the_array_decides_where_none_is_refused(tmp_path: Path) -> None:
    write(tmp_path, PROGRAM, SETTINGS)
    run = mypy(tmp_path)
    revealed = dict(re.findall(r'main.py:(\d+): note: Revealed type is "(.*)"', run.stdout))
    expected = {
        str(number): line.rpartition("# ")[2]
        for number, line in enumerate(PROGRAM.splitlines(), 1)
        if "reveal_type(" in line
    }
    assert revealed.keys() == expected.keys()
    found = {n: re.findall(r"(\w+)\]", typ) or ["Any"] for n, typ in revealed.items()}
    assert {n: names[0] for n, names in found.items()} == expected
