"""Options of our tests, which pytest reads only here, and what all workers of a run share."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.rendering import Rendering


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("promo-typing")
    group.addoption(
        "--examples",
        type=int,
        default=2100,
        help="number of random programs for which the type checker is compared with JAX",
    )
    group.addoption("--seed", type=int, default=0, help="seed of these programs (default: 0)")
    group.addoption(
        "--all-cells",
        action="store_true",
        help="compare every cell of every rule with JAX, not a sample of them (hours)",
    )
    group.addoption(
        "--oracle-minutes",
        type=float,
        default=0,
        help="how long each process may compare rules that the ledger lacks in every cell",
    )


@pytest.fixture(scope="session")
def folder_of_the_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for all workers of xdist, whose own folders lie in it."""
    folder = tmp_path_factory.getbasetemp()
    return folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder


@pytest.fixture(scope="session")
def rendering(folder_of_the_run: Path) -> Rendering:
    """The stubs of the generator, rendered once in a run."""
    return Rendering(folder_of_the_run)
