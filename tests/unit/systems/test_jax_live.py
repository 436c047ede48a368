"""The systems of JAX agree with the installed JAX."""

from __future__ import annotations

import itertools
import operator
import warnings
from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from promo_typing.core.dtypes import NODES, STRONG
from promo_typing.systems import OperationClass, System, Undefined, system
from tests.at_once import Operands, in_one_trace
from tests.unit.systems.golden import dtype_of

SCALARS: dict[str, Any] = {"i*": 1, "f*": 1.0, "c*": 1j, "b*": True}
SYMBOLS = {int: "i*", float: "f*", complex: "c*"}
SMALL = tuple(d for d in STRONG if NODES[d].bits >= 8)
COMMON = ("bool", "uint8", "uint32", "uint64", "int8", "int32", "int64", "bfloat16", "float16",
          "float32", "float64", "complex64", "complex128", "float8_e4m3fn")  # fmt: skip
SETTINGS = [("jax", False, "standard"), ("jax-x64", True, "standard"),
            ("jax-strict", False, "strict"), ("jax-strict-x64", True, "strict")]  # fmt: skip


def operands_of(names: tuple[str, ...], shape: tuple[int, ...] = (1,)) -> dict[str, Any]:
    """NumPy arrays, so that JAX truncates 64-bit ones with x64 off."""
    return {**{name: np.zeros(shape, jnp.dtype(name)) for name in names}, **SCALARS}


def cells_of(function: Callable[..., Any], given: Sequence[Operands]) -> list[str]:
    """The node of the result for each tuple of operands, or ``-`` for a refusal.

    Python scalars are captured in a closure: as arguments they would be traced as weak arrays.
    """

    def cell_of(*operands: Any) -> str:
        try:
            return str(function(*operands).dtype)
        except (TypeError, ValueError):
            return "-"

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return in_one_trace(cell_of, given, arrays=np.ndarray)


def promoted(*arguments: Any) -> str:
    try:
        dtype, weak = jax.dtypes.result_type(*arguments, return_weak_type_flag=True)
    except (TypeError, ValueError):
        return "-"
    kinds = {"i": "i*", "f": "f*", "c": "c*"}
    return kinds[dtype.kind] if weak else str(dtype)


@pytest.mark.parametrize(("name", "x64", "promotion"), SETTINGS)
def test_result_types(name: str, x64: bool, promotion: str) -> None:
    ours = system(name)
    with jax.enable_x64(x64), jax.numpy_dtype_promotion(promotion):
        values = operands_of(STRONG)
        assert set(values) | {"i*", "f*", "c*"} == set(ours.nodes)
        for left, right in itertools.product(values, repeat=2):
            assert (ours.cell(left, right) or "-") == promoted(values[left], values[right])


OPERATIONS: list[tuple[OperationClass, Callable[..., Any]]] = [
    ("arithmetic", jnp.add),
    ("comparison", jnp.equal),
    ("dot", jnp.dot),
    ("in_place", lambda x, y: jnp.asarray(x).at[...].add(y)),
]


@pytest.mark.parametrize(("name", "x64", "promotion"), SETTINGS)
@pytest.mark.parametrize(("kind", "function"), OPERATIONS)
def test_operations(
    kind: OperationClass, function: Callable[..., Any], name: str, x64: bool, promotion: str
) -> None:
    ours = system(name)
    with jax.enable_x64(x64), jax.numpy_dtype_promotion(promotion):
        compare(ours, kind, function, COMMON)


@pytest.mark.parametrize(("name", "x64"), [("jax-lax", False), ("jax-lax-x64", True)])
@pytest.mark.parametrize(
    ("kind", "function"), [("arithmetic", jax.lax.add), ("comparison", jax.lax.eq)]
)
def test_operations_of_lax(
    kind: OperationClass, function: Callable[..., Any], name: str, x64: bool
) -> None:
    with jax.enable_x64(x64):
        compare(system(name), kind, function, COMMON)


def compare(
    ours: System, kind: OperationClass, function: Callable[..., Any], names: tuple[str, ...]
) -> None:
    values = operands_of(names)
    pairs = [pair for pair in itertools.product(values, repeat=2) if pair[0] in names]
    if kind in ("dot", "in_place"):
        pairs = [pair for pair in pairs if pair[1] in names]
    expected = cells_of(function, [tuple(values[each] for each in pair) for pair in pairs])
    found = [dtype_of(ours.operation(kind, *pair)) for pair in pairs]
    wrong = {
        pair: both for pair, *both in zip(pairs, expected, found, strict=True) if both[0] != both[1]
    }
    assert wrong == {}


@pytest.mark.parametrize(("name", "x64", "promotion"), SETTINGS)
def test_sums(name: str, x64: bool, promotion: str) -> None:
    ours = system(name)
    with jax.enable_x64(x64), jax.numpy_dtype_promotion(promotion):
        values = operands_of(COMMON)
        expected = cells_of(jnp.sum, [(values[dtype],) for dtype in COMMON])
    assert [dtype_of(ours.operation("sum", dtype)) for dtype in COMMON] == expected


def test_arrays_of_jax_are_operands() -> None:
    weak, strong = jnp.asarray(1.0), jnp.ones(2, "int8")
    assert system("jax").result_type(weak, strong) == system("jax").result_type("f*", "int8")
    assert operator.add(weak, strong).dtype == dtype_of(system("jax").result_type(weak, strong))
    traced = jax.make_jaxpr(lambda x: x * system("jax").result_type(x, "int8").weak)  # type: ignore[union-attr]
    assert traced(weak).out_avals[0].dtype == "float32"
    assert isinstance(system("jax").result_type("int4", "int8"), Undefined)
