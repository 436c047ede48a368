"""With inference, mypy itself reports no more about right programs than without."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from .mypy_runs import mypy, write
from .test_guarded import SETTINGS

FORMS: Final = """\
import sys
from typing import reveal_type
import jax.numpy as jnp

def several(x, more):
    if more:
        return x, x, x
    return x, x

def some(x, more):
    return [x, x] if more else x

def pair(x, more):
    return (x, x) if more else x

def unpacked(more):
    if more:
        one, two, three = several(jnp.ones(3), more)
        return one * three
    one, two = several(jnp.ones(3), more)
    return one * two

def shape(more):
    return some(jnp.ones(3), more).shape, pair(jnp.ones(3), more).shape

more = len(sys.argv) > 5
reveal_type(unpacked(more))
shape(more)
"""
"""Results whose form depends on a flag that is not known."""

NAMES: Final = """\
from typing import reveal_type
import jax.numpy as jnp

class Flag:
    def __init__(self, name):
        self.__name__ = name
        self.scale = jnp.ones(3)

    def told(self):
        return type(self).__name__, type(self).__module__, self.scale * 2

reveal_type(Flag("a").told()[2])
"""
"""An attribute of objects that has the name of an attribute of classes."""

WIDER: Final = """\
from typing import reveal_type
import jax
import jax.numpy as jnp
from jax.typing import ArrayLike

def two(x: jax.Array) -> tuple[jax.Array, ...]:
    return x, x * 2

def perhaps(x: jax.Array) -> jax.Array | None:
    return x * 2

def like(x: jax.Array) -> ArrayLike:
    return x * 2

def nested(x: jax.Array) -> tuple[tuple[jax.Array, ...], jax.Array | None]:
    return (x, x * 2), x

one = jnp.ones(3)
some, last = nested(one)
some = some + (one,)
last = None
arrays = two(one)
reveal_type(arrays[1])
arrays = arrays + (one,)
y = perhaps(one)
y = None
z = like(one)
z = 3
"""
"""Variables that get other values of the declared type than the first one."""


@pytest.mark.parametrize("program", [FORMS, NAMES, WIDER])
def test_mypy_reports_nothing(program: str, tmp_path: Path) -> None:
    exec(program, {"__name__": "main"})
    write(tmp_path, program, SETTINGS)
    [note] = mypy(tmp_path).messages
    assert "float32" in note
