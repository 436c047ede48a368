"""The stubs declare what the installed JAX has: names, parameters, kinds and defaults."""

from __future__ import annotations

import pytest

from . import stubtest


def test_the_allowlist_is_exact() -> None:
    """Each message of stubtest has a reason; no entry is missing, and none is unused."""
    expected = stubtest.allowlist(stubtest.differences())
    assert stubtest.allowlist_file().read_text(encoding="utf-8") == expected


def test_a_difference_without_a_reason_is_refused() -> None:
    missing = [("jax.numpy.exp", "is not present in stub")]
    with pytest.raises(ValueError, match=r"jax\.numpy\.exp is not present in stub"):
        stubtest.allowlist(missing)
