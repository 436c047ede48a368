"""The options of our tests, which pytest reads only here, and fixtures for all tests."""

from __future__ import annotations

import ctypes
import gc
import os
import sys
from functools import cache
from typing import TYPE_CHECKING

import pytest

from promo_typing.core.configuration import RAISE_VARIABLE
from tests import scratch
from tests.compilations import COMPILATIONS, Compilations
from tests.rendering import Rendering

if TYPE_CHECKING:
    from promo_typing.oracle.memory import MemoryLimit


# If the plugin fails, the test fails.
os.environ[RAISE_VARIABLE] = "1"


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


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    scratch.configure(config)


@pytest.fixture(scope="session")
def rendering() -> Rendering:
    """The generated stubs, rendered once in a run for all workers."""
    return Rendering(scratch.of_the_run())


@pytest.hookimpl(trylast=True)
def pytest_collection_finish(session: pytest.Session) -> None:
    """Let JAX, which the tests have imported by now, use programs that earlier runs compiled."""
    _look_for_garbage_rarely()
    cache = getattr(session.config, "cache", None)
    if cache is not None and not session.config.option.collectonly:
        compilations = Compilations(cache.mkdir("jax"), scratch.new() / "jax")
        compilations.use()
        session.stash[COMPILATIONS] = compilations


def pytest_sessionfinish(session: pytest.Session) -> None:
    if COMPILATIONS in session.stash:
        session.stash[COMPILATIONS].keep()


def _look_for_garbage_rarely() -> None:
    """Let Python collect garbage rarely: thousands of tests and JAX's modules stay in memory.

    By default a sixth of the time would go into it. `pytest_runtest_teardown` frees the garbage of
    tests when it takes too much memory.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


@cache
def _memory() -> MemoryLimit:
    """The memory that a process may use before it frees the garbage of earlier tests."""
    from promo_typing.oracle.memory import MemoryLimit

    return MemoryLimit(2 << 30, step=1 << 30)


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown() -> None:
    """Free memory if the process has used too much.

    A run of mypy in this process leaves its syntax trees, tens of megabytes in reference cycles,
    and makes Python's collector a thousand times less frequent. JAX keeps all compiled programs.
    A collection takes ten seconds per gigabyte, so it does not run after every test.
    """
    if _memory().exceeded():
        if jax := sys.modules.get("jax"):
            jax.clear_caches()
        gc.unfreeze()
        gc.collect()
        _return_to_the_system()
        _memory().freed()


def _return_to_the_system() -> None:
    """Make the C library of Linux return the memory that XLA and LLVM have freed."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)
