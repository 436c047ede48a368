"""A refusal by JAX is distinguished from a failure by the frame that raises the exception."""

from __future__ import annotations

import jax
import pytest

from promo_typing.lattice.semantics import Semantics

from . import runtime
from .expressions import Expression, Rendered
from .outcomes import Failed, Outcome, Refused

ARRAYS = {"x": "float32", "i": "int8", "e": "float8_e5m2", "z": "float6_e2m3fn"}


def outcome(text: str) -> Outcome:
    (observed,) = runtime.observe(
        [Rendered.of(Expression(text))], ARRAYS, {"missing": _Missing()}, Semantics()
    )
    return observed[-1].outcome


class _Missing:
    """A class whose operators return NotImplemented, as those of Python's own classes do."""


@pytest.mark.parametrize(
    "program",
    ["~x", "x + e", "jnp.gcd(x, x)", "jnp.left_shift(x, 1)", "missing + missing", "x + missing"],
)
def test_refusals(program: str) -> None:
    assert isinstance(outcome(program), Refused)


@pytest.mark.parametrize(
    ("program", "cause"),
    [
        ("jnp.ldexp(z, 2)", "KeyError below jax._src.numpy.ufuncs"),
        ("jnp.uint2(1).astype('int2')", "TypeError below jax._src.lax.lax"),
        ("jnp.array(2.5, 'int1')", "OverflowError below jax._src.dtypes"),
        ("jnp.full((2, 2), 2j, jnp.float32)", "TypeError below jax._src"),
        ("np.linalg.inv(np.ones((1, 2)))", "LinAlgError in numpy.linalg"),
    ],
)
def test_accidents(program: str, cause: str) -> None:
    found = outcome(program)
    assert isinstance(found, Failed)
    assert found.cause.startswith(cause)


def test_tracebacks_are_filtered_again() -> None:
    before = jax.config.jax_traceback_filtering
    outcome("~x")
    assert jax.config.jax_traceback_filtering == before != "off"
