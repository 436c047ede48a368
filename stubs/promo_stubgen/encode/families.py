"""Families: dtypes directly above a weak one, such as int8 and float8, share an overload.

Such a dtype is the join of itself with itself, and with all that may be promoted to the weak dtype
below it. So it inherits from a generic class, with itself as type argument::

    class _Above_weak_float(Generic[_MemberT]): ...
    class float8_e5m2(..., _Above_weak_float[float8_e5m2]): ...

The type parameter is invariant, so that two different dtypes do not match ``_Above_weak_float[T]``.
If they have a join, a later overload has it. Functions may treat a part of a family differently,
so some parts have classes, too.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final, TypeAlias

from promo_stubgen.encode.numpy_types import is_in_numpy
from promo_stubgen.encode.operand_types import result_class
from promo_stubgen.ir.annotation import Annotation, Name, Subscript
from promo_typing.core.dtypes import NODES, WEAK, Node
from promo_typing.core.stub_names import dtype_class
from promo_typing.lattice import Lattice

VARIABLE: Final = "_MemberT"

Pattern: TypeAlias = tuple[str | None, ...]
"""The nodes of the results, in which None stands for the node of the operands."""

_PARTS: Final[Mapping[str, Callable[[Node], bool]]] = {
    "": lambda _: True,
    "_outside_NumPy": lambda dtype: not is_in_numpy(dtype.name),
    "_under_16_bits": lambda dtype: dtype.bits < 16,
    "_of_16_bits": lambda dtype: dtype.bits == 16,
    "_under_4_bits": lambda dtype: dtype.bits < 4,
    "_of_4_bits": lambda dtype: dtype.bits == 4,
}
"""The parts that have classes, by the end of their names, the larger ones first."""


@dataclass(frozen=True, slots=True)
class Family:
    """Some dtypes directly above a weak one: all of them, or a part that has a class."""

    weak: str
    part: str
    members: tuple[str, ...]

    @property
    def name(self) -> str:
        """The name of the generic class."""
        return f"_Above_{self.weak}{self.part}"

    @property
    def any_member(self) -> Annotation:
        """The dtype of an array of any member."""
        return Subscript(self.name, (Name(VARIABLE),))


@cache
def families(lattice: Lattice) -> tuple[Family, ...]:
    """All families of at least two dtypes, larger parts first."""
    found: dict[tuple[str, ...], Family] = {}
    for weak in WEAK:
        above = [node for node in lattice.edges if _is_directly_above(weak, node, lattice)]
        for part, belongs in _PARTS.items():
            members = tuple(node for node in above if belongs(NODES[node]))
            if len(members) > 1:
                found.setdefault(members, Family(weak, part, members))
    return tuple(found.values())


def _is_directly_above(weak: str, node: str, lattice: Lattice) -> bool:
    """Whether a weak dtype is the only one directly below a strong dtype."""
    below = [each for each, above in lattice.edges.items() if node in above]
    return not NODES[node].weak and below == [weak]


def shared(
    lattice: Lattice, results: Callable[[str], tuple[str, ...] | None]
) -> dict[Family, Pattern]:
    """The families whose members share an overload, with the pattern of their results.

    Args:
        lattice: the lattice of the dtypes.
        results: a function from a dtype of operands to the nodes of the results, None if JAX
            refuses them, or if they need an overload of their own.

    Returns:
        The patterns by families that have no member in common.
    """
    found: dict[Family, Pattern] = {}
    for family in families(lattice):
        patterns = {_pattern(member, results(member)) for member in family.members}
        pattern = patterns.pop() if len(patterns) == 1 else None
        if pattern is not None and members(found).isdisjoint(family.members):
            found[family] = pattern
    return found


def _pattern(member: str, results: tuple[str, ...] | None) -> Pattern | None:
    return None if results is None else tuple(None if r == member else r for r in results)


def classes(pattern: Pattern) -> tuple[str, ...]:
    """The dtype classes of the results, with the type variable for the dtype of the operands."""
    return tuple(VARIABLE if node is None else result_class(node) for node in pattern)


def members(of: Iterable[Family]) -> set[str]:
    """The members of several families."""
    return {node for family in of for node in family.members}


def places(of: Iterable[Family], nodes: Collection[str]) -> dict[str, Family]:
    """The families by the first of their members among some nodes in order.

    There stands the overload of the family: behind those for calls without a member, and before
    those for two different members.
    """
    found = ((next((n for n in nodes if n in each.members), None), each) for each in of)
    return {node: family for node, family in found if node is not None}


def definitions(lattice: Lattice) -> Iterator[str]:
    """The classes of the families, and the type variable for their members."""
    yield f'{VARIABLE} = TypeVar("{VARIABLE}")'
    for family in families(lattice):
        yield f"class {family.name}(Generic[{VARIABLE}]): ..."


def bases(node: str, lattice: Lattice) -> list[str]:
    """The additional base classes of a member."""
    name = dtype_class(node)
    return [f"{each.name}[{name}]" for each in families(lattice) if node in each.members]
