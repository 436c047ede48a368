"""Pytrees of arrays as types."""

from __future__ import annotations

from mypy.types import NoneType, ProperType, Type, UnionType, get_proper_type

from promo_mypy.types.pytrees import (
    Change,
    known_result,
    leaves,
    merged,
    pairs,
    traced,
    with_leaves,
    with_pairs,
)

from .classes import ANY, Program


def test_a_traced_function_gets_arrays_for_python_scalars(program: Program) -> None:
    tree = program.tuple(
        program.instance("builtins.float"),
        program.instance("builtins.list", program.instance("builtins.int")),
        program.instance("builtins.bool"),
        program.array("int8"),
        NoneType(),
    )
    expected = program.tuple(
        program.array("weak_float"),
        program.instance("builtins.list", program.array("weak_int")),
        program.array("bool"),
        program.array("int8"),
        NoneType(),
    )
    assert traced(program.converter(), tree) == expected


def test_an_object_is_unknown_when_traced(program: Program) -> None:
    assert traced(program.converter(), program.instance("builtins.object")) == ANY
    assert known_result(program.converter(), program.instance("builtins.object")) == ANY


def test_a_class_stays_what_it_is(program: Program) -> None:
    program.define("main.State")
    state = program.instance("main.State")
    assert traced(program.converter(), state) == state


def test_leaves_are_what_stands_in_containers(program: Program) -> None:
    one, other = program.array("int8"), program.array("bfloat16")
    values = program.instance("builtins.dict", program.instance("builtins.object"), other)
    tree = program.tuple(one, program.tuple(values), NoneType(), ANY)
    assert list(leaves(tree)) == [one, other, ANY]


def test_leaves_of_a_union_are_changed_in_each_member(program: Program) -> None:
    one, other = program.array("int8"), program.array("bfloat16")
    tree = UnionType([one, program.tuple(one, one)])
    changed = with_leaves(tree, lambda leaf: other)
    assert changed == UnionType([other, program.tuple(other, other)])


def test_pairs_have_the_place_in_the_tree(program: Program) -> None:
    one, other = program.array("int8"), program.array("bfloat16")
    left = program.tuple(one, program.tuple(one, program.instance("builtins.list", one)))
    right = program.tuple(other, program.tuple(one, program.instance("builtins.list", other)))
    assert list(pairs(left, right)) == [
        ((0,), one, other),
        ((1, 0), one, one),
        ((1, 1, None), one, other),
    ]
    assert list(pairs(one, other)) == [((), one, other)]


def test_a_change_shows_its_place_as_a_program_writes_it() -> None:
    assert Change((1, "w", None), "int8", "bfloat16").path == "[1]['w'][...]"
    assert Change((), "int8", "bfloat16").path == ""


def test_pairs_leave_out_what_is_not_alike(program: Program) -> None:
    one = program.array("int8")
    assert list(pairs(program.tuple(one), program.tuple(one, one))) == []
    as_list = program.instance("builtins.list", one)
    as_dict = program.instance("builtins.dict", one, one)
    assert list(pairs(as_list, as_dict)) == []


def test_leaves_see_what_stands_in_their_place(program: Program) -> None:
    one, other = program.array("int8"), program.array("bfloat16")
    seen: list[tuple[ProperType, ProperType]] = []

    def change(left: ProperType, right: ProperType) -> Type:
        seen.append((left, right))
        return left

    left = program.tuple(one, program.tuple(one, one), NoneType())
    right = program.tuple(program.tuple(other, one), other, NoneType())
    assert with_pairs(left, right, change) == left
    assert seen == [(one, get_proper_type(right.items[0])), (one, ANY), (one, ANY)]


def test_what_is_unknown_of_a_result_is_filled(program: Program) -> None:
    one, other, unknown = program.array("int8"), program.array("bfloat16"), program.array(None)
    known = program.tuple(one, one, program.instance("builtins.list", one), one)
    result = program.tuple(unknown, ANY, program.instance("builtins.list", unknown), other)
    filled = program.tuple(one, one, program.instance("builtins.list", one), other)
    assert merged(known, result) == filled


def test_a_result_that_is_unknown_altogether_is_what_is_known(program: Program) -> None:
    known = program.tuple(program.array("int8"), program.array(None))
    assert merged(known, ANY) == known
    assert merged(program.array(None), ANY) == ANY


def test_nothing_is_filled_from_another_structure(program: Program) -> None:
    unknown = program.array(None)
    known = program.tuple(program.array("int8"), program.array("int8"))
    assert merged(known, unknown) == unknown
    assert merged(known, program.tuple(unknown)) == program.tuple(unknown)


def test_a_tuple_of_any_length_fills_one_of_known_length(program: Program) -> None:
    known, unknown = program.array("int8"), program.array(None)
    variadic = program.instance("builtins.tuple", known)
    assert merged(variadic, program.tuple(unknown, unknown)) == program.tuple(known, known)


def test_a_tuple_of_another_length_and_a_list_fill_nothing(program: Program) -> None:
    known, unknown = program.array("int8"), program.array(None)
    pair = program.tuple(unknown, unknown)
    assert merged(program.tuple(known), pair) == pair
    assert merged(program.instance("builtins.list", known), pair) == pair
