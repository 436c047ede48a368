"""Signatures for arguments whose literal values select a case of a rule."""

from __future__ import annotations

from promo_stubgen.encode.branches import branched
from promo_stubgen.encode.outcomes import outcomes_of
from promo_stubgen.encode.variants import split
from promo_stubgen.ir.signatures import read
from promo_typing.lattice.semantics import Semantics
from promo_typing.rules import FUNCTIONS

SEMANTICS = Semantics()


def parts(function: str, signature: str) -> list[tuple[str, str]]:
    """The signatures, with their results for an int8."""
    branch = branched(FUNCTIONS[f"jax.numpy.{function}"])
    return [
        (str(each), str(outcomes_of(part.rule, SEMANTICS).returns("int8")))
        for each, part in split(read(signature), branch, SEMANTICS)
    ]


def test_a_flag_has_a_signature_for_each_of_its_values() -> None:
    """Without the promotion of integers a sum of int8 stays int8."""
    assert parts("sum", "(a: ArrayLike, promote_integers: bool = True) -> Array") == [
        ("(a: ArrayLike, promote_integers: Literal[False]) -> Array", "Array[int8]"),
        ("(a: ArrayLike, promote_integers: Literal[True] = True) -> Array", "Array[int32]"),
    ]


def test_behind_few_parameters_it_may_be_given_by_position() -> None:
    found = parts("sum", "(a: ArrayLike, axis: int = 0, promote_integers: bool = True) -> Array")
    assert found[:2] == [
        (
            "(a: ArrayLike, axis: int = 0, *, promote_integers: Literal[False]) -> Array",
            "Array[int8]",
        ),
        ("(a: ArrayLike, axis: int, promote_integers: Literal[False]) -> Array", "Array[int8]"),
    ]


def test_behind_many_parameters_it_is_looked_for_by_its_name() -> None:
    (chosen, _), (usual, _) = parts(
        "sum",
        "(a: ArrayLike, axis: int = 0, dtype: None = None, out: None = None,"
        " promote_integers: bool = True) -> Array",
    )
    assert "*, promote_integers: Literal[False])" in chosen
    assert "*" not in usual


def test_a_rule_without_variants_has_the_signature_as_it_is() -> None:
    signature = "(x: ArrayLike) -> Array"
    assert [each for each, _ in parts("sin", signature)] == [signature]


def test_the_branches_that_come_out_ask_for_no_more_arguments() -> None:
    branch = branched(FUNCTIONS["jax.numpy.sum"])
    assert branch.variants
    signature = read("(a: ArrayLike, promote_integers: bool = True) -> Array")
    assert all(not part.variants for _, part in split(signature, branch, SEMANTICS))
