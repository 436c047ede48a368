"""Spells the promotion of two operands out as overloads, one for each result.

In a linear extension of the lattice, the first node above both operands is their join. So the
overloads ask for "both operands below R" and stand in that order.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from promo_stubgen.numpy_types import NUMPY_NODES
from promo_typing.dtypes import PYTHON_SCALARS
from promo_typing.lattice import Lattice
from promo_typing.semantics import Semantics
from promo_typing.stub_names import BOTTOM, dtype_class, marker_class

ABSTRACT = "_Abstract"
ANY_ARRAY = "Array[Any]"
UNKNOWN_NUMPY = "np.ndarray[Any, Any] | np.number[Any] | np.bool_"

Results: TypeAlias = Mapping[str, tuple[str, ...] | None]
"""What comes out, by the join of the operands; None where the operation rejects that join."""


@dataclass(frozen=True, slots=True)
class Overload:
    """One overload: the dtype of the left array, the right operand, and the returned type."""

    left: str
    right: str
    returns: str


def numpy_alias(node: str) -> str:
    """The alias for the NumPy arrays and scalars that may be promoted to a node."""
    return f"_NumPyUpto_{node}"


def numpy_members(node: str, semantics: Semantics) -> list[str]:
    """The dtypes of NumPy that JAX, having taken them in, may promote to a node."""
    below = semantics.lattice.is_below
    return [name for name in NUMPY_NODES if below(semantics.canonical(name), node)]


def array_of(nodes: tuple[str, ...]) -> str:
    """The annotation of a result: one array, or a tuple of them."""
    arrays = [f"Array[{dtype_class(node)}]" for node in nodes]
    return arrays[0] if len(arrays) == 1 else f"tuple[{', '.join(arrays)}]"


def binary_overloads(results: Results, semantics: Semantics) -> list[Overload]:
    """All overloads of an operator or function of two operands, the left one an array."""
    lattice = semantics.lattice
    unknown = _unknown_result(results)
    joins = necessary_joins(results, lattice)
    return [
        Overload(BOTTOM, "Any", unknown),
        Overload("Any", f"Array[{BOTTOM}]", unknown),
        *_numpy_python_scalars(results, semantics),
        *(_array_overload(join, array_of(nodes), lattice) for join, nodes in joins.items()),
        *(
            Overload(marker_class(join), numpy_alias(join), array_of(nodes))
            for join, nodes in joins.items()
        ),
        *_abstract_overloads(results, unknown),
    ]


def necessary_joins(results: Results, lattice: Lattice) -> dict[str, tuple[str, ...]]:
    """The results that need an overload, in their order.

    A join is left out if its operands find the same result in the next overload that takes them:
    eighteen overloads are enough for a comparison.
    """
    kept: dict[str, tuple[str, ...]] = {}
    for node in reversed(search_order(lattice)):
        result = results[node]
        following = next((k for k in reversed(kept) if lattice.is_below(node, k)), None)
        if result is not None and (following is None or kept[following] != result):
            kept[node] = result
    return dict(reversed(kept.items()))


def search_order(lattice: Lattice) -> tuple[str, ...]:
    """A linear extension in which, among equals, the node with most dtypes below it is first."""
    place = lattice.linear_extension()

    def rank(node: str) -> tuple[int, int]:
        above = sum(lattice.is_below(node, other) for other in place)
        below = sum(lattice.is_below(other, node) for other in place)
        return -above, -below

    return tuple(sorted(place, key=rank))


def _unknown_result(results: Results) -> str:
    """What is known of the result when an operand is not."""
    possible = {result for result in results.values() if result is not None}
    if len(possible) == 1:
        return array_of(possible.pop())
    count = len(next(iter(possible)))
    return ANY_ARRAY if count == 1 else f"tuple[{', '.join([ANY_ARRAY] * count)}]"


def _array_overload(join: str, returns: str, lattice: Lattice) -> Overload:
    below = [name for name, node in PYTHON_SCALARS.items() if lattice.is_below(node, join)]
    # For a type checker, float includes int, complex includes both, and int includes bool.
    scalar = f" | {below[-1]}" if below else ""
    return Overload(marker_class(join), f"Array[{marker_class(join)}]{scalar}", returns)


def _numpy_python_scalars(results: Results, semantics: Semantics) -> Iterable[Overload]:
    """``np.float64`` is a Python float for a type checker, but it is not weak for JAX."""
    for name in ("float64", "complex128"):
        node = semantics.canonical(name)
        above = {
            join: result if semantics.lattice.is_below(node, join) else None
            for join, result in results.items()
        }
        for join, nodes in necessary_joins(above, semantics.lattice).items():
            yield Overload(marker_class(join), f"np.{name}", array_of(nodes))


def _abstract_overloads(results: Results, unknown: str) -> Iterable[Overload]:
    """For ``Array[jnp.floating]`` and arrays of a TypeVar, whose dtype is not a concrete one."""
    if all(result == (node,) for node, result in results.items() if result is not None):
        yield Overload("_D", "Array[_D]", "Array[_D]")
    yield Overload(ABSTRACT, "ArrayLike", unknown)
    yield Overload("Any", f"Array[{ABSTRACT}]", unknown)
    yield Overload("Any", UNKNOWN_NUMPY, unknown)
