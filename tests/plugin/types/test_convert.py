"""Conversions of mypy's types to dtypes and back."""

from __future__ import annotations

import pytest
from mypy.types import LiteralType, NoneType, Type, UnionType

from promo_mypy.types.convert import Converter, array_instance
from promo_mypy.types.symbols import Symbol, node_symbol
from promo_typing.core.dtypes import NODES, PRNG_KEY, STRONG
from promo_typing.core.stub_names import ARRAY
from promo_typing.lattice.semantics import Semantics

from .classes import ANY, Program


def nodes(converter: Converter, value: Type) -> list[tuple[str, ...]] | None:
    operand = converter.operand(value)
    return None if operand is None else [symbol.nodes for symbol in operand]


@pytest.mark.parametrize("node", [*NODES, PRNG_KEY])
def test_an_array_of_a_dtype_there_and_back(program: Program, node: str) -> None:
    array, converter = program.array(node), program.converter()
    operand = converter.operand(array)
    assert operand == (node_symbol(node),)
    if node != PRNG_KEY:
        assert converter.array(operand) == array


@pytest.mark.parametrize("scalar", ["bool", "int", "float", "complex"])
def test_a_python_scalar_keeps_its_class(program: Program, scalar: str) -> None:
    value = program.instance(f"builtins.{scalar}")
    assert nodes(program.converter(), value) == [(scalar,)]


def test_a_literal_is_its_class(program: Program) -> None:
    literal = LiteralType(3, program.instance("builtins.int"))
    assert nodes(program.converter(), literal) == [("int",)]


def test_a_subclass_of_a_scalar_is_one(program: Program) -> None:
    program.define("enum.IntEnum", "builtins.int")
    assert nodes(program.converter(), program.instance("enum.IntEnum")) == [("int",)]


def test_a_subclass_of_an_array_is_an_array(program: Program) -> None:
    info = program.define("main.Param", ARRAY)
    info.bases = [program.array("bfloat16")]
    assert nodes(program.converter(), program.instance("main.Param")) == [("bfloat16",)]
    assert array_instance(program.instance("main.Param")) == program.array("bfloat16")


def test_a_union_is_several_dtypes_each_once(program: Program) -> None:
    arrays = [program.array(node) for node in ("int8", "float32", "int8")]
    assert nodes(program.converter(), UnionType(arrays)) == [("int8",), ("float32",)]


def test_an_unknown_member_makes_a_union_unknown(program: Program) -> None:
    assert nodes(program.converter(), UnionType([program.array("int8"), ANY])) is None


@pytest.mark.parametrize("value", ["Any", "None", "object", "Array[Any]"])
def test_what_has_no_dtype_is_unknown(program: Program, value: str) -> None:
    values: dict[str, Type] = {
        "Any": ANY,
        "None": NoneType(),
        "object": program.instance("builtins.object"),
        "Array[Any]": program.array(None),
    }
    assert program.converter().operand(values[value]) is None


@pytest.mark.parametrize("x64", [False, True])
def test_an_abstract_dtype_is_any_dtype_below_it(program: Program, x64: bool) -> None:
    array = program.array(program.category("signedinteger"))
    converter = program.converter(Semantics(x64=x64))
    (symbol,) = converter.operand(array) or ()
    expected = [n for n in STRONG if NODES[n].kind == "signed" and (x64 or n != "int64")]
    assert (symbol.is_node, [*symbol.nodes]) == (False, expected)
    assert converter.array([symbol]) == array


def test_a_type_variable_is_one_dtype_at_all_its_places(program: Program) -> None:
    variable = program.variable("D", -1, bound=program.category("floating"))
    converter = program.converter()
    first, second = (converter.operand(program.array(variable)) for _ in range(2))
    assert first == second
    assert first is not None
    assert first[0].variable is not None
    assert set(first[0].nodes) <= {n for n in NODES if NODES[n].is_a("floating")}
    assert converter.array(first) == program.array(variable)


def test_two_type_variables_are_two_dtypes(program: Program) -> None:
    bound = program.category("floating")
    one, other = (program.array(program.variable("D", -n, bound=bound)) for n in (1, 2))
    converter = program.converter()
    assert converter.operand(one) != converter.operand(other)


def test_several_dtypes_are_a_union(program: Program) -> None:
    typ = program.converter().array([node_symbol("int8"), node_symbol("bfloat16")])
    assert typ == UnionType([program.array("int8"), program.array("bfloat16")])


def test_unknown_is_an_array_of_any(program: Program) -> None:
    assert program.converter().array([None]) == program.array(None)


def test_no_class_no_type(program: Program) -> None:
    converter = Converter(Semantics(), lambda _: None)
    assert converter.array([node_symbol("int8")]) is None
    assert program.converter().array([Symbol("no_category", ("int8", "int16"))]) is None
    assert converter.arrays([[node_symbol("int8")]]) is None
