"""JAX's own annotations become those of the stubs."""

from __future__ import annotations

import pytest

from promo_stubgen.ir.annotation import read
from promo_stubgen.ir.signatures import read as read_signature
from promo_stubgen.surface.translation import distinct, translate, translate_signature


@pytest.mark.parametrize(
    ("annotation", "as_parameter", "as_result"),
    [
        ("Array", "ArrayLike", "Array"),
        ("Array | None", "ArrayLike | None", "Array | None"),
        ("Optional[int]", "int | None", "int | None"),
        ("Union[int, str]", "int | str", "int | str"),
        ("NoSuchType", "Any", "Any"),
        ("NoSuchType | None", "Any | None", "Any"),
        ("Sequence[Array]", "Sequence[ArrayLike]", "Sequence[Array]"),
        ("list[Array]", "list[Array]", "list[Array]"),
        ("Callable[[Array], Array]", "Callable[[Array], Array]", "Callable[[Array], Array]"),
        ("int | int | str", "int | str", "int | str"),
        ("Sequence[int] | Sequence[Sequence[int]]", *["Sequence[int | Sequence[int]]"] * 2),
        ("Literal['a', 'b']", "Literal['a', 'b']", "Literal['a', 'b']"),
        ("Shape", "Sequence[int | Any]", "Sequence[int | Any]"),
    ],
)
def test_an_annotation_is_translated(annotation: str, as_parameter: str, as_result: str) -> None:
    assert translate(read(annotation), parameter=True) == read(as_parameter)
    assert translate(read(annotation)) == read(as_result)


def test_what_jax_does_not_annotate_may_be_anything() -> None:
    assert translate_signature(read_signature("(x)")) == read_signature("(x: Any) -> Any")


def test_a_default_of_none_is_accepted() -> None:
    found = translate_signature(read_signature("(x: int = None, y: Axis = None) -> None"))
    assert found == read_signature("(x: int | None = None, y: Axis = None) -> None")


def test_an_overload_that_no_call_reaches_makes_the_first_one_unknown() -> None:
    overloads = [*map(read_signature, ("(x: Any) -> int", "(x: str) -> str"))]
    assert distinct(overloads) == [read_signature("(x: Any) -> Any")]
