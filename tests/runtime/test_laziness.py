"""Which modules are imported when, tested in separate processes."""

from __future__ import annotations

import subprocess
import sys

import pytest

HEAVY = ("jax", "numpy", "ml_dtypes", "mypy", "typing_extensions")


def heavy_imports_after(program: str) -> list[str]:
    program += f"\nimport sys; print(*(name for name in {HEAVY} if name in sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


@pytest.mark.parametrize(
    "program",
    [
        "import promo_typing",
        "from promo_typing import Array, is_array",
        "from promo_typing import Array; Array['float32'] | None",
        "from promo_typing import Array; Array[float]",
        "from promo_typing import Array; import typing; Array[typing.TypeVar('D')]",
        "from promo_typing import Array; assert not isinstance(3, Array)",
        "from promo_typing import Array; assert not isinstance(3, Array['float32'])",
        "from promo_typing import is_array; assert not is_array(3.0, float)",
        "from promo_typing import Array; assert not issubclass(int, Array)",
        "from promo_typing import Array; import pickle; pickle.loads(pickle.dumps(Array['int4']))",
    ],
)
def test_nothing_heavy_is_imported(program: str) -> None:
    assert heavy_imports_after(program) == []


@pytest.mark.parametrize(
    "program",
    [
        "from promo_typing import ArrayLike, DTypeLike, Shape",
        "import numpy as np; from promo_typing import Array; Array[np.float32 | np.integer]",
        "from promo_typing import Array; Array['f4']",
    ],
)
def test_jax_is_not_imported(program: str) -> None:
    assert "jax" not in heavy_imports_after(program)


def test_what_was_made_before_jax_works_after() -> None:
    heavy_imports_after(
        "from promo_typing import Array\n"
        "one, half = Array['float32'], Array['bfloat16']\n"
        "assert not isinstance(3, Array | one)\n"
        "import jax.numpy as jnp\n"
        "x = jnp.ones(3)\n"
        "assert isinstance(x, Array) and isinstance(x, one) and not isinstance(x, half)\n"
        "assert Array[jnp.float32] is one"
    )
