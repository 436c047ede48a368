"""The sets of operands that annotations accept, compared with the lattice and type checkers."""

from __future__ import annotations

import pytest

from promo_stubgen.ir.annotation import members, read
from promo_stubgen.reduce.operand_aliases import aliases, shortened
from promo_stubgen.reduce.operand_sets import Operands, operands, united
from promo_typing.core.dtypes import NODES, WEAK
from promo_typing.core.stub_names import dtype_class, marker_class
from promo_typing.lattice.semantics import Semantics

SEMANTICS = Semantics()


def taken(text: str) -> Operands:
    found = operands(read(text), SEMANTICS)
    assert found is not None, text
    return found


@pytest.mark.parametrize("node", NODES)
def test_a_marker_takes_the_arrays_that_the_lattice_puts_below_its_node(node: str) -> None:
    marker = taken(f"Array[{marker_class(node)}]")
    for other in NODES:
        own = taken(f"Array[{dtype_class(other)}]")
        weak_ones = [w for w in WEAK if SEMANTICS.strong(w) == other and w != other]
        below = all(SEMANTICS.lattice.is_below(each, node) for each in (other, *weak_ones))
        assert (own <= marker) == below, (other, node)


@pytest.mark.parametrize(
    ("less", "more"),
    [
        ("bool", "int"),
        ("int", "float"),
        ("float", "complex"),
        ("np.float64", "float"),
        ("np.complex128", "complex"),
        ("Array[weak_int]", "Array[int32]"),
        ("Array[float16]", "Array[float16 | float32]"),
        ("Array[float16]", "Array"),
        ("Array", "ArrayLike"),
        ("np.int8", "np.signedinteger[Any]"),
        ("Literal[True]", "Literal[True, 'a']"),
        ("Array[float32]", "Array[float32] | None"),
    ],
)
def test_one_is_included_in_another(less: str, more: str) -> None:
    """A type checker goes by the class hierarchy of the stubs and by the numeric tower."""
    assert taken(less) < taken(more)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Array[int8]", "np.int8"),
        ("int", "np.int32"),
        ("np.int8", "np.ndarray[Any, np.dtype[np.int8]]"),
        ("Literal[1]", "Literal[True]"),
        ("None", "float"),
    ],
)
def test_what_has_nothing_in_common(one: str, other: str) -> None:
    assert taken(one).isdisjoint(taken(other))


def test_an_array_of_unknown_dtype_fits_every_array() -> None:
    assert taken("Array[int8]") & taken("Array[float32]")


@pytest.mark.parametrize("text", ["Sequence[Array]", "str", "np.ndarray[Any, np.dtype[Any]]", "_T"])
def test_of_other_annotations_nothing_is_said(text: str) -> None:
    assert operands(read(text), SEMANTICS) is None
    assert operands(read(f"Array[int8] | {text}"), SEMANTICS) is None


@pytest.mark.parametrize(
    ("annotations", "expected"),
    [
        (("Array[int8]", "Array[_Upto_int16]"), "Array[_Upto_int16]"),
        (("Array[float32] | None", "float"), "Array[float32] | float | None"),
        (("int", "complex", "float"), "complex"),
        (("str", "Array[int8]"), "str | Array[int8]"),
        (("Array[np.generic]", "Array[weak_float]"), "Array[np.generic]"),
    ],
)
def test_a_union_leaves_out_what_another_member_includes(
    annotations: tuple[str, ...], expected: str
) -> None:
    assert united(map(read, annotations), SEMANTICS) == read(expected)


def test_a_union_takes_what_its_parts_take() -> None:
    parts = ("Array[int8]", "Array[_Upto_float16]", "bool", "np.float64", "None")
    whole = operands(united(map(read, parts), SEMANTICS), SEMANTICS)
    assert whole == frozenset().union(*map(taken, parts))


def test_an_alias_stands_for_its_members_and_nothing_else() -> None:
    for name, meaning in aliases(SEMANTICS).items():
        if operands(meaning, SEMANTICS) is not None:
            assert shortened(meaning, SEMANTICS) == read(name)
            assert taken(name) == operands(meaning, SEMANTICS)


def test_members_beside_an_alias_are_kept() -> None:
    (name, meaning), *_ = aliases(SEMANTICS).items()
    longer = read(" | ".join([*map(str, members(meaning)), "str", "None"]))
    assert shortened(longer, SEMANTICS) == read(f"{name} | str | None")
