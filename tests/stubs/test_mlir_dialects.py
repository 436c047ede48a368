"""The stub of the MLIR dialects has exactly the names that JAX's package gives to its modules."""

from __future__ import annotations

import importlib
from types import ModuleType

from promo_stubgen.render.mlir_dialects import DIALECTS


def test_every_dialect_is_a_module_of_jax() -> None:
    dialects = importlib.import_module("jax._src.lib.mlir.dialects")
    for name in DIALECTS:
        assert isinstance(getattr(dialects, name), ModuleType), name


def test_no_dialect_is_missing() -> None:
    dialects = importlib.import_module("jax._src.lib.mlir.dialects")
    lazy = set(dialects.__all__)
    eager = {name for name, value in vars(dialects).items() if isinstance(value, ModuleType)}
    assert (lazy | eager) - {"lib"} <= set(DIALECTS)
