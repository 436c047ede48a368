"""The values that may be passed as a dtype, and the resulting dtypes."""

from __future__ import annotations

import jax.numpy as jnp
import pytest

from promo_stubgen.encode.dtype_argument import class_or_dtype, dtype_overloads, request_aliases
from promo_stubgen.ir.annotation import Name
from promo_typing.lattice.semantics import Semantics


def aliases(x64: bool) -> dict[str, list[str]]:
    """The arguments that request each dtype."""
    lines = (line.split(": TypeAlias = ") for line in request_aliases(Semantics(x64=x64)))
    return {name.removeprefix("_RequestFor_"): asking.split(" | ") for name, asking in lines}


@pytest.mark.parametrize(
    ("scalar", "x64", "dtype"),
    [
        ("int", False, "int32"),
        ("int", True, "int64"),
        ("float", False, "float32"),
        ("float", True, "float64"),
        ("complex", False, "complex64"),
        ("bool", True, "bool"),
    ],
)
def test_a_type_of_python_asks_for_the_default_dtype(scalar: str, x64: bool, dtype: str) -> None:
    asking = {name for name, all_ in aliases(x64).items() if f"type[builtins.{scalar}]" in all_}
    assert asking == {dtype}


@pytest.mark.parametrize("name", ["int64", "float64", "complex128", "uint64"])
def test_wide_dtypes_are_narrowed_without_x64_alone(name: str) -> None:
    """Like the dtype of ``jnp.ones(3, name)``, about which JAX warns."""
    with pytest.warns(UserWarning, match="truncated"):
        narrow = str(jnp.ones(3, name).dtype)
    assert f"Literal['{name}']" in aliases(x64=False)[narrow]
    assert name not in aliases(x64=False)
    assert f"type[np.{name}]" in aliases(x64=True)[name]


def test_each_request_is_in_one_alias() -> None:
    """All checkers would report two overloads for the same argument."""
    every = [each for asking in aliases(x64=False).values() for each in asking]
    assert len(every) == len({*every})


def test_what_is_not_known_comes_first_and_last() -> None:
    """A checker takes the first overload that fits; for ``Any`` all overloads fit."""
    first, *_, last = dtype_overloads(Semantics())
    assert (str(first.annotation), first.dtype) == ("type[_Bottom] | np.dtype[_Bottom]", "Any")
    assert (str(last.annotation), last.dtype) == ("DTypeLike | None", "Any")


def test_a_bool_is_looked_for_before_an_int_and_an_int_before_a_float() -> None:
    """``type[int]`` accepts ``type[bool]``."""
    order = [each.dtype for each in dtype_overloads(Semantics())]
    assert order.index("bool_") < order.index("int32") < order.index("float32")
    assert order.index("float32") < order.index("complex64")


def test_class_or_dtype() -> None:
    assert str(class_or_dtype(Name("float32"))) == "type[float32] | np.dtype[float32]"
