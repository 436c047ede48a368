"""Limits how many classes are examined because of each other for attributes of several dtypes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from promo_mypy.inference.reassigned import Reassigned
from tests.typesafety.work import work

CLASS = """
class Layer{number}:
    def __init__(self):
        self.scale{number} = jnp.ones(3, jnp.bfloat16)

    def same(self):
        return self

    def change(self, {parameters}):
{body}
"""
CHANGE = """\
        found{other} = other{other}.same()
        found{other}.scale{other} = self.scale{number} * 2
"""


def program(count: int) -> str:
    """Classes of which each sets an attribute of all others, from one of its own."""
    lines = ["import jax.numpy as jnp"]
    for each in range(count):
        others = [other for other in range(count) if other != each]
        parameters = ", ".join(f"other{other}: 'Layer{other}'" for other in others)
        body = "".join(CHANGE.format(number=each, other=other) for other in others)
        lines.append(CLASS.format(number=each, parameters=parameters, body=body))
    return "\n".join([*lines, "def f(layer: Layer0): reveal_type(layer.scale0)", "f(Layer0())", ""])


def test_few_classes_are_looked_at_within_each_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a limit, all of them would be, and the checks of a large program would take hours."""
    within, look = list[int](), Reassigned._look

    def looked(self: Reassigned, *arguments: Any) -> None:
        within.append(len(self._found))
        look(self, *arguments)

    monkeypatch.setattr(Reassigned, "_look", looked)
    _, said = work((Reassigned, "has"), tmp_path, program(6), monkeypatch)
    assert {*within} == {1, 2}
    assert 'Revealed type is "jax._src.basearray.Array[Any]"' in said
