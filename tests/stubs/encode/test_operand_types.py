"""The types of operands that promote to a dtype: JAX's, NumPy's and Python's."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from promo_stubgen.encode.numpy_types import NUMPY_NODES
from promo_stubgen.encode.operand_types import (
    numpy_below,
    numpy_operand,
    operand_upto,
    python_scalar,
    result_class,
    result_of,
)
from promo_typing.lattice.semantics import Semantics

LATTICE = Semantics().lattice


@pytest.mark.parametrize(
    ("node", "form", "text"),
    [
        ("float32", {"numpy": False}, "Array[_Upto_float32] | float"),
        ("float32", {"numpy": True}, "Array[_Upto_float32] | float | _NumPyUpto_float32"),
        ("int8", {"numpy": False, "number": True}, "Array[_NumberUpto_int8] | int"),
        ("bool", {"numpy": False}, "Array[_Upto_bool] | builtins.bool"),
        ("weak_complex", {"numpy": False}, "Array[_Upto_weak_complex] | complex"),
    ],
)
def test_operand(node: str, form: dict[str, bool], text: str) -> None:
    assert str(operand_upto(node, LATTICE, **form)) == text


@pytest.mark.parametrize("node", ["int8", "int32", "float16", "float32", "complex64"])
def test_arrays_of_numpy_that_jax_promotes_to_a_dtype(node: str) -> None:
    """JAX first converts NumPy arrays to its own, truncating 64 bits to 32."""
    of_jax = jax.ShapeDtypeStruct((2,), jnp.dtype(node))
    promoted = []
    for name in NUMPY_NODES:
        joined = jax.eval_shape(jnp.add, of_jax, np.ones(2, name)).dtype.name
        promoted += [name] * (joined == node)
    assert numpy_below(node, Semantics()) == promoted


def test_arrays_and_scalars_of_numpy() -> None:
    text = "np.ndarray[Any, np.dtype[np.int8 | np.bool_]] | np.int8 | np.bool_"
    assert str(numpy_operand(["int8", "bool"])) == text


def test_a_bool_of_python_is_not_the_dtype() -> None:
    assert [str(python_scalar(each)) for each in ("bool", "int")] == ["builtins.bool", "int"]


def test_results_are_one_array_or_a_tuple() -> None:
    assert str(result_of(["float32"])) == "Array[float32]"
    assert str(result_of(["bool", "Any"])) == "tuple[Array[bool_], Array]"
    assert result_class("Any") == "Any"
