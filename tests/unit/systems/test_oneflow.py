"""OneFlow beyond its table: Python scalars, tensors without dimensions, and its own functions.

The expected results come from OneFlow's source, from the C++ class that each test names.
"""

from __future__ import annotations

from typing import Any

import pytest

from promo_typing.systems import Function, Kernel, Operand, Promoted, Undefined, system

ONEFLOW = system("oneflow")
I8, I16, F16, F32 = (Operand(name) for name in ("int8", "int16", "float16", "float32"))
FLAT_F64 = Operand("float64", zero_dimensional=True)
FLAT_C64 = Operand("complex64", zero_dimensional=True)


@pytest.mark.parametrize(
    ("operands", "dtype"),
    [
        (("int8", 1), "int8"),
        (("uint8", 300), "uint8"),
        (("bool", 1), "int64"),
        (("int64", 1.5), "float32"),
        (("bool", 1.5), "float32"),
        (("float16", 1.5), "float16"),
        (("bfloat16", 2), "bfloat16"),
        (("complex64", 1.5), "complex64"),
        ((1, 2.5), "float32"),
        ((True,), "bool"),
    ],
)
def test_what_a_python_scalar_makes_of_a_tensor(operands: Any, dtype: str) -> None:
    """``ScalarMathBaseFunctor``; with only scalars, they become tensors of default dtypes."""
    assert ONEFLOW.result_type(*operands) == Promoted(dtype)


@pytest.mark.parametrize("scalar", [True, 1j])
def test_a_scalar_that_arithmetic_does_not_take(scalar: object) -> None:
    """``ScalarMathBaseFunctor`` again: it requires a float or an int."""
    refused = ONEFLOW.result_type("float32", scalar)
    assert isinstance(refused, Undefined)
    assert type(scalar).__name__ in refused.reason


def test_a_comparison_takes_a_bool() -> None:
    """``ScalarLogicalBaseFunctor``."""
    assert ONEFLOW.operation("comparison", "int8", True) == Promoted("bool")


@pytest.mark.parametrize(
    ("operands", "dtype"),
    [
        ((I8, FLAT_F64), "int8"),
        ((FLAT_F64, I8), "int8"),
        ((I8, FLAT_C64), "complex64"),
        ((FLAT_F64, FLAT_F64), "float64"),
        ((I8, FLAT_F64, F16), "float16"),
    ],
)
def test_a_tensor_without_dimensions_does_not_count(operands: Any, dtype: str) -> None:
    """``ComputeCommonDType``."""
    assert ONEFLOW.result_type(*operands) == Promoted(dtype)


def test_there_is_no_integer_above_uint64_and_int64() -> None:
    refused = ONEFLOW.result_type("uint64", "int8")
    assert isinstance(refused, Undefined)
    assert "int128" in refused.reason


@pytest.mark.parametrize(
    ("left", "right", "dtype"),
    [("int8", "float64", "int8"), ("float16", "float32", "float16"), ("int8", "int8", "int8")],
)
def test_a_tensor_is_added_in_place_whatever_its_dtype(left: str, right: str, dtype: str) -> None:
    """``AddFunctor``, which promotes to the dtype of the changed tensor."""
    assert ONEFLOW.operation("in_place", left, right) == Promoted(dtype)


def test_a_float_is_not_added_in_place_to_integers() -> None:
    """``CheckInplaceCastValid``."""
    assert isinstance(ONEFLOW.operation("in_place", "int8", 1.5), Undefined)
    assert ONEFLOW.operation("in_place", "int8", 1) == Promoted("int8")


FUNCTIONS: dict[str, tuple[Function, tuple[Operand, ...], Any]] = {
    "a sum of bytes": (Function("sum", "sum"), (I8,), Kernel(("int64",))),
    "a product of bytes": (Function("prod", "sum"), (I8,), Kernel(("int8",), ("int8",))),
    "a mean of bytes": (Function("mean", "float"), (I8,), "mean takes floats only, not int8"),
    "a quotient": (Function("divide", "float"), (I8, I16), Kernel(("float32", "float32"))),
    "a power of tensors": (
        Function("power", "arithmetic"),
        (I8, I16),
        Kernel(("float32", "float32"), ("float32",)),
    ),
    "a power by a number": (
        Function("power", "arithmetic"),
        (I8, Operand("int", python=True)),
        Kernel(("int8", "int8")),
    ),
    "a choice": (Function("where", "join"), (I8, F32), "where takes equal dtypes"),
    "products of unequal dtypes": (Function("matmul", "dot"), (I8, F32), "takes equal dtypes"),
}


@pytest.mark.parametrize("case", FUNCTIONS)
def test_what_its_functions_compute_in(case: str) -> None:
    """``ReduceSumFunctor``, ``ReduceProdFunctor``, ``BinaryFloatFunctor`` and ``InferDataType``."""
    function, operands, expected = FUNCTIONS[case]
    found = ONEFLOW.kernel(function, operands)
    if isinstance(expected, str):
        assert isinstance(found, Undefined)
        assert expected in found.reason
    else:
        assert found == expected
