from __future__ import annotations

import pytest


def _number(request: pytest.FixtureRequest, option: str) -> int:
    value = request.config.getoption(option)
    assert isinstance(value, int)
    return value


@pytest.fixture
def examples(request: pytest.FixtureRequest) -> int:
    """How many programs to check, over all settings."""
    return _number(request, "--examples")


@pytest.fixture
def examples_seed(request: pytest.FixtureRequest) -> int:
    """The seed of the programs: the same seed gives the same programs."""
    return _number(request, "--seed")
