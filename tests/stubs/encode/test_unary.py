"""The overloads of one operand have JAX's result for each dtype."""

from __future__ import annotations

from collections.abc import Iterable

import jax
import jax.numpy as jnp
import pytest

from promo_stubgen.encode.branches import branched
from promo_stubgen.encode.outcomes import Outcomes
from promo_stubgen.encode.unary import Case, category_variable, unary_cases
from promo_stubgen.ir.annotation import Annotation, Name, head, members
from promo_stubgen.ir.arrays import ANY_ARRAY, array, dtype_of
from promo_typing.core.dtypes import CATEGORIES, NODES, STRONG
from promo_typing.core.stub_names import dtype_class
from promo_typing.lattice.semantics import Semantics
from promo_typing.rules import FUNCTIONS

WITH_X64_OFF = [node for node in STRONG if NODES[node].bits <= 32 or node == "complex64"]
TYPE_VARIABLES = {category_variable(category): category for category in CATEGORIES}


def first(cases: Iterable[Case], node: str) -> Annotation | None:
    """The result of the first overload that accepts an array of a strong dtype."""
    for operand, returns in cases:
        for member in members(operand):
            dtype = dtype_of(member)
            for name in map(head, members(dtype)) if dtype else ():
                if name in (dtype_class(node), "np.generic"):
                    return returns
                if name == "_AnyDtype" or NODES[node].is_a(TYPE_VARIABLES.get(name, "")):
                    return array(Name(dtype_class(node))) if returns == member else returns
    return None


@pytest.mark.parametrize("function", ["sin", "sum", "abs", "real", "sort", "sign", "isnan", "cbrt"])
def test_the_first_overload_that_takes_a_dtype_has_the_result_of_jax(function: str) -> None:
    usual = branched(FUNCTIONS[f"jax.numpy.{function}"]).rule
    cases = [*unary_cases(Outcomes(usual, Semantics()))]
    compared = 0
    for node in WITH_X64_OFF:
        returns = first(cases, node)
        operand = jax.ShapeDtypeStruct((2,), jnp.dtype(node))
        try:
            told = jax.eval_shape(getattr(jnp, function), operand).dtype.name
        except (TypeError, ValueError):
            continue  # An overload may accept more than JAX does.
        if returns == ANY_ARRAY:
            continue
        assert returns == array(Name(dtype_class(told))), node
        compared += 1
    assert compared > 10
