"""Type variables for operands of equal dtypes: the smallest with all needed ones is chosen."""

from __future__ import annotations

import pytest

from promo_stubgen.encode.alike_variables import ALIKE, alike_variable, alike_variables
from promo_typing.core.dtypes import STRONG
from promo_typing.core.stub_names import dtype_class


@pytest.mark.parametrize(
    ("nodes", "variable"),
    [
        (("float32", "complex64"), "_AlikeSingle"),
        (("float16", "float32"), "_AlikeShort"),
        (("bfloat16", "complex64"), "_AlikeShortInexact"),
        (("int8", "int16"), "_AlikeSignedinteger"),
        (("int8", "uint8"), "_AlikeInteger"),
        (("float8_e5m2", "float32"), "_AlikeFloating"),
        (("int8", "float32"), "_AlikeNumber"),
        (("bool", "int8"), "_AlikeGeneric"),
    ],
)
def test_smallest(nodes: tuple[str, ...], variable: str) -> None:
    assert alike_variable(nodes) == variable


@pytest.mark.parametrize("name", ALIKE)
def test_a_variable_is_found_by_its_own_dtypes(name: str) -> None:
    """A variable behind another one with the same dtypes and more would never be used."""
    assert alike_variable(ALIKE[name]) == name


def test_each_is_constrained_to_its_dtypes() -> None:
    lines = dict(zip(ALIKE, alike_variables(), strict=True))
    assert lines["_AlikeSingle"] == '_AlikeSingle = TypeVar("_AlikeSingle", float32, complex64)'
    assert all(dtype_class(node) in lines["_AlikeGeneric"] for node in STRONG)
