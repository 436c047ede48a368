"""Signatures as sets of calls."""

from __future__ import annotations

import pytest

from promo_stubgen.ir.annotation import Annotation
from promo_stubgen.ir.annotation import read as read_annotation
from promo_stubgen.ir.signatures import read
from promo_stubgen.reduce.signature_sets import (
    Overload,
    either,
    overload,
    shares_calls,
    subtract,
    takes_all,
    union,
)
from promo_typing.lattice.semantics import Semantics

SEMANTICS = Semantics()


def of(parameters: str, returns: str = "Array[float32]") -> Overload:
    return overload(read(f"({parameters}) -> {returns}"), SEMANTICS)


def share(one: str, other: str) -> bool:
    first, second = of(one), of(other)
    return shares_calls(first, first.taken, second, second.taken)


def merged(one: Overload, other: Overload, untold: Annotation | None = None) -> str | None:
    found = union(one, one.taken, other, other.taken, untold, SEMANTICS)
    return None if found is None else str(found.signature)


@pytest.mark.parametrize(
    ("one", "other", "shared"),
    [
        ("x: Array[int8]", "x: Array[int8 | int16]", True),
        ("x: int", "x: Array[int8]", False),
        ("x: None", "x: int", False),
        # An array of unknown dtype is one of either.
        ("x: Array[int8]", "x: Array[int16]", True),
        ("x: int", "x: float", True),
        ("x: Array[int8], y: int", "x: Array[int8], y: str", True),
        ("x: Array[int8], y: int", "x: Array[int8], y: None", False),
        # A call may leave the parameter out.
        ("x: Array[int8], y: int = 0", "x: Array[int8], y: None = None", True),
        ("x: Array[int8]", "x: Array[int8], *, y: int", False),
        ("x: Array[int8]", "x: Array[int8], *, y: int = 0", True),
    ],
)
def test_calls_of_both(one: str, other: str, shared: bool) -> None:
    assert share(one, other) == share(other, one) == shared


@pytest.mark.parametrize(
    ("taker", "other", "all_of_them"),
    [
        ("x: Array", "x: Array[int8]", True),
        ("x: Array[int8]", "x: Array", False),
        ("x: Any", "x: str", True),
        ("x: Array, y: int = 0", "x: Array[int8], y: int", True),
        ("x: Array, y: int", "x: Array[int8], y: int = 0", False),
        ("y: Array", "x: Array", False),
        ("x: Array, /", "x: Array[int8]", False),
        # All operands must have the same dtype, which a single parameter cannot express.
        ("x: Array[_AlikeNumber]", "x: Array[int8]", False),
    ],
)
def test_all_calls_of_another(taker: str, other: str, all_of_them: bool) -> None:
    assert takes_all(of(taker), of(other), of(other).taken) == all_of_them


def test_calls_of_an_earlier_signature_do_not_reach_a_later_one() -> None:
    later, earlier = of("x: Array[int8 | int16], y: int"), of("x: Array[int8], y: float")
    reaching = later.taken
    subtract(reaching, later, earlier)
    assert reaching == of("x: Array[int16], y: int").taken | {
        "x": later.taken["x"] - earlier.taken["x"]  # type: ignore[operator]
    }
    assert reaching["x"] != later.taken["x"]


def test_nothing_is_taken_away_if_two_parameters_differ() -> None:
    later, earlier = of("x: Array[int8 | int16], y: float"), of("x: Array[int8], y: int")
    reaching = later.taken
    subtract(reaching, later, earlier)
    assert reaching == later.taken


def test_what_either_takes_is_unknown_if_one_is() -> None:
    one, other = of("x: int, y: int").taken, of("x: str, y: float").taken
    assert either(one, other) == {"x": None, "y": other["y"]}


def test_one_signature_for_two_that_differ_in_one_parameter() -> None:
    one, other = of("x: Array[int8], y: int"), of("x: Array[int16], y: int")
    assert merged(one, other) == "(x: Array[int8] | Array[int16], y: int) -> Array[float32]"
    assert merged(one, of("x: Array[int16], y: float")) is None
    assert merged(one, of("x: Array[int16], y: int", "Array[int8]")) is None


def test_a_signature_that_takes_the_calls_of_the_other_is_the_one() -> None:
    one, other = of("x: Array[int8]"), of("x: Array")
    assert merged(one, other) == merged(other, one) == "(x: Array) -> Array[float32]"


def test_arrays_and_numbers_stay_apart_unless_nothing_is_told_of_the_result() -> None:
    """``Array | float`` fits a union of both, and its dtype is not known."""
    one, other = of("x: Array[int8]"), of("x: int")
    assert merged(one, other) is None
    assert merged(one, other, read_annotation("Array[float32]")) is not None
    assert merged(one, other, read_annotation("Array")) is None


def test_results_with_a_variable_stay_apart() -> None:
    one, other = (of(f"x: Array[{each}]", "Array[_Inexact]") for each in ("int8", "int16"))
    assert merged(one, other) is None
