"""Two operands that are not promoted: each result has the dtype of its own operand."""

from __future__ import annotations

from promo_stubgen.encode.branches import branched
from promo_stubgen.encode.independent import independent_cases
from promo_stubgen.encode.outcomes import Outcomes
from promo_typing.lattice.semantics import Semantics
from promo_typing.rules.model import ArrayOf, Case, Of, One, Rule, TupleOf

SWAPPED = Rule((One("x"), One("y")), (Case(TupleOf(ArrayOf(Of("x")), ArrayOf(Of("y")))),))
FOUND = [
    (tuple(map(str, each.operands)), str(each.returns))
    for each in independent_cases(Outcomes(branched(SWAPPED).rule, Semantics(), 2))
]


def test_two_arrays_have_a_type_variable_each() -> None:
    operands, returns = FOUND[0]
    assert operands == ("Array[_AnyDtype]", "Array[_AnotherDtype]")
    assert returns == "tuple[Array[_AnyDtype], Array[_AnotherDtype]]"


def test_of_an_array_and_a_number_the_array_is_known() -> None:
    operands, returns = FOUND[1]
    assert operands == ("Array[_AnyDtype]", "_NumPyUnknown | complex")
    assert returns == "tuple[Array[_AnyDtype], Array]"


def test_no_two_overloads_take_the_same_first_operand_and_the_last_takes_the_rest() -> None:
    assert FOUND[2:] == [(("_NumPyUnknown | complex", "ArrayLike"), "tuple[Array, Array]")]
