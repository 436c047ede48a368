"""Limits how often each field that is declared as a number is examined, whatever their number."""

from __future__ import annotations

from pathlib import Path

import pytest

from promo_mypy.inference.number_fields import NumberFields
from tests.typesafety.work import work


def program(count: int) -> str:
    """Classes whose fields depend on those of the next class, in a circle."""
    lines = ["import jax.numpy as jnp"]
    for each in range(count):
        lines += [
            f"class Layer{each}:",
            f"    def __init__(self, other: 'Layer{(each + 1) % count}', width: int):",
            "        self.width: int = width",
            "        self.scale: float = 1.0",
            "        self.scale = other.scale * other.width",
            "    def __call__(self, x):",
            "        return x * self.scale",
        ]
    lines.append("x = jnp.ones(3, jnp.bfloat16)")
    lines.append("layer0 = Layer0(None, 3)  # type: ignore[arg-type]")
    for each in range(1, count):
        lines.append(
            f"layer{each} = Layer{each}(layer{each - 1}, 3)  # type: ignore[arg-type]\n"
            f"x = layer{each}(x)"
        )
    return "\n".join([*lines, "reveal_type(x)", ""])


LIBRARY = """
import jax.numpy as jnp

class Config:
    def __init__(self, width):
        self.width: int = width
"""
"""A class with a field that :data:`USER` sets, a module that mypy analyses after this one."""
FUNCTION = """
def layer{each}(config: Config, x):
    return x * config.width

layer{each}(Config(3), jnp.ones(3, jnp.bfloat16))
"""
USER = """
import jax.numpy as jnp
from library import Config, layer0

config = Config(3)
config.width = int(str(config.width))
x = layer0(config, jnp.ones(3, jnp.bfloat16))
reveal_type(x)
"""


def looks(folder: Path, main: str, monkeypatch: pytest.MonkeyPatch) -> int:
    """How often a field is examined; the program must be correct, with all dtypes known."""
    done, out = work((NumberFields, "_found"), folder, main, monkeypatch)
    assert "Array[jax._src.numpy.scalar_types.bfloat16]" in out
    return done


def test_work_grows_with_their_number(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    few, many = (looks(tmp_path / str(each), program(each), monkeypatch) for each in (5, 20))
    assert few
    assert many <= 5 * few


def test_what_waits_for_a_module_is_not_looked_at_anew_for_each_use(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = list[int]()
    for count in (2, 8):
        folder = tmp_path / str(count)
        folder.mkdir()
        functions = (FUNCTION.format(each=each) for each in range(count))
        (folder / "library.py").write_text("".join([LIBRARY, *functions]))
        found.append(looks(folder, USER, monkeypatch))
    assert found[0] == found[1]
