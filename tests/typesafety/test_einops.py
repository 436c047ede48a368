"""Results of einops have the dtype and weakness that mypy reveals."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.systems.libraries import library

from .test_inference import SETTINGS, differences

pytestmark = pytest.mark.slow

library("einops")

OTHER_BACKENDS = "[mypy-torch.*,tensorflow.*]\nfollow_imports = skip\n"
"""einops imports all its backends, and PyTorch is larger than all else that mypy reads here."""

PROGRAM = """\
from typing import reveal_type

import einops
import jax.numpy as jnp
import numpy as np
from einops import einsum, rearrange, reduce, repeat

x = jnp.ones((2, 3), jnp.bfloat16)
y = jnp.ones((2, 3), jnp.float32)
mask = x > 0
bytes8 = jnp.ones((2, 3), jnp.uint8)
weak = jnp.full((2, 3), 2.0)


def halved(x):
    return reduce(x, "(a b) c -> a c", "mean", b=2)


reveal_type(rearrange(x, "a b -> b a"))
reveal_type(rearrange(weak, "a b -> (b a)"))
reveal_type(rearrange([x, x], "a b c -> a (b c)"))
reveal_type(repeat(bytes8, "a b -> a b c", c=2))
reveal_type(halved(x))
reveal_type(reduce(mask, "a b -> a", "sum"))
reveal_type(reduce(mask, "a b -> a", "any") * bytes8[:, 0])
reveal_type(reduce(bytes8, "a b -> a", "prod"))
reveal_type(reduce(bytes8, "a b -> a", "max"))
reveal_type(reduce(bytes8, "... b -> ...", jnp.sum))
reveal_type(einops.reduce(weak, "a b -> a", "max"))
reveal_type(reduce(mask, "a b -> (a b)", "sum"))  # unknown: no axis goes away
reveal_type(reduce(y, "a b -> (a b)", "sum"))
reveal_type(reduce(mask, "a b -> a", lambda x, axes: jnp.sum(x, axes)))  # unknown: any function
reveal_type(reduce(np.ones((2, 3), np.bool_), "a b -> a", "sum"))  # unknown: NumPy sums it
reveal_type(einsum(x, x, "a b, a b -> a"))
reveal_type(einsum(x, y, "a b, a b -> a"))
reveal_type(einsum(weak, x, "a b, a b -> a"))
"""


def test_jax_agrees(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    programs = tmp_path / "programs"
    programs.mkdir()
    (programs / "program.py").write_text(PROGRAM)
    checked, settings = tmp_path / "checked", SETTINGS + OTHER_BACKENDS
    assert differences(checked, programs, monkeypatch, settings=settings) == []
