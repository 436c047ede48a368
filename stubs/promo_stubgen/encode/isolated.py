"""Isolated dtypes, above which there is no other, such as float8: one overload for a family.

Such a dtype is the join of itself and of whatever may be promoted to the weak dtype of its family.
So it inherits from a generic class, in which it stands for itself::

    class _Isolated_weak_float(Generic[_IsolatedT]): ...
    class float8_e5m2(..., _Isolated_weak_float[float8_e5m2]): ...

The type parameter is invariant, so that two different ones do not match
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
        lattice: the dtypes.
        results: what comes of operands of a dtype, as classes; None if JAX refuses them.

    Returns:
        By the weak dtype of a family the results: of the same classes for each member, or each
        time :data:`VARIABLE` if a member comes out as it goes in.
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
