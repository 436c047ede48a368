"""The packages that are checked."""

from __future__ import annotations

from typing import Final

from tests.compatibility.docstrings import Docstrings
from tests.compatibility.package import Package

PACKAGES: Final[dict[str, Package]] = {
    package.name: package
    for package in (
        Docstrings("docstrings", "", "jax"),
        Package("example_libraries", "jax/example_libraries", "jax"),
        Package("chex", "chex", "chex"),
        Package("optax", "optax", "optax", {"mypy": ("optax/contrib/_momo.py",)}),
        Package("equinox", "equinox", "equinox"),
        Package("flax", "flax", "flax"),
    )
}
