"""The stubs declare the names of the installed JAX, with their parameters, kinds and defaults."""

from __future__ import annotations

import re

import pytest

from . import stubtest


@pytest.mark.slow
def test_the_allowlist_is_exact() -> None:
    """Each message of stubtest has a reason; no entry is missing, and none is unused."""
    expected = stubtest.allowlist(stubtest.differences())
    assert stubtest.allowlist_file().read_text(encoding="utf-8") == expected


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("jax.numpy.exp", "is not present in stub"),
        ("jax._src.core.Tracer.astype", 'is inconsistent, stub does not have parameter "copy"'),
        ("jax._src.core.Tracer.full_lower", "is inconsistent, runtime is a property"),
        ("jax._src.core.Tracer.new_member", "is not present in stub"),
    ],
)
def test_a_difference_without_a_reason_is_refused(name: str, message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(f"{name} {message}")):
        stubtest.allowlist([(name, message)])
