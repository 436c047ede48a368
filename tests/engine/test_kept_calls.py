"""Compiled and cached calls are keyed by dtypes and classes of values, and bounded in number."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from promo_runtime import Engine, PromotionError
from promo_runtime.operations import computation
from promo_runtime.operations.base import KEPT_CALLS
from promo_typing.systems import SYSTEMS, system_of_edges

X = jnp.ones(3, jnp.float32)
PLANNED = sorted(name for name, system in SYSTEMS.items() if system.jax_settings is None)


class _Compilations(logging.Handler):
    def __init__(self) -> None:
        super().__init__()
        self.count = 0

    def emit(self, record: logging.LogRecord) -> None:
        self.count += record.getMessage().startswith("Compiling ")


@contextmanager
def compilations() -> Iterator[_Compilations]:
    """Count the programs that JAX compiles within the block."""
    logger, handler = logging.getLogger("jax"), _Compilations()
    logger.addHandler(handler)
    propagated, logger.propagate = logger.propagate, False
    try:
        with jax.log_compiles():
            yield handler
    finally:
        logger.removeHandler(handler)
        logger.propagate = propagated


def test_compilations_are_counted() -> None:
    with compilations() as seen:
        for step in range(3):
            jax.jit(lambda x, step=step: x + step)(X)
    assert seen.count == 3


SCALARS: dict[str, Callable[[int], Any]] = {
    "float32": lambda step: np.float32(step + 0.25),
    "float64": lambda step: np.float64(step * 1e3),
    "int8": lambda step: np.int8(step - 10),
    "an array without dimensions": lambda step: np.array(step, np.float32),
    "a Python float": lambda step: step * 1.5,
    "a Python int": lambda step: step,
}


@pytest.mark.parametrize("kind", SCALARS)
@pytest.mark.parametrize("system", PLANNED)
def test_twenty_values_compile_once(system: str, kind: str) -> None:
    engine, made = Engine(system), SCALARS[kind]
    x = X if "int" not in kind else jnp.ones(3, jnp.int8)
    try:
        first = engine.add(x, made(0))
    except PromotionError:
        with pytest.raises(PromotionError):
            engine.add(x, made(1))
        return
    with compilations() as seen:
        results = [engine.add(x, made(step)) for step in range(1, 20)]
    assert seen.count == 0
    assert {each.dtype for each in results} == {first.dtype}
    for step, result in enumerate(results, 1):
        np.testing.assert_array_equal(result, np.asarray(x) + made(step))


def test_values_are_kept_by_their_class() -> None:
    engine = Engine("numpy-1", x64=True)
    small, large = np.float64(2), np.float64(1e39)
    assert engine.add(X, small).dtype == jnp.float32
    assert engine.add(X, large).dtype == jnp.float64
    assert engine.add(X, np.float64("inf")).dtype == jnp.float32
    assert engine.add(X, complex(3e38, 3e38)).dtype == jnp.complex64
    assert engine.add(X, complex(4e38, 0)).dtype == jnp.complex128
    assert engine.add.kept_calls == 4


def test_equal_plans_of_two_engines_compile_once() -> None:
    y = jnp.ones(5, jnp.float32)
    Engine("torch").multiply(y, np.float32(2))
    with compilations() as seen:
        Engine("torch").multiply(y, np.float32(3))
        Engine("numpy").multiply(y, np.float32(3))
    assert seen.count == 0


def test_true_is_not_one() -> None:
    engine = Engine("numpy", x64=True)
    assert engine.sum(X, keepdims=True).shape == (1,)
    assert engine.sum(X, axis=0).shape == ()
    assert engine.sum(X, axis=0, keepdims=1).shape == (1,)
    assert engine.add(X, True).dtype == jnp.float32
    assert engine.add(True, 1).dtype == np.int64
    assert engine.add(1, 1.0).dtype == np.float64


@pytest.mark.parametrize("system", ["jax", "torch"])
def test_kept_calls_have_a_bound(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("promo_runtime.operations.base.KEPT_CALLS", 3)
    engine = Engine(system)
    dtypes = [jnp.int8, jnp.int16, jnp.int32, jnp.uint8, jnp.float16, jnp.float32]
    for dtype in dtypes:
        assert engine.negative(jnp.ones(2, dtype)).dtype == dtype
        assert engine.negative.kept_calls <= 3
    assert engine.negative.kept_calls == 3


def test_kept_calls_with_arguments_have_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("promo_runtime.operations.base.KEPT_CALLS", 3)
    engine = Engine("torch")
    for decimals in range(6):
        engine.round(X, decimals=decimals)
        assert engine.round.kept_calls <= 3


def test_computations_have_a_bound() -> None:
    info = computation._kept.cache_info()
    assert info.maxsize == computation.KEPT_COMPUTATIONS
    assert 0 < info.currsize <= computation.KEPT_COMPUTATIONS
    assert Engine().add._kept.cache_info().maxsize == KEPT_CALLS


def test_answers_of_a_system_have_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("promo_typing.systems.base.KEPT_ANSWERS", 3)
    chain = [f"int{2**n}" for n in range(1, 7)]
    edges = {low: [high] for low, high in zip(chain, [*chain[1:], None], strict=True)}
    system = system_of_edges("chain", {**edges, chain[-1]: []})
    for low in chain:
        for high in chain:
            system.result_type(low, high)
            assert len(system._known) <= 3


class Tolerance(float):
    __hash__ = None  # type: ignore[assignment]


def test_arguments_that_cannot_be_hashed_are_not_kept() -> None:
    engine = Engine("torch")
    for _ in range(2):
        assert bool(engine.isclose(X, X + 1, rtol=Tolerance(2)).all())
    assert engine.isclose.kept_calls == 0
