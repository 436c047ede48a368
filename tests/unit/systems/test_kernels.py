"""Kernels: the dtypes in which functions compute, by family of functions and by library."""

from __future__ import annotations

from typing import Any

import pytest

from promo_typing.systems import (
    Family,
    Function,
    JaxSettings,
    Kernel,
    Operand,
    Undefined,
    system,
    system_of_edges,
)
from promo_typing.systems.jax import Jax, Lax
from promo_typing.systems.registry import SYSTEMS

I8, U8, I64, F32 = (Operand(name) for name in ("int8", "uint8", "int64", "float32"))
THREE, HALF = Operand("int", python=True, value=3), Operand("float", python=True, value=0.5)

BY_FAMILY: list[tuple[Family, tuple[Operand, ...], Kernel]] = [
    ("keep", (I8, F32), Kernel(("int8", "float32"))),
    ("join", (I8, U8), Kernel(("int16", "int16"), ("int16",))),
    ("join", (I8, U8, F32), Kernel(("float32",) * 3, ("float32",))),
    ("arithmetic", (I8, HALF), Kernel(("float32", "float32"), ("float32",))),
    ("compare", (I8, U8), Kernel(("int16", "int16"), ("bool",))),
    ("float", (I8, U8), Kernel(("float32", "float32"), ("float32",))),
    ("dot", (I8, I8), Kernel(("int8", "int8"), ("int8",))),
    ("dot", (I8, I8, I8), Kernel(("int8",) * 3, ("int8",))),
    ("sum", (I8,), Kernel(("int64",), ("int64",))),
]


@pytest.mark.parametrize(("family", "operands", "expected"), BY_FAMILY)
def test_the_family_decides(family: Family, operands: Any, expected: Kernel) -> None:
    known = Function("anything", family, result_is_known=family != "keep")
    assert system("torch").kernel(known, operands) == expected
    open_ = system("torch").kernel(Function("anything", family), operands)
    assert open_ == Kernel(expected.operands)


OWN: dict[str, tuple[str, Function, tuple[Operand, ...], Any]] = {
    "a mean of integers": ("torch", Function("mean", "float"), (I8,), "takes floats only"),
    "truths of uint8": ("torch", Function("any", "keep"), (U8,), Kernel(("uint8",), ("uint8",))),
    "a square of bools": (
        "torch",
        Function("square", "keep"),
        (Operand("bool"),),
        Kernel(("int64",)),
    ),
    "unequal products": ("torch", Function("einsum", "dot"), (I8, I8, U8), "takes equal dtypes"),
    "halves and a complex": (
        "torch",
        Function("equal", "compare"),
        (Operand("float16"), Operand("complex", python=True)),
        Kernel(("complex64", "complex64"), ("bool",)),
    ),
    "a ufunc": ("numpy", Function("exp", "float"), (I8,), Kernel(("float16",), ("float16",))),
    "a ufunc and a number": (
        "numpy",
        Function("add", "arithmetic"),
        (F32, THREE),
        Kernel(("float32", "float32"), ("float32",)),
    ),
    "a ufunc of NumPy 1": (
        "numpy-1",
        Function("add", "arithmetic"),
        (I8, THREE),
        Kernel(("int8", "int8"), ("int8",)),
    ),
    "a ufunc without a kernel": (
        "numpy",
        Function("bitwise_and", "join"),
        (F32, F32),
        "numpy.bitwise_and has no loop for float32",
    ),
    "no ufunc": ("numpy", Function("mean", "float"), (I8,), Kernel(("float64",))),
    "a sum of bools": ("array-api", Function("sum", "sum"), (Operand("bool"),), "not for bool"),
    "a root of integers": ("array-api", Function("hypot", "float"), (I64, I64), "not for int64"),
}


@pytest.mark.parametrize("case", OWN)
def test_a_library_decides(case: str) -> None:
    name, function, operands, expected = OWN[case]
    found = system(name).kernel(function, operands)
    if isinstance(expected, Kernel):
        assert found == expected
    else:
        assert isinstance(found, Undefined)
        assert expected in found.reason


def test_a_weak_node_has_weak_results() -> None:
    weak = system_of_edges("weak", {"int8": ["float32*"], "float32*": []})
    found = weak.kernel(Function("where", "join"), (I8, Operand("float32", weak=True)))
    assert found == Kernel(("float32*", "float32*"), (), weak=True)


def test_jax_promotes_under_its_own_systems() -> None:
    assert {name: found.jax_settings for name, found in SYSTEMS.items() if _is_native(name)} == {
        "jax": JaxSettings(),
        "jax-x64": JaxSettings(x64=True),
        "jax-strict": JaxSettings(promotion="strict"),
        "jax-strict-x64": JaxSettings(x64=True, promotion="strict"),
    }
    for name in filter(_is_native, SYSTEMS):
        found = SYSTEMS[name]
        assert isinstance(found, Jax)
        assert not isinstance(found, Lax)
        assert found.jax_settings is not None
        assert found.semantics.x64 is bool(found.jax_settings.x64)


def _is_native(name: str) -> bool:
    return SYSTEMS[name].jax_settings is not None
