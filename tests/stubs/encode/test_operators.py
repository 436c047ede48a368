"""The operators of arrays, as overloads and for the plugin."""

from __future__ import annotations

from promo_stubgen.encode.operators import plain_operators, promoting_operators
from promo_typing.lattice.semantics import Semantics
from promo_typing.rules import OPERATORS

PLAIN = [*plain_operators(Semantics())]
PROMOTING = [*promoting_operators(Semantics())]


def plain(name: str) -> str:
    (line,) = (each.strip() for each in PLAIN if f" {name}(" in each)
    return line


def overloads(name: str) -> list[str]:
    return [each.strip() for each in PROMOTING if f" {name}(" in each]


def test_each_operator_has_one_signature_for_the_plugin() -> None:
    assert len(PLAIN) == len(OPERATORS)
    assert plain("__add__") == "def __add__(self, other: ArrayLike, /) -> Array: ..."
    assert plain("__lt__") == "def __lt__(self, other: ArrayLike, /) -> Array[bool_]: ..."
    assert plain("__neg__") == "def __neg__(self) -> Array: ..."
    assert plain("__divmod__").endswith("-> tuple[Array, Array]: ...")


def test_a_reflected_one_takes_no_array_of_jax() -> None:
    """With two arrays Python calls the operator of the left one."""
    assert "other: np.ndarray[Any, Any] | StaticScalar," in plain("__radd__")
    assert not any("other: Array" in each for each in overloads("__radd__"))
    assert any("other: Array" in each for each in overloads("__add__"))


def test_equality_with_none_is_a_bool_of_python() -> None:
    assert "other: ArrayLike | None," in plain("__eq__")
    assert overloads("__eq__")[-1].endswith("other: None, /) -> bool: ...")
    assert not any("None" in each for each in overloads("__lt__"))


def test_unary_operators_know_the_dtype_of_the_array() -> None:
    """``abs`` of a complex number is real, and ``abs`` of an int1 is an int8."""
    start = "def __abs__(self: _ArrayMembers["
    found = [each.removeprefix(start) for each in overloads("__abs__")]
    assert found[0] == "_Bottom]) -> Array: ..."
    assert "weak_complex]) -> Array[weak_float]: ..." in found
    assert "complex64]) -> Array[float32]: ..." in found
    assert found.index("weak_complex]) -> Array[weak_float]: ...") < found.index(
        "complex64]) -> Array[float32]: ..."
    )
    (kept,) = (each for each in found if each.endswith("Array[_D_co]: ..."))
    assert "np.floating[Any]" in kept
    assert "complex64" not in kept


def test_each_of_several_overloads_is_marked_as_one() -> None:
    marks = sum("@overload" in line for line in PROMOTING)
    definitions = [line.strip().partition("(")[0] for line in PROMOTING if " def " in line]
    alone = [name for name in definitions if definitions.count(name) == 1]
    assert {*alone} == {"def __divmod__", "def __rdivmod__"}
    assert marks == len(definitions) - len(alone)
