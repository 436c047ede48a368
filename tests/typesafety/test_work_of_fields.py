"""Limits how often classes are examined for the dtypes of fields that depend on one another."""

from __future__ import annotations

from pathlib import Path

import pytest

from promo_mypy.inference.fields import Fields
from tests.typesafety.work import work

CLASS = """
@dataclass
class Layer{number}:
    w: jax.Array

    def updated(self, {parameters}):
        return Layer{number}({value})
"""


def program(count: int) -> str:
    """Classes whose field depends on the fields of all others."""
    lines = ["from dataclasses import dataclass", "import jax", "import jax.numpy as jnp"]
    for each in range(count):
        others = [number for number in range(count) if number != each]
        parameters = ", ".join(f"other{number}: 'Layer{number}'" for number in others)
        value = " + ".join(f"other{number}.w" for number in others)
        lines.append(CLASS.format(number=each, parameters=parameters, value=value))
    lines += [f"layer{each} = Layer{each}(jnp.ones(3, jnp.bfloat16))" for each in range(count)]
    return "\n".join([*lines, "def f(layer: Layer0): reveal_type(layer.w)", "f(layer0)", ""])


@pytest.mark.parametrize("count", [5, 9])
def test_each_class_is_looked_at_a_limited_number_of_times(
    count: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a cache and a limit, five classes would be examined thousands of times."""
    done, said = work((Fields, "_settled"), tmp_path, program(count), monkeypatch)
    assert count <= done <= 50 * count
    assert "Revealed type is" in said
