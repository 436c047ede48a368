"""Options of our tests, which pytest reads only here, and what all workers of a run share."""

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


# A failure of the plugin is one of the test.
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
    """The stubs of the generator, rendered once in a run."""
    return Rendering(scratch.of_the_run())


@pytest.hookimpl(trylast=True)
def pytest_collection_finish(session: pytest.Session) -> None:
    """Have JAX, which the tests have imported by now, take what an earlier run has compiled."""
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
    """Python would spend a sixth of the time on it: thousands of tests and JAX's modules stay.

    What tests leave in circles is freed when they take too much memory, see below.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


@cache
def _memory() -> MemoryLimit:
    """So much may a process take before it gives back what the tests before have left."""
    from promo_typing.oracle.memory import MemoryLimit

    return MemoryLimit(2 << 30, step=1 << 30)


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown() -> None:
    """Free memory, now and then.

    A run of mypy in this process leaves its trees, tens of megabytes in circles, and has Python
    look for garbage a thousand times more rarely than before. JAX keeps all that it has compiled.
    To collect takes ten seconds for each gigabyte, so that it is not done after every test.
    """
    if _memory().exceeded():
        if jax := sys.modules.get("jax"):
            jax.clear_caches()
        gc.unfreeze()
        gc.collect()
        _return_to_the_system()
        _memory().freed()


def _return_to_the_system() -> None:
    """Have the C library of Linux give back what XLA and LLVM have freed."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)
