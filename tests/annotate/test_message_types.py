"""Unions in mypy's messages are matched with the annotations that they come from."""

from __future__ import annotations

import pytest

from promo_cli.annotate.message_types import found_union, members

ARGUMENT = 'Argument "std" to "State" has incompatible type "{}"; expected "Array[Any]"'
RESULT = 'Incompatible return value type (got "{}", expected "float")'
ASSIGNED = 'Incompatible types in assignment (expression has type "{}", variable has type "int")'


@pytest.mark.parametrize("message", [ARGUMENT, RESULT, ASSIGNED])
def test_a_union_in_another_order(message: str) -> None:
    found = found_union(message.format("float | Array[float32]"))
    assert found == members("Array[jnp.float32] | float")
    assert found != members("Array[jnp.bfloat16] | float")


def test_one_in_brackets_stays_whole() -> None:
    assert members("list[Array[jnp.int8] | None] | None") == {"list[Array[int8] | None]", "None"}


@pytest.mark.parametrize("message", [ARGUMENT.format("Array[float32]"), "unexpected indent"])
def test_nothing_else_is_one(message: str) -> None:
    assert found_union(message) is None
