"""The protocol of initializers: the dtype in a call takes precedence over the initializer's own."""

from __future__ import annotations

from promo_stubgen.encode.dtype_argument import dtype_overloads
from promo_stubgen.encode.initializer import initializer
from promo_typing.lattice.semantics import Semantics

LINES = [*initializer(Semantics())]
CALLS = [line.strip() for line in LINES if "def __call__" in line]


def test_each_call_is_an_overload() -> None:
    assert LINES.count("    @overload") == len(CALLS) == 1 + len(dtype_overloads(Semantics()))


def test_without_a_dtype_it_makes_what_it_is_generic_in() -> None:
    assert "dtype: None = None" in CALLS[0]
    assert CALLS[0].endswith("-> _Made: ...")
    assert not any("_Made" in call for call in CALLS[1:])


def test_with_one_it_makes_that() -> None:
    (asked,) = (call for call in CALLS if "_RequestFor_float16" in call)
    assert asked.endswith("-> Array[float16]: ...")


def test_a_protocol_has_a_covariant_parameter() -> None:
    assert "covariant=True" in LINES[0]
    assert LINES[1].startswith("class Initializer(Protocol[_Made]):")
