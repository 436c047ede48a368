"""Signatures as values: parsing and rendering."""

from __future__ import annotations

import pytest

from promo_stubgen.ir.annotation import OPEN, Name, Value
from promo_stubgen.ir.signatures import Parameter, Signature, read

FORMS = [
    "()",
    "(x, /)",
    "(x, /, y=1)",
    "(x: int, *args, y: str = 'a', **kwargs) -> None",
    "(*, y: int | None = None) -> Array[float32] | float",
    "(self, x: Array[int8] = ..., *, n: float = 1e-05)",
]


@pytest.mark.parametrize("text", FORMS)
def test_a_signature_is_written_as_it_was_read(text: str) -> None:
    assert str(read(text)) == text


def test_the_parts_of_a_signature() -> None:
    assert read("(x: int, /, y=True, *rest) -> str") == Signature(
        (
            Parameter("x", "positional", Name("int")),
            Parameter("y", default=Value(True)),
            Parameter("rest", "*"),
        ),
        Name("str"),
    )


def test_a_default_that_is_no_literal_is_left_open() -> None:
    assert read("(x=some.value)").parameter("x").default == OPEN


def test_a_parameter_that_is_missing_is_an_error() -> None:
    with pytest.raises(KeyError, match="y"):
        read("(x)").parameter("y")


def test_what_is_no_signature_is_refused() -> None:
    with pytest.raises(SyntaxError):
        read("(x")
