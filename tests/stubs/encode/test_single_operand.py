"""The cases of one operand, in the order in which overloads must have them."""

from __future__ import annotations

from promo_stubgen.encode.branches import branched
from promo_stubgen.encode.single_operand import Case, cases, rule_results
from promo_typing.core.dtypes import NODES, WEAK
from promo_typing.lattice.semantics import Semantics
from promo_typing.rules import FUNCTIONS

SEMANTICS = Semantics()


def found(function: str) -> list[Case]:
    rule = branched(FUNCTIONS[f"jax.numpy.{function}"]).rule
    return cases(rule_results(rule, SEMANTICS), "_T", SEMANTICS)


def returned(function: str) -> dict[str, tuple[str, ...]]:
    return {node: each.returns for each in found(function) for node in each.operands}


def test_one_result_for_all_needs_one_case() -> None:
    assert found("isnan") == [Case(("Any",), ("bool_",))]


def test_a_dtype_that_is_always_kept_needs_one_case() -> None:
    kept = {node: (node,) for node in NODES}
    assert cases(kept, "_T", SEMANTICS) == [Case(("_T",), ("_T",))]
    assert found("bitwise_not") == [Case(("_T",), ("_T",))]


def test_integers_become_floats_and_floats_stay() -> None:
    sin = returned("sin")
    assert sin["int32"] == sin["bool_"] == ("float32",)
    assert sin["weak_int"] == ("weak_float",)
    assert sin["_T"] == ("_T",)
    assert "float16" not in sin


def test_weak_dtypes_come_before_those_from_which_they_inherit() -> None:
    order = [*returned("sum")]
    assert order.index("weak_int") < order.index("int8")
    assert returned("sum")["weak_float"] == ("float32",)


def test_a_weak_dtype_that_is_kept_comes_before_its_strong_one_that_is_not() -> None:
    results = {"weak_float": ("weak_float",), "float32": ("bfloat16",), "bfloat16": ("bfloat16",)}
    order = [each.operands for each in cases(results, "_T", SEMANTICS)]
    assert order.index(("weak_float",)) < order.index(("float32",))


def test_unknown_arrays_come_first_and_abstract_ones_before_the_variable() -> None:
    first, *_, abstract, variable = found("abs")
    assert first == Case(("_Bottom",), ("Any",))
    assert abstract == Case(("_Abstract",), ("Any",))
    assert variable == Case(("_T",), ("_T",))


def test_several_results_are_kept_together() -> None:
    assert returned("frexp")["weak_int"] == ("float32", "int32")
    assert returned("frexp")["_Bottom"] == ("Any", "Any")


def test_what_jax_refuses_has_no_case() -> None:
    taken = {node: ("bool",) if "int" in node else None for node in NODES}
    assert cases(taken, "_T", SEMANTICS) == [Case(("Any",), ("bool_",))]
    changed = dict.fromkeys(("int8", "int16"), ("float32",)) | {"float32": ("float32",)}
    known = [each.operands for each in cases(changed, "_T", SEMANTICS)]
    assert ("int8", "int16") not in known  # All operands have the same result.
    assert not any(weak in operands for operands in known for weak in WEAK)
