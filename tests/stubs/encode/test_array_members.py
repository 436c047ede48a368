"""Properties and methods of arrays, by dtype for checkers, and once for the plugin."""

from __future__ import annotations

from promo_stubgen.encode.array_members import (
    Member,
    descriptor,
    index_updates,
    members,
    plain,
    promoting,
)
from promo_typing.lattice.semantics import Semantics

SEMANTICS = Semantics()


def member(name: str) -> Member:
    return next(each for each in members(SEMANTICS) if each.name == name)


def update(name: str) -> Member:
    return next(each for each in index_updates(SEMANTICS) if each.name == name)


def returned(found: Member) -> dict[str, str]:
    """The results by the dtype of the array."""
    return {
        str(each.parameters[0].annotation or "self"): str(each.returns) for each in found.promoting
    }


def test_a_property_that_keeps_the_dtype_is_declared_once() -> None:
    assert member("T").is_settled
    assert [*promoting(member("T"))] == [*plain(member("T"))]
    assert [*descriptor(member("T"))] == []
    assert [*plain(member("T"))] == ["    @property", "    def T(self) -> Array[_D_co]: ..."]


def test_a_property_with_overloads_has_a_class_of_its_own() -> None:
    assert [*promoting(member("real"))] == ["    real: _RealProperty"]
    assert [*plain(member("real"))] == ["    @property", "    def real(self) -> Array: ..."]
    lines = [*descriptor(member("real"))]
    assert lines[0] == "class _RealProperty:"
    get = "    def __get__(self, instance: Array[{}], owner: Any = None, /) -> Array[{}]: ..."
    assert get.format("complex64", "float32") in lines
    assert lines[-1] == get.format("_SameT", "_SameT")


def test_real_parts_by_the_dtype_of_the_array() -> None:
    found = returned(member("real"))
    assert found["_ArrayMembers[weak_complex]"] == "Array[weak_float]"
    assert found["_ArrayMembers[complex128]"] == "Array[float64]"
    assert found["self"] == "Array[_D_co]"
    assert found["_ArrayMembers[_Bottom]"] == "Array"


def test_a_conversion_to_nothing_is_one_to_the_default_float() -> None:
    """``x.astype(None)`` is float32, and ``x.view(None)`` keeps the dtype."""
    first, *_, last = member("astype").promoting
    assert str(first).startswith("(self, dtype: None,")
    assert str(first.returns) == "Array[float32]"
    assert str(last.returns) == "Array"
    assert str(member("view").promoting[0].returns) == "Array[_D_co]"
    assert [str(each.returns) for each in member("astype").plain] == ["Array"]


def test_a_method_of_a_constant_result_says_so_to_the_plugin() -> None:
    assert [str(each.returns) for each in member("argmax").plain] == ["Array[int32]"]
    wide = next(each for each in members(Semantics(x64=True)) if each.name == "argmax")
    assert [str(each.returns) for each in wide.plain] == ["Array[int64]"]


def test_a_method_with_another_operand_takes_it_into_account() -> None:
    *overloads, last = member("dot").promoting
    assert any("b: Array[_Upto_float32]" in str(each) for each in overloads)
    assert str(last.parameter("b").annotation) == "ArrayLike"


def test_updates_keep_the_dtype_but_for_divisions() -> None:
    """``x.at[0].divide(2)`` converts an array of integers to floats first."""
    assert returned(update("add")) == {"self": "Array[_D_co]"}
    divided = returned(update("divide"))
    integers = next(each for each in divided if "int32" in each.split("[")[1])
    assert divided[integers] == "Array[float32]"
    assert divided["_IndexUpdateRef[weak_int]"] == "Array[weak_float]"
