"""Any number of operands with one annotation: the dtype is kept if all operands have it."""

from __future__ import annotations

from promo_stubgen.encode.branches import branched
from promo_stubgen.encode.further_arguments import further_cases
from promo_stubgen.encode.outcomes import outcomes_of
from promo_typing.core.dtypes import NODES, WEAK
from promo_typing.core.stub_names import marker_class
from promo_typing.lattice.semantics import Semantics
from promo_typing.rules import FUNCTIONS

OUTCOMES = outcomes_of(branched(FUNCTIONS["jax.numpy.broadcast_arrays"]).rule, Semantics())
FOUND = {str(each.operands[0]): str(each.returns) for each in further_cases(OUTCOMES)}
ORDER = [*FOUND]


def test_one_dtype_is_kept_weak_or_not() -> None:
    kept = str(OUTCOMES.kept(next(iter(further_cases(OUTCOMES))).operands[0]))
    assert "Array[_AlikeGeneric]" in FOUND["Array[_AlikeGeneric]"]
    assert "Array[weak_float]" in FOUND["Array[weak_float]"]
    assert kept != str(OUTCOMES.unknown)


def test_weak_dtypes_come_before_those_from_which_they_inherit() -> None:
    for weak in WEAK:
        assert ORDER.index(f"Array[{weak}]") < ORDER.index("Array[_AlikeGeneric]")


def test_nothing_is_said_of_arrays_of_several_dtypes() -> None:
    (several,) = (each for each in ORDER if marker_class("int4") in each)
    assert FOUND[several] == str(OUTCOMES.unknown)
    assert ORDER.index("Array[_AlikeGeneric]") < ORDER.index(several)
    maximal = {node for node, above in Semantics().lattice.edges.items() if not above}
    assert {node for node in NODES if f"{marker_class(node)} " in f"{several} "} <= maximal


def test_all_else_is_taken_and_unknown() -> None:
    assert ORDER[-1] == "ArrayLike"
    assert FOUND["ArrayLike"] == str(OUTCOMES.unknown)
