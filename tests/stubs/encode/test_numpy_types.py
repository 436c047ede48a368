"""The scalar types of NumPy, by its own classes."""

from __future__ import annotations

import numpy as np
import pytest

from promo_stubgen.encode.numpy_types import (
    FAMILIES,
    NUMPY_NODES,
    is_in_numpy,
    names_of,
    scalar_type,
    scalar_types,
)
from promo_stubgen.ir.annotation import head
from promo_typing.core.dtypes import STRONG


@pytest.mark.parametrize("node", STRONG)
def test_numpy_has_what_it_is_said_to_have(node: str) -> None:
    name = "bool_" if node == "bool" else node
    assert is_in_numpy(node) == hasattr(np, name)


@pytest.mark.parametrize("node", STRONG)
def test_the_scalar_type_is_that_of_the_dtype_or_one_above_it(node: str) -> None:
    scalar = getattr(np, head(scalar_type(node)).removeprefix("np."))
    if node in NUMPY_NODES:
        assert scalar is np.dtype(node).type
    else:
        assert not hasattr(np, node)
        assert issubclass(scalar, np.number)


def test_weak_dtypes_are_none_of_numpy() -> None:
    assert not any(map(is_in_numpy, ("weak_int", "weak_float", "weak_complex")))


@pytest.mark.parametrize("family", FAMILIES, ids=str)
def test_a_family_has_all_of_its_dtypes(family: object) -> None:
    (own,) = (each for each in FAMILIES if each == family)
    above = getattr(np, head(own).removeprefix("np."))
    of_numpy = {node for node in NUMPY_NODES if issubclass(np.dtype(node).type, above)}
    assert {*FAMILIES[own]} == of_numpy


def test_the_largest_family_that_is_there_as_a_whole_stands_for_its_members() -> None:
    unsigned = [node for node in NUMPY_NODES if node.startswith("uint")]
    assert [*map(str, scalar_types([*unsigned, "float16"]))] == [
        "np.float16",
        "np.unsignedinteger[Any]",
    ]
    assert [*map(str, scalar_types(unsigned[1:]))] == [f"np.{node}" for node in unsigned[1:]]
    integers = [node for node in NUMPY_NODES if "int" in node]
    assert [*map(str, scalar_types(integers))] == ["np.integer[Any]"]


def test_names_are_those_from_which_the_type_was_made() -> None:
    assert all(names_of(scalar_type(node)) == (node,) for node in NUMPY_NODES)
    assert names_of(scalar_type("bfloat16")) is None
    for family, members in FAMILIES.items():
        assert names_of(family) == members
