"""Roots: the places where dtypes are lost because no dtype is stated there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum


class RootKind(Enum):
    """The kinds of roots, with the words for each."""

    PARAMETER = "parameter {name} of {owner}"
    RESULT = "result of {name}"
    FIELD = "field {name} of {owner}"
    VARIABLE = "variable {name}"
    EXPRESSION = "expression {name}"
    LIBRARY = "{name} of a library, not annotatable here"

    @property
    def takes_annotation(self) -> bool:
        """Whether an annotation can be written at such a place."""
        return self not in (RootKind.EXPRESSION, RootKind.LIBRARY)


@dataclass(frozen=True, slots=True)
class Place:
    """A line of a file."""

    file: str
    line: int

    def __str__(self) -> str:
        """Render the place as ``model.py:8``."""
        return f"{self.file}:{self.line}"


def _in_backticks(name: str) -> str:
    return f"`{name}`"


@dataclass(frozen=True, slots=True)
class Root:
    """A place where expressions lose their dtype.

    ``owner`` is the function of a parameter, or the class of a field. A root in a library is named
    by its full name and has no place.
    """

    kind: RootKind
    name: str
    place: Place | None
    owner: str = ""

    def subject(self, code: Callable[[str], str] = _in_backticks) -> str:
        """Return the root in words; ``code`` formats the names of the program."""
        return self.kind.value.format(name=code(self.name), owner=code(self.owner))

    def __str__(self) -> str:
        """Render the root with its place."""
        return self.subject() if self.place is None else f"{self.subject()} in {self.place}"
