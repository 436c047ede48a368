"""Names that a file imports from other modules of its program."""

from __future__ import annotations

from pathlib import Path

import pytest

from promo_cli.annotate.program_names import ProgramNames

from .conftest import Program

FILES = {
    "package/__init__.py": "from .types import Fitness\n",
    "package/types.py": """\
import jax
from typing import TypeAlias

Fitness: TypeAlias = jax.Array
Again = Fitness
Tree = dict[str, jax.Array]


class State: ...
""",
    "package/inner/__init__.py": "",
    "package/inner/more.py": "from package.types import Again as Score\nfrom .more import Loop\n",
    "broken.py": "def (\n",
}


@pytest.mark.parametrize(
    ("importing", "name", "meant"),
    [
        ("package/step.py", "package.types.Fitness", "jax.Array"),
        ("package/step.py", ".types.Fitness", "jax.Array"),
        ("package/step.py", ".Fitness", "jax.Array"),
        ("package/step.py", "package.Fitness", "jax.Array"),
        ("package/inner/step.py", "..types.Again", "jax.Array"),
        ("package/inner/step.py", ".more.Score", "jax.Array"),
        ("main.py", "package.inner.more.Score", "jax.Array"),
        ("package/step.py", ".types.State", ".types.State"),
        ("package/step.py", ".types.Tree", ".types.Tree"),
        ("package/step.py", ".missing.Fitness", ".missing.Fitness"),
        ("package/step.py", "types.Fitness", "types.Fitness"),
        ("main.py", "package.inner.more.Loop", ".more.Loop"),
        ("main.py", "broken.Fitness", "broken.Fitness"),
        ("main.py", "jax.Array", "jax.Array"),
    ],
)
def test_what_a_name_stands_for(importing: str, name: str, meant: str, tmp_path: Path) -> None:
    for path, text in FILES.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    assert ProgramNames().followed(str(tmp_path / importing), name) == meant


def test_an_alias_of_another_module_gets_a_dtype(program: Program) -> None:
    program.write("types_of_all.py", FILES["package/types.py"])
    written = program.annotated(
        "main.py",
        "import jax.numpy as jnp\n\nfrom types_of_all import Fitness, State\n\n\n"
        "def half(x: Fitness, state: State) -> Fitness:\n    return x / 2\n\n\n"
        "half(jnp.ones(2), State())\n",
    )
    assert "def half(x: Array[jnp.float32], state: State) -> Array[jnp.float32]:" in written
