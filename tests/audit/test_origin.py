"""The origin of conversions, on the installed JAX: the user's line, a promotion, or JAX itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from promo_runtime.auditing import Conversion, Flag, Origin
from tests.audit.all_lints import audit

N = 8
C = np.ones(N, np.float32)
X = jax.ShapeDtypeStruct((N,), jnp.bfloat16)
I = jax.ShapeDtypeStruct((N,), jnp.int32)  # noqa: E741


def large(fn: Callable[..., Any], *args: Any) -> list[Conversion]:
    return [found for found in audit(fn)(*args).conversions if found.elements > 1]


IMPLICIT: dict[str, Callable[[Any], Any]] = {
    "add": lambda x: x + C,
    "mul": lambda x: x * np.float32(2),
    "where": lambda x: jnp.where(x > 0, x, C),
    "concatenate": lambda x: jnp.concatenate([x, C]),
    "dot": lambda x: jnp.dot(x, C),
    "einsum": lambda x: jnp.einsum("i,i->", x, C),
    "eq": lambda x: x == C,
}


@pytest.mark.parametrize("operation", IMPLICIT)
def test_implicit(operation: str) -> None:
    (found,) = large(IMPLICIT[operation], X)
    assert found.origin is Origin.IMPLICIT
    assert (found.operation, found.source, found.target) == (operation, "bfloat16", "float32")
    assert found.flags == {Flag.WIDENING}
    assert found.bytes == N * (2 + 4)
    assert found.place is not None
    assert found.place.file == __file__
    assert found.place.line == IMPLICIT[operation].__code__.co_firstlineno


@pytest.mark.parametrize(
    "convert",
    [
        lambda x: x.astype(jnp.float32),
        lambda x: jax.lax.convert_element_type(x, jnp.float32),
        lambda x: jnp.asarray(x, jnp.float32),
        lambda x: jnp.array(x, dtype=jnp.float32),
        lambda x: jnp.float32(x),
        lambda x: jnp.sum(x, dtype=jnp.float32),
        lambda x: jax.tree.map(lambda leaf: leaf.astype(jnp.float32), x),
    ],
)
def test_explicit(convert: Callable[[Any], Any]) -> None:
    (found,) = large(convert, X)
    assert found.origin is Origin.EXPLICIT
    assert audit(convert)(X).implicit == ()


@pytest.mark.parametrize("reduce", [jnp.sum, jnp.mean, jnp.var, jax.nn.softmax, jnp.all, jnp.any])
def test_accumulators_are_internal(reduce: Callable[[Any], Any]) -> None:
    report = audit(lambda x: reduce(x))(X)
    assert Origin.INTERNAL in {found.origin for found in report.conversions}
    assert report.findings == ()


def test_python_scalars_are_harmless() -> None:
    report = audit(lambda x, i: (x * 2.0, jnp.maximum(x, 0), jnp.clip(x, 0, 1), i + True))(X, I)
    assert report.findings == ()


def test_lossy() -> None:
    (found,) = large(lambda i: i / 2, I)
    assert found.flags == {Flag.LOSSY}


def test_64_bit() -> None:
    with jax.enable_x64(True):
        (found,) = large(lambda x: x.astype(jnp.float32) * np.float64(2), jnp.ones(N, jnp.float32))
    assert found.flags == {Flag.WIDENING, Flag.WIDE}


def test_scan_counts_its_trips() -> None:
    def run(x: Any) -> Any:
        return jax.lax.scan(lambda carry, _: (carry, carry * C), x, None, length=5)

    (found,) = large(run, X)
    assert (found.trips, found.bytes, found.is_bounded) == (5, 5 * N * 6, True)


def test_while_has_unknown_trips() -> None:
    def run(x: Any) -> Any:
        return jax.lax.while_loop(lambda s: (s * C).sum() > 0, lambda s: s - 1, x)

    (found,) = [each for each in large(run, X) if each.origin is Origin.IMPLICIT]
    assert (found.trips, found.is_bounded) == (1, False)


@pytest.mark.parametrize(
    "transform",
    [
        jax.jit,
        jax.checkpoint,
        lambda fn: lambda x: jax.lax.cond(x[0] > 0, fn, lambda y: jnp.asarray(C), x),
        lambda fn: lambda x: jax.vmap(lambda row: fn(row))(x[None]),
    ],
)
def test_nested(transform: Callable[[Callable[[Any], Any]], Callable[[Any], Any]]) -> None:
    (found,) = large(transform(lambda x: x + C), X)
    assert (found.origin, found.operation) == (Origin.IMPLICIT, "add")
    assert found.place is not None
    assert found.place.file == __file__


def test_gradient_has_the_place_of_the_forward_line() -> None:
    report = audit(jax.grad(lambda x: jnp.sum(x * C)))(X)
    lines = {found.place.line for found in report.findings if found.place}
    assert [(f.source, f.target) for f in report.findings].count(("bfloat16", "float32")) == 1
    assert len(lines) == 1


def test_budget() -> None:
    report = audit(lambda x: x + C)(X)
    assert report.violations(max_bytes=48, forbid={Flag.LOSSY}) == ()
    (broken,) = report.violations(max_bytes=47)
    assert "48 bytes" in broken
    (broken,) = report.violations(forbid={Flag.WIDENING})
    assert broken.endswith("widening is forbidden")
