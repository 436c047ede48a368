"""Nested sequences of Python scalars have the dtype of the array to which JAX converts them."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import pytest

from promo_stubgen.encode.branches import branched
from promo_stubgen.encode.nested import DEPTH, converts, nested_cases
from promo_stubgen.encode.outcomes import Outcomes
from promo_typing.core.stub_names import dtype_class
from promo_typing.lattice.semantics import Semantics
from promo_typing.rules import FUNCTIONS

VALUES = {"bool": True, "int": 2, "float": 0.5, "complex": 1j}


def outcomes(function: str) -> Outcomes:
    return Outcomes(branched(FUNCTIONS[function]).rule, Semantics())


def found(function: str) -> dict[str, str]:
    cases = nested_cases(outcomes(f"jax.numpy.{function}"))
    return {str(operand): str(returns) for operand, returns in cases}


@pytest.mark.parametrize("depth", range(1, DEPTH + 1))
@pytest.mark.parametrize("scalar", VALUES)
@pytest.mark.parametrize("function", ["array", "asarray"])
def test_as_jax_makes_it(function: str, scalar: str, depth: int) -> None:
    value: object = VALUES[scalar]
    text = f"builtins.{scalar}"
    for _ in range(depth):
        value, text = [value], f"Sequence[{text}]"
    dtype = getattr(jnp, function)(value).dtype.name
    assert found(function)[text] == f"Array[{dtype_class(dtype)}]"


def test_of_empty_sequences_nothing_is_known() -> None:
    """For a checker a value of unknown type fits, too, so this overload comes first."""
    every = found("array")
    assert [*every][:2] == ["Sequence[Never]", "Sequence[builtins.bool]"]
    assert every["Sequence[Sequence[Never]]"] == "Array"


def test_what_the_function_refuses_has_no_overload() -> None:
    """``jnp.bitwise_not`` takes no floats."""
    assert "Sequence[builtins.int]" in found("bitwise_not")
    assert "Sequence[builtins.float]" not in found("bitwise_not")


def test_only_functions_that_make_an_array_of_anything_convert_sequences() -> None:
    assert converts(outcomes("jax.numpy.array"))
    assert converts(outcomes("jax.numpy.asarray"))
    assert not converts(outcomes("jax.lax.rng_bit_generator"))
    assert not converts(outcomes("jax.lax.linalg.qdwh"))
    with pytest.raises(AttributeError, match="list"):
        jax.lax.linalg.qdwh([[1.0, 2.0], [3.0, 4.0]])
