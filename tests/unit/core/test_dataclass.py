"""Each class is compared with the standard library's dataclass of the same statements."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError, field
from typing import Any

import pytest

from promo_typing.core.dataclass import dataclass

Decorator = Callable[..., Callable[[type], type]]


def classes(decorator: Decorator) -> dict[str, Any]:
    """A class of each kind in the project."""

    @decorator(frozen=True, slots=True)
    class Point:
        """A point."""

        x: int
        y: float = 2.0
        notes: list[str] = field(default_factory=list, compare=False)
        known: int = field(init=False, repr=False, compare=False, default=0)

        @property
        def total(self) -> float:
            return self.x + self.y

    @decorator(frozen=True, slots=True)
    class Nothing:
        """A class without fields."""

    @decorator(frozen=True, slots=True)
    class Only:
        """A class with one field."""

        part: object

    @decorator(frozen=True, slots=True, init=False)
    class Parts:
        """A class with a constructor of its own."""

        parts: tuple[int, ...]

        def __init__(self, *parts: int) -> None:
            object.__setattr__(self, "parts", parts)

    @decorator(frozen=True, slots=True, init=False)
    class More(Parts):
        """A class that inherits a field."""

    @decorator(frozen=True, slots=True, eq=False)
    class Identity:
        """A class whose objects are compared by identity."""

        x: int

    @decorator(frozen=True)
    class Open:
        """A class with a ``__dict__``, and with a representation and a hash of its own."""

        x: int

        def __hash__(self) -> int:
            return 7

        def __repr__(self) -> str:
            return "open"

    return {each.__name__: each for each in (Point, Nothing, Only, Parts, More, Identity, Open)}


OURS, THEIRS = classes(dataclass), classes(dataclasses.dataclass)
MADE: dict[str, tuple[Any, ...]] = {
    "Point": (1, 2.5, ["a"]),
    "Nothing": (),
    "Only": ((1, 2),),
    "Parts": (1, 2),
    "More": (1, 2),
    "Identity": (1,),
    "Open": (1,),
}


def both(name: str) -> list[Any]:
    return [of[name](*MADE[name]) for of in (OURS, THEIRS)]


def text(value: object) -> str:
    """The representation of an object, without the name of the function that made its class."""
    return repr(value).replace("classes.<locals>.", "")


def test_each_class_is_looked_at() -> None:
    assert OURS.keys() == MADE.keys()


@pytest.mark.parametrize("name", MADE)
def test_it_looks_alike(name: str) -> None:
    ours, theirs = both(name)
    assert text(ours) == text(theirs)
    assert [*inspect.signature(OURS[name]).parameters] == [
        *inspect.signature(THEIRS[name]).parameters
    ]
    assert ours.__match_args__ == theirs.__match_args__
    assert hasattr(ours, "__dict__") is hasattr(theirs, "__dict__")
    assert dataclasses.asdict(ours) == dataclasses.asdict(theirs)


@pytest.mark.parametrize("name", MADE)
def test_it_compares_alike(name: str) -> None:
    for of in (OURS, THEIRS):
        one, same = of[name](*MADE[name]), of[name](*MADE[name])
        assert (one == same) is (name != "Identity")
        assert (hash(one) == hash(same)) is (name != "Identity")
        assert one == one
        assert one != MADE[name]


def test_fields_that_are_not_compared_make_no_difference() -> None:
    Point = OURS["Point"]  # noqa: N806
    assert Point(1, 2.5, ["a"]) == Point(1, 2.5, ["b"])
    assert hash(Point(1, 2.5, ["a"])) == hash(Point(1, 2.5, ["b"]))
    assert Point(1) != Point(2)
    assert Point(1) != Point(1, 3.0)


def test_a_subclass_is_another_class() -> None:
    assert OURS["Parts"](1) != OURS["More"](1)


@pytest.mark.parametrize("of", [OURS, THEIRS], ids=["ours", "theirs"])
@pytest.mark.parametrize("name", [name for name in MADE if name != "Nothing"])
def test_nothing_is_changed(name: str, of: dict[str, Any]) -> None:
    made = of[name](*MADE[name])
    (first, *_) = dataclasses.fields(made)
    with pytest.raises(FrozenInstanceError, match=f"cannot assign to field '{first.name}'"):
        setattr(made, first.name, 1)
    with pytest.raises(FrozenInstanceError, match=f"cannot delete field '{first.name}'"):
        delattr(made, first.name)


def test_defaults() -> None:
    one, other = OURS["Point"](x=1), OURS["Point"](1)
    assert (one.y, one.notes, one.known, one.total) == (2.0, [], 0, 3.0)
    assert one.notes is not other.notes
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'x'"):
        OURS["Point"]()
    with pytest.raises(TypeError, match="unexpected keyword argument 'known'"):
        OURS["Point"](1, known=2)


def test_a_field_is_replaced() -> None:
    assert dataclasses.replace(OURS["Point"](1, 2.5), x=3) == OURS["Point"](3, 2.5)


@dataclass(frozen=True, slots=True)
class Pickled:
    """A class at the top of a module, as pickle needs it."""

    x: int
    inner: Any = None


def test_it_is_copied_and_pickled() -> None:
    made = Pickled(1, [Pickled(2)])
    assert pickle.loads(pickle.dumps(made)) == made
    assert copy.copy(made) == made
    assert copy.deepcopy(made) == made
    assert copy.deepcopy(made).inner[0] is not made.inner[0]


def test_an_object_that_holds_itself_is_shown() -> None:
    made = Pickled(1, [])
    made.inner.append(made)
    assert repr(made) == "Pickled(x=1, inner=[...])"
