"""Overloads for joins: the first overload that accepts two dtypes has JAX's result."""

from __future__ import annotations

import itertools

import jax
import jax.numpy as jnp
import pytest

from promo_stubgen.encode.branches import branched
from promo_stubgen.encode.joined import Case, joined_cases, sequence_cases
from promo_stubgen.encode.outcomes import Outcomes
from promo_typing.core.stub_names import dtype_class
from promo_typing.lattice.semantics import Semantics
from promo_typing.rules import FUNCTIONS
from tests.stubs.encode.chosen import COMPARED, result

SEMANTICS = Semantics()


def outcomes(function: str) -> Outcomes:
    return Outcomes(branched(FUNCTIONS[f"jax.numpy.{function}"]).rule, SEMANTICS, 2)


def first(cases: list[Case], nodes: tuple[str, ...]) -> str | None:
    """The result of the first overload that accepts arrays of these dtypes."""
    return next(filter(None, (result(each.operands, each.returns, nodes) for each in cases)), None)


@pytest.mark.parametrize("function", ["add", "true_divide", "arctan2", "logaddexp"])
@pytest.mark.parametrize("numpy", [False, True])
def test_the_first_overload_has_the_result_of_jax(function: str, numpy: bool) -> None:
    cases = [*joined_cases(outcomes(function), numpy)]
    compared = 0
    for nodes in itertools.product(COMPARED, repeat=2):
        arrays = [jax.ShapeDtypeStruct((2,), jnp.dtype(node)) for node in nodes]
        try:
            told = jax.eval_shape(getattr(jnp, function), *arrays).dtype.name
        except (TypeError, ValueError):
            continue  # An overload may accept more than JAX does.
        assert first(cases, nodes) == f"Array[{dtype_class(told)}]", nodes
        compared += 1
    assert compared > 30


def test_unknown_arrays_come_first_and_all_else_last() -> None:
    cases = [*joined_cases(outcomes("add"), numpy=False)]
    assert [str(each.returns) for each in (*cases[:2], *cases[-2:])] == ["Array"] * 4
    assert [each.needs for each in cases[:2]] == [0, 1]


def test_a_family_has_one_overload() -> None:
    operands = [str(each.operands[0]) for each in joined_cases(outcomes("add"), numpy=False)]
    assert sum(each.startswith("Array[_Above_weak_float[") for each in operands) == 1
    assert not any("float8" in each or "Upto_int8" in each for each in operands)


def test_a_dtype_of_numpy_has_its_own_overload_if_numpy_operands_are_taken() -> None:
    operands = [str(each.operands[0]) for each in joined_cases(outcomes("add"), numpy=True)]
    assert sum(each.startswith("Array[_Above_weak_float_outside_NumPy[") for each in operands) == 1
    assert any("_Upto_float16" in each for each in operands)
    assert not any("_Upto_bfloat16" in each for each in operands)


def test_two_dtypes_of_a_family_find_their_join() -> None:
    cases = [*joined_cases(outcomes("add"), numpy=False)]
    assert first(cases, ("bfloat16", "float16")) == "Array[float32]"
    assert first(cases, ("int8", "uint8")) == "Array[int16]"
    assert first(cases, ("float8_e5m2", "bfloat16")) is None


def test_two_bools_are_refused_where_one_is_taken() -> None:
    """``jnp.subtract(flag, flag)`` is an error, and ``jnp.subtract(flag, 1)`` is an integer."""
    found = {
        tuple(map(str, each.operands)): str(each.returns)
        for each in joined_cases(outcomes("subtract"), numpy=True)
    }
    assert found["Array[bool_]", "int"] == "Array[weak_int]"
    assert found["Array[bool_]", "Array[_Number]"] == "Array[_Number]"
    assert not any(first == "Array[_Upto_bool] | builtins.bool" for first, _ in found)


def test_a_float64_of_numpy_is_not_weak() -> None:
    """A checker takes it for a Python float, but with it JAX widens a bfloat16 to float32."""
    cases = [*joined_cases(outcomes("add"), numpy=True)]
    special = [each for each in cases if str(each.operands[0]).startswith("np.float64")]
    assert str(special[0].returns) == "Array[float32]"
    weak = next(n for n, each in enumerate(cases) if str(each.returns) == "Array[weak_float]")
    assert cases.index(special[0]) < weak


def test_a_sequence_of_arrays_or_one_array_of_rows() -> None:
    rule = branched(FUNCTIONS["jax.numpy.concatenate"]).rule
    cases = sequence_cases(Outcomes(rule, SEMANTICS))
    found = {str(each.operands[0]): str(each.returns) for each in cases}
    assert list(found)[:2] == ["Array[_Bottom] | Sequence[Array[_Bottom]]", "Array[_AnyDtype]"]
    assert found["Array[_AnyDtype]"] == "Array[_AnyDtype]"
    assert found["Sequence[Array[_Upto_float32]]"] == "Array[float32]"
