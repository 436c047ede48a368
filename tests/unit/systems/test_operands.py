"""Operands of all kinds, and values that are no operands."""

from __future__ import annotations

import jax.numpy as jnp
import numpy as np
import pytest

from promo_typing.systems import (
    OPERATION_CLASSES,
    SYSTEMS,
    Operand,
    OperandError,
    Promoted,
    Undefined,
    UnknownSystemError,
    operand_of,
    system,
)


@pytest.mark.parametrize(
    ("item", "expected"),
    [
        ("int8", Operand("int8")),
        ("bool_", Operand("bool")),
        ("i*", Operand("int", python=True)),
        ("b*", Operand("bool", python=True)),
        ("weak_float", Operand("float", python=True)),
        ("complex", Operand("complex", python=True)),
        ("weak_float32", Operand("float32", weak=True)),
        ("int32*", Operand("int32", weak=True)),
        (int, Operand("int", python=True)),
        (bool, Operand("bool", python=True)),
        (True, Operand("bool", python=True, value=True)),
        (3, Operand("int", python=True, value=3)),
        (1.5, Operand("float", python=True, value=1.5)),
        (2j, Operand("complex", python=True, value=2j)),
        (np.int8, Operand("int8")),
        (np.dtype("float32"), Operand("float32")),
        (np.bool_, Operand("bool")),
        (jnp.bfloat16, Operand("bfloat16")),
        (jnp.dtype("float8_e4m3fn"), Operand("float8_e4m3fn")),
        (np.zeros(2, "uint16"), Operand("uint16")),
        (np.float64(2.0), Operand("float64", zero_dimensional=True, value=2.0)),
        (np.array(7, "int16"), Operand("int16", zero_dimensional=True, value=7)),
        (Operand("int4"), Operand("int4")),
    ],
)
def test_operands(item: object, expected: Operand) -> None:
    assert operand_of(item) == expected


def test_arrays_of_jax() -> None:
    assert operand_of(jnp.ones(2, "int8")) == Operand("int8")
    weak = operand_of(jnp.asarray(1.0))
    assert (weak.dtype, weak.weak, weak.zero_dimensional) == ("float32", True, True)


@pytest.mark.parametrize(
    ("item", "message"),
    [
        ("flaot32", "'flaot32' is no dtype of any promotion system; did you mean float32"),
        ("", "'' is no dtype of any promotion system; expected a name such as float32"),
        (None, "None is no operand; expected the name of a dtype"),
        ([1, 2], "is no operand; expected"),
        (np.dtype("U5"), "'str160' is no dtype"),
        (np.array(["a"]), "'str32' is no dtype"),
        (np.dtype([("a", "i4")]), "'void32' is no dtype"),
        (str, "'str' is no dtype"),
    ],
)
def test_what_is_no_operand(item: object, message: str) -> None:
    with pytest.raises(OperandError) as error:
        system("jax").result_type("int8", item)
    assert message in str(error.value)


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_system_refuses_what_it_cannot_answer(name: str) -> None:
    promotions = system(name)
    with pytest.raises(OperandError, match="nothing to promote"):
        promotions.result_type()
    with pytest.raises(OperandError, match="expected one of arithmetic, comparison"):
        promotions.operation("product", "int8", "int8")  # type: ignore[arg-type]
    with pytest.raises(OperandError, match="sum takes 1 operand"):
        promotions.operation("sum", "int8", "int8")
    with pytest.raises(OperandError, match="write the class as in_place"):
        promotions.operation("arithmetic", "int8", "int8", out="int8")
    with pytest.raises(OperandError, match="no node is not a node of the system"):
        promotions.cell("no node", "int8")


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_operation_has_an_answer(name: str) -> None:
    promotions = system(name)
    for left in promotions.nodes:
        for kind in OPERATION_CLASSES:
            others = () if kind == "sum" else (promotions.nodes[0],)
            answer = promotions.operation(kind, left, *others)
            assert answer.reason if isinstance(answer, Undefined) else answer.dtype


def test_dtypes_that_a_system_lacks() -> None:
    assert system("numpy").result_type("bfloat16") == Undefined("numpy has no bfloat16")
    assert system("jax").result_type("complex32", "int8") == Undefined("jax has no complex32")
    assert system("torch").result_type("float8_e3m4", 1) == Undefined("torch has no float8_e3m4")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("nunpy", "no promotion system 'nunpy'; did you mean numpy?"),
        ("jep9407-option-4", "did you mean jep9407-option-"),
        ("?", "there are jax, jax-x64, jax-strict"),
    ],
)
def test_unknown_systems(name: str, message: str) -> None:
    with pytest.raises(UnknownSystemError) as error:
        system(name)
    assert message in str(error.value)


def test_answers_are_kept_for_dtypes_and_not_for_values() -> None:
    numpy = system("numpy")
    assert numpy.result_type("int8", "uint8") is numpy.result_type("int8", "uint8")
    assert numpy.result_type("int8", 1) == Promoted("int8")
    assert isinstance(numpy.result_type("int8", 1000), Undefined)
    assert numpy.result_type("int8", True) == numpy.result_type("int8", 1.0 > 0)
    assert numpy.result_type("int8", 1.0) == Promoted("float64")
