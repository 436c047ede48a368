"""The public functions of the installed JAX, which rules should cover."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from types import ModuleType
from typing import Final

from promo_typing.rules import FUNCTIONS
from promo_typing.rules.catalogue.without_rule import WITHOUT_RULE

_PACKAGES: Final = (
    "jax.dtypes",
    "jax.image",
    "jax.lax",
    "jax.nn",
    "jax.numpy",
    "jax.ops",
    "jax.random",
    "jax.scipy",
)


def public_modules() -> list[str]:
    """Return the modules whose functions should have rules: some packages, and all inside them.

    Raises:
        ImportError: jax is not installed.
    """
    found = []
    for name in _PACKAGES:
        package = importlib.import_module(name)
        below = pkgutil.walk_packages(getattr(package, "__path__", []), f"{name}.")
        found += [name, *(module.name for module in below if "._" not in module.name)]
    return found


def public_functions() -> Iterator[str]:
    """Yield the fully-qualified name of every public function of these modules."""
    for name in public_modules():
        members = vars(importlib.import_module(name))
        yield from (f"{name}.{each}" for each in sorted(members) if _is_public(each, members[each]))


def uncovered() -> list[str]:
    """Return the public functions that have no rule and are not in ``WITHOUT_RULE``."""
    return [name for name in public_functions() if name not in FUNCTIONS | WITHOUT_RULE]


def _is_public(name: str, value: object) -> bool:
    """Whether a member of a module is a public function: no class, no dtype of jax.numpy."""
    special = isinstance(value, (type, ModuleType)) or type(value).__name__ == "_ScalarMeta"
    return callable(value) and not name.startswith("_") and not special
