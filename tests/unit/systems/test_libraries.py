"""The tests of a required library fail without it instead of being skipped."""

from __future__ import annotations

import sys

import pytest

from tests.unit.systems import libraries


@pytest.fixture
def no_torch(monkeypatch: pytest.MonkeyPatch) -> None:
    """An import system that does not find PyTorch, whether it is installed or not."""
    monkeypatch.setitem(sys.modules, "torch", None)


@pytest.mark.usefixtures("no_torch")
def test_a_library_that_is_missing_is_skipped_with_a_reason(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(libraries, "REQUIRED", frozenset())
    reason = "torch is not installed; make test has it on Python 3.11 alone"
    with pytest.raises(pytest.skip.Exception, match=reason):
        libraries.library("torch")


@pytest.mark.usefixtures("no_torch")
def test_a_library_that_must_be_there_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(libraries, "REQUIRED", frozenset({"torch"}))
    with pytest.raises(ModuleNotFoundError, match="torch"):
        libraries.library("torch")
