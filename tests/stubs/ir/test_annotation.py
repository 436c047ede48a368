"""Annotations as values: parsing, rendering and operations."""

from __future__ import annotations

import pytest

from promo_stubgen.ir.annotation import (
    ANY,
    NONE,
    Annotation,
    Either,
    Literal,
    Name,
    Subscript,
    Value,
    generics_in,
    mapped,
    members,
    names_in,
    read,
    union,
    with_none,
    without_none,
)

FORMS = [
    "int",
    "np.float32",
    "Array[float32]",
    "tuple[()]",
    "tuple[int, ...]",
    "Array[int8 | int16] | float | None",
    "Callable[[int, str], Array[float32]]",
    "Callable[..., Any]",
    "Literal[True, 'a', -1, None]",
    "np.ndarray[tuple[Any, ...], np.dtype[Any]]",
]


@pytest.mark.parametrize("text", FORMS)
def test_an_annotation_is_written_as_it_was_read(text: str) -> None:
    assert str(read(text)) == text


def test_a_union_has_no_unions_in_it() -> None:
    nested = read("int | (str | (bytes | None))")
    assert nested == Either((Name("int"), Name("str"), Name("bytes"), NONE))
    assert union(nested, ANY).__class__ is Either
    assert not any(isinstance(each, Either) for each in members(union(nested, nested)))


def test_a_union_of_one_is_that_one() -> None:
    assert union(Name("int")) == Name("int")
    assert members(Name("int")) == (Name("int"),)


@pytest.mark.parametrize("text", ["int", "int | str", "Array[int8 | int16]"])
def test_none_is_added_and_taken_away(text: str) -> None:
    assert without_none(with_none(read(text))) == read(text)
    assert without_none(read(text)) == read(text)
    assert without_none(NONE) == NONE


def test_values_are_told_apart_as_they_are_written() -> None:
    assert len({Value(each) for each in (1, 1.0, True, "1")}) == 4
    assert Literal((Value(1),)) != Literal((Value(True),))
    assert Value(False) == Value(False)
    assert str(Value(...)) == "..."


def test_every_name_is_mapped_and_no_generic_type() -> None:
    def shout(name: str) -> Annotation:
        return Name(name.upper())

    found = mapped(read("Callable[[a], list[b | c]] | Literal['d'] | e"), shout)
    assert str(found) == "Callable[[A], list[B | C]] | Literal['d'] | E"


def test_a_name_may_become_a_union() -> None:
    found = mapped(read("x | None"), lambda name: read("int | str") if name == "x" else Name(name))
    assert found == read("int | str | None")


def test_names_and_generic_types_are_found_at_every_depth() -> None:
    annotation = read("dict[str, list[_T]] | Callable[[int], Sequence[bool]]")
    assert [*names_in(annotation)] == ["str", "_T", "int", "bool"]
    assert [*generics_in(annotation)] == ["dict", "list", "Callable", "Sequence"]


def test_what_is_no_type_is_kept_as_a_name() -> None:
    assert read("f(x)") == Name("f(x)")
    assert read("Array['int']") == Subscript("Array", (Name("'int'"),))
