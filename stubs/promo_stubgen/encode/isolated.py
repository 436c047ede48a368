"""Isolated dtypes, with no dtype above them, such as float8: one overload for a family.

Such a dtype is the join of itself with itself, and with all that may be promoted to the weak dtype
below its family. So it inherits from a generic class, with itself as type argument::

    class _Isolated_weak_float(Generic[_IsolatedT]): ...
    class float8_e5m2(..., _Isolated_weak_float[float8_e5m2]): ...

The type parameter is invariant, so that two different dtypes do not match
``_Isolated_weak_float[T]``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Final

from promo_stubgen.ir.annotation import Annotation, Name, Subscript
from promo_typing.core.dtypes import WEAK
from promo_typing.lattice import Lattice

VARIABLE: Final = "_IsolatedT"


def isolated_class(weak: str) -> str:
    """The generic class of the isolated dtypes above a weak one."""
    return f"_Isolated_{weak}"


def families(lattice: Lattice) -> dict[str, list[str]]:
    """The isolated dtypes by the weak dtype below them."""
    found: dict[str, list[str]] = {}
    for node, above in lattice.edges.items():
        below = [each for each, ups in lattice.edges.items() if node in ups]
        if not above and len(below) == 1 and below[0] in WEAK:
            found.setdefault(below[0], []).append(node)
    return found


def shared(
    lattice: Lattice, results: Callable[[str], tuple[str, ...] | None]
) -> dict[str, tuple[str, ...]]:
    """The families whose members share an overload, with the classes of its results.

    Args:
        lattice: the lattice of the dtypes.
        results: a function from a dtype of operands to the classes of the results, None if JAX
            refuses them.

    Returns:
        The results for each family, by its weak dtype: the classes that all members share, or
        :data:`VARIABLE` for each result if all members keep their dtype.
    """
    found: dict[str, tuple[str, ...]] = {}
    for weak, members in families(lattice).items():
        answers = {member: results(member) for member in members}
        common = set(answers.values())
        if all(answer and set(answer) == {member} for member, answer in answers.items()):
            found[weak] = (VARIABLE,) * len(answers[members[0]] or ())
        elif len(common) == 1 and (only := common.pop()):
            found[weak] = only
    return found


def any_member(weak: str) -> Annotation:
    """The dtype of an array of any member of a family."""
    return Subscript(isolated_class(weak), (Name(VARIABLE),))


def members(lattice: Lattice, weak: Collection[str]) -> set[str]:
    """The members of several families."""
    return {node for each in weak for node in families(lattice)[each]}


def definitions(lattice: Lattice) -> Iterator[str]:
    """The classes of the families, and the type variable for their members."""
    yield f'{VARIABLE} = TypeVar("{VARIABLE}")'
    for weak in families(lattice):
        yield f"class {isolated_class(weak)}(Generic[{VARIABLE}]): ..."


def base(node: str, lattice: Lattice) -> list[str]:
    """The additional base class of an isolated dtype."""
    return [
        f"{isolated_class(weak)}[{node}]"
        for weak, members in families(lattice).items()
        if node in members
    ]
