from __future__ import annotations

import pytest

from .classes import Program


@pytest.fixture
def program() -> Program:
    return Program()
