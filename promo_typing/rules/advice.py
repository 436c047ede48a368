"""Decides what to advise in place of a refused call.

Advice is found by trial. Candidates are tried in order of preference: the rule, or the promotion
system, is asked about the call with the changed dtypes, and the first change that it accepts is
advised. So the advised dtype is always accepted, and never the one that was refused.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Final, TypeAlias

from promo_typing.core.dataclass import dataclass
from promo_typing.core.dtypes import KINDS, NODES, PYTHON_SCALARS, STRONG
from promo_typing.core.formats import real_part, width
from promo_typing.lattice.semantics import Semantics
from promo_typing.lattice.wishes import lost_in


@dataclass(frozen=True, slots=True)
class Cast:
    """Convert the operands at some places to a dtype: ``x.astype(jnp.float32)``."""

    places: tuple[int, ...]
    dtype: str


@dataclass(frozen=True, slots=True)
class TakeReal:
    """Take the real parts or absolute values of the operands at some places, which have a dtype."""

    places: tuple[int, ...]
    dtype: str


@dataclass(frozen=True, slots=True)
class Request:
    """Pass another dtype for the parameter that requests one: ``dtype=jnp.float32``."""

    dtype: str


Advice: TypeAlias = Cast | TakeReal | Request


@dataclass(frozen=True, slots=True)
class RefusedCall:
    """A refused call: the parts of it on which advice depends.

    Attributes:
        operands: the node of each operand; for a Python scalar the name of its type.
        semantics: the settings of JAX.
        takes: a function: whether the call is accepted with an advice followed.
        undecided: the places of Python scalars that have no dtype until they become arrays. JAX has
            no such scalars: a Python scalar has the default dtype.
    """

    operands: tuple[str, ...]
    semantics: Semantics
    takes: Callable[[Advice], bool]
    undecided: frozenset[int] = frozenset()

    def node(self, place: int) -> str:
        """The node of an operand."""
        return PYTHON_SCALARS.get(self.operands[place], self.operands[place])

    @property
    def places(self) -> tuple[int, ...]:
        """The places of all operands."""
        return tuple(range(len(self.operands)))

    def is_array(self, place: int) -> bool:
        """Whether an operand is an array. A Python bool counts, since its name is a dtype's."""
        return self.operands[place] in NODES and place not in self.undecided

    def others(self, places: Iterable[int], dtype: str) -> tuple[int, ...]:
        """The places, of those given, whose operands have another dtype."""
        return tuple(place for place in places if self._dtype(place) != dtype)

    def _dtype(self, place: int) -> str | None:
        """The run-time dtype of an operand, None if undecided."""
        return None if place in self.undecided else self.semantics.strong(self.node(place))

    def first_taken(self, candidates: Iterable[Advice]) -> Advice | None:
        """The first advice that changes the call and with which the call is accepted."""
        return next(filter(self._is_sound, candidates), None)

    def _is_sound(self, advice: Advice) -> bool:
        return not (self._changes_nothing(advice) or self._drops_imaginary(advice)) and self.takes(
            advice
        )

    def _changes_nothing(self, advice: Advice) -> bool:
        """Whether the operands have the advised dtype already."""
        return not isinstance(advice, Request) and not self.others(advice.places, advice.dtype)

    def _drops_imaginary(self, advice: Advice) -> bool:
        """Whether the cast would make real numbers of complex ones, which JAX warns about."""
        if not isinstance(advice, Cast) or is_complex(advice.dtype):
            return False
        return any(is_complex(self.node(place)) for place in advice.places)


def is_complex(node: str) -> bool:
    """Whether the numbers of a node are complex."""
    return NODES[node].kind == "complex"


def casts(call: RefusedCall, places: Iterable[int], dtype: str) -> Iterator[Cast]:
    """Yield casts of one operand, arrays before Python scalars, and then casts of several."""
    arrays_first = sorted(places, key=lambda place: not call.is_array(place))
    others = call.others(arrays_first, dtype)
    yield from (Cast((place,), dtype) for place in others)
    for count in range(2, len(others) + 1):
        yield from (
            Cast(tuple(sorted(some)), dtype) for some in itertools.combinations(others, count)
        )


def real_parts(
    call: RefusedCall, places: Iterable[int], node: str, dtype: str
) -> Iterator[TakeReal]:
    """Yield the advice to take real parts, if ``dtype`` is a float and the refused node complex."""
    if is_complex(node) and NODES[dtype].kind == "float":
        complex_places = tuple(place for place in places if is_complex(call.node(place)))
        yield TakeReal(complex_places, call.semantics.strong(real_part(node)))


_USUAL: Final = ("int32", "float32", "complex64")
"""The dtypes in which most programs compute."""

_KEPT: Final = 1 << 12
"""The size of the caches of orders of dtypes."""


@lru_cache(maxsize=_KEPT)
def usual_first(node: str, semantics: Semantics) -> tuple[str, ...]:
    """Return all dtypes, sorted by how well they replace a refused dtype, the best ones first.

    The best ones lose no value, keep the kind, and are usual dtypes. A dtype of another kind should
    be at least as wide as the refused one.
    """
    refused = semantics.strong(node)

    def rank(dtype: str) -> tuple[bool | int, ...]:
        apart, unusual = _apart(dtype, refused), dtype not in _USUAL
        narrower = apart > 0 and width(dtype) < width(refused)
        far = unusual and apart > 0
        return _loses(dtype, (refused,)), narrower, far, apart, unusual, width(dtype)

    return _sorted(semantics, rank)


@lru_cache(maxsize=_KEPT)
def narrowest_first(nodes: frozenset[str], semantics: Semantics) -> tuple[str, ...]:
    """Return all dtypes: first those that hold all values of some nodes, the narrowest in front.

    The dtypes that lose values follow, in the order of :func:`usual_first` for the highest node.
    """
    held = sorted(map(semantics.strong, nodes))
    highest = max(held, key=lambda node: (KINDS.index(NODES[node].kind), width(node)))
    after = usual_first(highest, semantics)

    def rank(dtype: str) -> tuple[bool | int, ...]:
        if _loses(dtype, held):
            return True, after.index(dtype)
        apart = _apart(dtype, highest)
        signless = apart > 0 and NODES[dtype].kind == "unsigned"
        return False, width(dtype), signless, apart, after.index(dtype)

    return _sorted(semantics, rank)


def _sorted(semantics: Semantics, rank: Callable[[str], tuple[bool | int, ...]]) -> tuple[str, ...]:
    """All dtypes by rank; those that JAX truncates with x64 off follow, and rare ones come last."""
    there_are = (each for each in STRONG if not semantics.truncates(each))

    def common(dtype: str) -> tuple[bool | int, ...]:
        rare = "_" in dtype or NODES[dtype].bits < 8
        return rare, semantics.canonical(dtype) != dtype, *rank(dtype)

    return tuple(sorted(there_are, key=common))


def _apart(dtype: str, refused: str) -> int:
    return abs(KINDS.index(NODES[dtype].kind) - KINDS.index(NODES[refused].kind))


def _loses(dtype: str, held: Iterable[str]) -> bool:
    """Whether a dtype lacks values of some others, as each dtype of a lower kind does."""
    return any(
        KINDS.index(NODES[dtype].kind) < KINDS.index(NODES[each].kind) or lost_in(each, dtype)
        for each in held
    )
