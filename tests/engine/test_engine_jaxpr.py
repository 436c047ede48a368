"""The jaxpr under the engine is character for character that of ``jax.numpy``."""

from __future__ import annotations

import contextlib
import functools
import itertools
from collections.abc import Callable, Iterator
from typing import Any

import jax
import jax.numpy as jnp
import pytest

from promo_runtime import Engine
from promo_typing.lattice.semantics import Semantics
from tests.tracebacks import whole_tracebacks

from .operands import BINARY, UNARY, Operand, closed, combinations, sample_size

ARITIES = [(name, 1) for name in UNARY] + [(name, 2) for name in BINARY]


def jaxpr(call: Callable[..., Any], operands: tuple[Operand, ...]) -> str:
    function, arrays = closed(call, operands)
    return str(jax.make_jaxpr(function)(*arrays))


def accepted(name: str, number: int) -> Iterator[tuple[tuple[Operand, ...], str]]:
    """Operands that ``jax.numpy`` accepts, with the jaxpr; other tests compare the refusals."""
    for operands in combinations(name, number, Semantics()):
        with contextlib.suppress(Exception), whole_tracebacks():
            yield operands, jaxpr(getattr(jnp, name), operands)


@pytest.mark.parametrize(("name", "number"), ARITIES, ids=[name for name, _ in ARITIES])
def test_jaxpr_is_that_of_jax(name: str, number: int) -> None:
    engine, placed = Engine(), Engine(device="cpu:0")
    sample = list(itertools.islice(accepted(name, number), sample_size(10)))
    assert sample
    for operands, expected in sample:
        assert jaxpr(getattr(engine, name), operands) == expected
        assert jaxpr(getattr(placed, name), operands) == expected


def test_of_concrete_operands() -> None:
    engine = Engine()
    for x, y in [
        (jnp.ones(3, jnp.bfloat16), jnp.float32(1)),
        (jnp.float32(1), jnp.float32(1)),
        (jnp.arange(3), 2.0),
        (1, 2),
    ]:
        assert str(jax.make_jaxpr(engine.add)(x, y)) == str(jax.make_jaxpr(jnp.add)(x, y))


OTHERS: dict[str, Callable[[Any, Any], Any]] = {
    "where": lambda xp, x: xp.where(x > 0, x, 1.5),
    "concatenate": lambda xp, x: xp.concatenate([x, jnp.ones(2)]),
    "stack": lambda xp, x: xp.stack([x, x], axis=1),
    "matmul": lambda xp, x: xp.matmul(x, x),
    "einsum": lambda xp, x: xp.einsum("i,i->", x, jnp.ones(3)),
    "sum": lambda xp, x: xp.sum(x, axis=0, keepdims=True),
    "sum of a dtype": lambda xp, x: xp.sum(x, dtype=jnp.float32),
    "clip": lambda xp, x: xp.clip(x, max=2),
    "sort": lambda xp, x: xp.sort(x),
}


@pytest.mark.parametrize("case", OTHERS)
def test_of_functions_with_arguments(case: str) -> None:
    for x in (jnp.ones(3, jnp.bfloat16), jnp.ones(3, jnp.int8), jnp.ones(3, bool)):
        ours, theirs = (
            jax.make_jaxpr(functools.partial(OTHERS[case], xp))(x) for xp in (Engine(), jnp)
        )
        assert str(ours) == str(theirs)


def _loss(add: Any, multiply: Any, tanh: Any) -> Callable[..., Any]:
    def loss(x: Any, y: Any) -> Any:
        return jnp.sum(tanh(add(multiply(x, 2), y)))

    return loss


def _scan(add: Any, multiply: Any, tanh: Any) -> Callable[..., Any]:
    def scan(x: Any, y: Any) -> Any:
        return jax.lax.scan(lambda c, row: (tanh(add(c, row)), multiply(c, 0.5)), y, x)

    return scan


WRAPPERS: dict[str, Callable[[Any, Any, Any], Callable[..., Any]]] = {
    "jit": lambda *f: jax.jit(_loss(*f)),
    "grad": lambda *f: jax.grad(_loss(*f)),
    "jit of grad": lambda *f: jax.jit(jax.grad(_loss(*f))),
    "vmap": lambda *f: jax.vmap(_loss(*f), in_axes=(0, None)),
    "checkpoint": lambda *f: jax.grad(jax.checkpoint(_loss(*f))),
    "jvp": lambda *f: lambda x, y: jax.jvp(_loss(*f), (x, y), (x, y)),
    "scan": _scan,
    "grad of scan": lambda *f: jax.grad(lambda x, y: jnp.sum(_scan(*f)(x, y)[0])),
}


@pytest.mark.parametrize("wrapper", WRAPPERS)
def test_inside_transformations(wrapper: str) -> None:
    engine = Engine()
    x, y = jnp.ones((4, 3)), jnp.full(3, 0.5, jnp.float32)
    wrap = WRAPPERS[wrapper]
    ours = wrap(engine.add, engine.multiply, engine.tanh)
    theirs = wrap(jnp.add, jnp.multiply, jnp.tanh)
    assert str(jax.make_jaxpr(ours)(x, y)) == str(jax.make_jaxpr(theirs)(x, y))
    for one, other in zip(jax.tree.leaves(ours(x, y)), jax.tree.leaves(theirs(x, y)), strict=True):
        assert (one == other).all()
        assert one.dtype == other.dtype
