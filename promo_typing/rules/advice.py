"""What to write in place of a refused call: the one place that decides it.

Advice is found by trial: the rule, or the promotion system, is asked about the same call with other
dtypes, and the first change with which it takes the call is advised. So the advised dtype is always
accepted, and never the one that was refused.
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
    """Convert operands, by their places in the call, to a dtype: ``x.astype(jnp.float32)``."""

    places: tuple[int, ...]
    dtype: str


@dataclass(frozen=True, slots=True)
class TakeReal:
    """Take the real part of operands, or their absolute values, which are of this dtype."""

    places: tuple[int, ...]
    dtype: str


@dataclass(frozen=True, slots=True)
class Request:
    """Ask for another dtype."""

    dtype: str


Advice: TypeAlias = Cast | TakeReal | Request


@dataclass(frozen=True, slots=True)
class RefusedCall:
    """A call that is refused, as far as advice depends on it.

    Attributes:
        operands: the dtype or node of each; a Python scalar by the name of its type.
        semantics: the settings of JAX.
        takes: whether the call is taken once the advice is followed.
        undecided: the places of Python scalars that have no dtype until they are arrays. In JAX's
            rules there are none: a Python scalar has the default dtype.
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
        """Whether an operand is no Python scalar, as far as that can be seen."""
        return self.operands[place] in NODES and place not in self.undecided

    def others(self, places: Iterable[int], dtype: str) -> tuple[int, ...]:
        """Those of some places whose operands are of another dtype."""
        return tuple(place for place in places if self._dtype(place) != dtype)

    def _dtype(self, place: int) -> str | None:
        """What an operand is already."""
        return None if place in self.undecided else self.semantics.strong(self.node(place))

    def first_taken(self, candidates: Iterable[Advice]) -> Advice | None:
        """The first advice with which the call is another one than before, and is taken."""
        return next(filter(self._is_sound, candidates), None)

    def _is_sound(self, advice: Advice) -> bool:
        return not (self._changes_nothing(advice) or self._drops_imaginary(advice)) and self.takes(
            advice
        )

    def _changes_nothing(self, advice: Advice) -> bool:
        """Whether the operands are of the advised dtype already."""
        return not isinstance(advice, Request) and not self.others(advice.places, advice.dtype)

    def _drops_imaginary(self, advice: Advice) -> bool:
        """Whether complex numbers would be converted to real ones, of which JAX warns."""
        if not isinstance(advice, Cast) or is_complex(advice.dtype):
            return False
        return any(is_complex(self.node(place)) for place in advice.places)


def is_complex(node: str) -> bool:
    """Whether the numbers of a node are complex."""
    return NODES[node].kind == "complex"


def casts(call: RefusedCall, places: Iterable[int], dtype: str) -> Iterator[Cast]:
    """Yield casts of one operand, arrays before Python scalars, and then of several at once."""
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
    """Yield that real parts be taken where a float is wanted and the refused node is complex."""
    if is_complex(node) and NODES[dtype].kind == "float":
        complex_places = tuple(place for place in places if is_complex(call.node(place)))
        yield TakeReal(complex_places, call.semantics.strong(real_part(node)))


_USUAL: Final = ("int32", "float32", "complex64")
"""The dtypes that people compute in."""

_KEPT: Final = 1 << 12
"""How many orders of dtypes are kept, by what is refused."""


@lru_cache(maxsize=_KEPT)
def usual_first(node: str, semantics: Semantics) -> tuple[str, ...]:
    """Return all dtypes, the best ones to convert a refused dtype to first.

    The best lose no value, keep the kind, and lead to one of the usual dtypes. A dtype of another
    kind should be at least as wide.
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
    """Return all dtypes, first those that hold all values of some others, the narrowest in front.

    Those that lose values follow, as :func:`usual_first` has them for the highest of the others.
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
    """All dtypes by rank, but the rare ones last, and before them those that JAX truncates."""
    there_are = (each for each in STRONG if not semantics.truncates(each))

    def common(dtype: str) -> tuple[bool | int, ...]:
        rare = "_" in dtype or NODES[dtype].bits < 8
        return rare, semantics.canonical(dtype) != dtype, *rank(dtype)

    return tuple(sorted(there_are, key=common))


def _apart(dtype: str, refused: str) -> int:
    return abs(KINDS.index(NODES[dtype].kind) - KINDS.index(NODES[refused].kind))


def _loses(dtype: str, held: Iterable[str]) -> bool:
    """Whether a dtype lacks some values of others; a kind below theirs never has them all."""
    return any(
        KINDS.index(NODES[dtype].kind) < KINDS.index(NODES[each].kind) or lost_in(each, dtype)
        for each in held
    )
