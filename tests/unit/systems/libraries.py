"""Libraries that need not be installed.

``PROMO_TEST_LIBRARIES`` names, with commas, those that must be: without one of them the tests then
fail instead of being skipped.
"""

from __future__ import annotations

import importlib
import os
from typing import Any

import pytest

_IN_TEST = "make test has it on Python 3.11 alone"
WHERE = {
    **dict.fromkeys(("torch", "flax", "equinox", "haiku", "einops", "chex", "optax"), _IN_TEST),
    "tensorflow": "pip install --group tensorflow has it",
    "array_api_strict": "pip install --group test has it",
}
"""Where the libraries are installed, and their tests run."""

REQUIRED = frozenset(filter(None, os.environ.get("PROMO_TEST_LIBRARIES", "").split(",")))


def library(name: str) -> Any:
    """Import a library, or skip the tests that use it."""
    if name in REQUIRED:
        return importlib.import_module(name)
    return pytest.importorskip(name, reason=f"{name} is not installed; {WHERE[name]}")
