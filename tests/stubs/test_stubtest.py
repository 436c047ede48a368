"""The stubs declare what the installed JAX has: names, parameters, kinds and defaults."""

from __future__ import annotations

import pytest

from . import stubtest


def test_stubtest_passes_with_the_allowlist() -> None:
    """Nothing else differs, and no entry of the allowlist is unused: stubtest reports both."""
    done = stubtest.run(["--allowlist", str(stubtest.allowlist_file())])
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_allowlist_hides_nothing_but_what_its_reasons_explain() -> None:
    """An entry excuses names altogether; here each single message must have a reason."""
    expected = stubtest.allowlist(stubtest.differences())
    assert stubtest.allowlist_file().read_text(encoding="utf-8") == expected


def test_a_difference_without_a_reason_is_refused() -> None:
    missing = [("jax.numpy.exp", "is not present in stub")]
    with pytest.raises(ValueError, match=r"jax\.numpy\.exp is not present in stub"):
        stubtest.allowlist(missing)
