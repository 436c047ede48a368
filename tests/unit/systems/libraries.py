"""Optional libraries, without which tests are skipped.

``PROMO_TEST_LIBRARIES`` names, with commas, the libraries that must be installed: without one of
these the tests fail instead.
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
"""The version of Python with which CI installs the libraries and runs their tests."""

REQUIRED = frozenset(filter(None, os.environ.get("PROMO_TEST_LIBRARIES", "").split(",")))


def library(name: str) -> Any:
    """Import a library, or skip the tests that use it."""
    if name in REQUIRED:
        return importlib.import_module(name)
    return pytest.importorskip(name, reason=f"{name} is not installed; {WHERE[name]}")
