"""Annotations as values, independent of the names by which a file spells them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import Final, TypeAlias

from promo_typing.core.dtypes import STRONG


@dataclass(frozen=True, slots=True)
class ArrayOf:
    """``Array[jnp.float32]``; the dtype may also be a weak one, ``prng_key`` or a category."""

    dtype: str


@dataclass(frozen=True, slots=True)
class Variable:
    """A type variable that stands for one of several dtypes."""

    dtypes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ArrayOfVariable:
    """``Array[D]``."""

    variable: Variable


@dataclass(frozen=True, slots=True)
class NumPyArrayOf:
    """``npt.NDArray[np.float32]``."""

    dtype: str


@dataclass(frozen=True, slots=True)
class NumPyScalarOf:
    """``np.float32``."""

    dtype: str


@dataclass(frozen=True, slots=True)
class Builtin:
    """``float``, or ``None``."""

    name: str


@dataclass(frozen=True, slots=True)
class ClassOf:
    """A class of the program, with the module and the file that define it."""

    module: str
    name: str
    file: str


@dataclass(frozen=True, slots=True)
class Generic:
    """``list[...]``, ``dict[...]``, ``tuple[...]``, ``Iterator[...]`` or its like."""

    name: str
    parts: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Union:
    """A union of several terms that are no unions themselves."""

    parts: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Anything:
    """``Any``, for a part of a container; nothing is written for a whole value."""


@dataclass(frozen=True, slots=True)
class More:
    """The dots of ``tuple[X, ...]``."""


Term: TypeAlias = (
    ArrayOf
    | ArrayOfVariable
    | NumPyArrayOf
    | NumPyScalarOf
    | Builtin
    | ClassOf
    | Generic
    | Union
    | Anything
    | More
)

NONE: Final = Builtin("None")
ANYTHING: Final = Anything()
_ORDER: Final = {dtype: number for number, dtype in enumerate(STRONG)}


def in_order(dtypes: Iterable[str]) -> tuple[str, ...]:
    """Return distinct dtypes in the order of :data:`STRONG`, weak ones and others first."""
    return tuple(sorted(set(dtypes), key=lambda each: (_ORDER.get(each, -1), each)))


def parts(term: Term) -> tuple[Term, ...]:
    """Return the members of a union; for another term the term itself."""
    return term.parts if isinstance(term, Union) else (term,)


def union(terms: Iterator[Term]) -> Term:
    """Return the union of some terms, without repetition; ``None`` comes last."""
    found = dict.fromkeys(part for term in terms for part in parts(term))
    if len(found) == 1:
        return next(iter(found))
    return Union(tuple(sorted(found, key=lambda each: (each == NONE, _rank(each)))))


def _rank(term: Term) -> tuple[int, int, str]:
    match term:
        case ArrayOf(dtype):
            return 0, _ORDER.get(dtype, -1), dtype
        case ArrayOfVariable():
            return 0, len(_ORDER), ""
        case NumPyArrayOf(dtype) | NumPyScalarOf(dtype):
            return 1, _ORDER.get(dtype, -1), repr(term)
        case Builtin(name):
            return 2, ("bool", "int", "float", "complex").index(name) if name != "None" else 4, ""
    return 3, 0, repr(term)


def inside(term: Term) -> Iterator[Term]:
    """Yield a term, and the terms inside it at any depth."""
    yield term
    if isinstance(term, (Generic, Union)):
        for part in term.parts:
            yield from inside(part)


def holds_array(term: Term) -> bool:
    """Whether an array is in a term, as itself or inside."""
    kinds = (ArrayOf, ArrayOfVariable, NumPyArrayOf)
    return any(isinstance(each, kinds) for each in inside(term))


class Strength(IntEnum):
    """How reliable an annotation is: of several that may be wrong, the weakest is taken back first.

    Members are in ascending order. ``ASSIGNED`` is for parameters that the function's body assigns
    again, and for results of functions with a parameter that has no annotation.
    """

    SEVERAL_DTYPES = 0
    VARIABLE = 1
    ASSIGNED = 2
    ARRAY = 3
    NO_ARRAY = 4


def strength(term: Term) -> Strength:
    """Return how reliable an annotation is."""
    if any(_is_open(each) for each in inside(term)):
        return Strength.SEVERAL_DTYPES
    if any(isinstance(each, ArrayOfVariable) for each in inside(term)):
        return Strength.VARIABLE
    return Strength.ARRAY if holds_array(term) else Strength.NO_ARRAY


def _is_open(term: Term) -> bool:
    """Whether a term is a union with an array and another member beside None."""
    alternatives = [each for each in parts(term) if each != NONE]
    return len(alternatives) > 1 and any(map(holds_array, alternatives))
