"""Options of our tests. pytest reads them only here, whatever it is asked to run."""

from __future__ import annotations

import pytest


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
        default=1,
        help="how long each process may compare rules that the ledger lacks in every cell",
    )
