"""Spells the promotion of two operands out as overloads, one for each result.

In a linear extension of the lattice, the first node above both operands is their join. So the
overloads ask for "both operands below R" and stand in that order.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, TypeAlias

from promo_stubgen import lone
from promo_stubgen.numpy_types import NUMPY_NODES, scalar_type
from promo_stubgen.pair_table import UNKNOWN, PairTable, Result, necessary
from promo_typing.dtypes import CONCRETE, NODES, PYTHON_SCALARS, WEAK
from promo_typing.semantics import Semantics
from promo_typing.stub_names import BOTTOM, dtype_class, marker_class

ABSTRACT: Final = "_Abstract"
"""The protocol of all dtypes but the concrete ones of JAX."""

ABSTRACT_VARIABLE: Final = "_AbstractT"
NUMBER_VARIABLE: Final = "_NumberT"
ANY_ARRAY: Final = "Array[Any]"
UNKNOWN_NUMPY: Final = "_NumPyUnknown"
"""The alias for NumPy arrays and scalars of whatever dtype."""

UNTOLD: Final = f"Array[{ABSTRACT}] | {UNKNOWN_NUMPY} | complex"
"""All of ``ArrayLike`` but the arrays of a known dtype.

An operand that is annotated with the whole union must be accepted, though JAX refuses some dtypes.
Where no other overload takes it, one with this operand does, and says nothing of the dtype.
"""

NUMPY_PYTHON_SCALARS: Final = ("float64", "complex128")
"""These NumPy scalars are Python scalars for a type checker, but they are not weak for JAX."""


@dataclass(frozen=True, slots=True)
class Overload:
    """One overload: the dtype of the array, the other operand, and the returned type."""

    array: str
    other: str
    returns: str


_MARKER: Final = re.compile(r"\b" + re.escape(marker_class("")) + r"(\w+)")

_Operand: TypeAlias = tuple[str, str]
"""The annotation of the other operand, and the result with it."""


def number_marker(node: str) -> str:
    """The marker for what may be promoted to a node, bool excepted."""
    return f"_NumberUpto_{node}"


def numpy_alias(node: str) -> str:
    """The alias for the NumPy arrays and scalars that may be promoted to a node."""
    return f"_NumPyUpto_{node}"


def numpy_below(node: str, semantics: Semantics) -> list[str]:
    """The dtypes of NumPy that JAX, having taken them in, may promote to a node."""
    below = semantics.lattice.is_below
    return [name for name in NUMPY_NODES if below(semantics.canonical(name), node)]


def numpy_operand(names: Iterable[str]) -> str:
    """The annotation of NumPy arrays and scalars of these dtypes."""
    members = " | ".join(scalar_type(name) for name in names)
    return f"np.ndarray[Any, np.dtype[{members}]] | {members}"


def array_of(nodes: tuple[str, ...]) -> str:
    """The annotation of a result: one array, or a tuple of them."""
    return _tuple_of([f"Array[{result_class(node)}]" for node in nodes])


def result_class(node: str) -> str:
    """The dtype class of a result, ``Any`` if it is unknown."""
    return UNKNOWN if node == UNKNOWN else dtype_class(node)


def unknown_result(table: PairTable) -> str:
    """What is known of the result when the dtype of an operand is not."""
    possible = table.possible_results()
    if len(possible) == 1:
        return array_of(possible.pop())
    return _tuple_of([ANY_ARRAY] * len(table.rule.results))


def array_overloads(table: PairTable) -> list[Overload]:
    """The overloads for an array and, after it, another operand."""
    unknown = unknown_result(table)
    return [
        Overload(BOTTOM, "Any", unknown),
        Overload("Any", f"Array[{BOTTOM}]", unknown),
        *_numpy_python_scalars(table),
        *_bool_and_array(table),
        *_bool_and_scalar(table),
        *_by_join_with_numpy(table),
        *_same_dtype(table),
        *_abstract(unknown),
    ]


def reflected_overloads(table: PairTable) -> list[Overload]:
    """The overloads for an array and, before it, an operand that is no JAX array."""
    unknown = unknown_result(table)
    return [
        Overload(BOTTOM, "Any", unknown),
        *_numpy_python_scalars(table),
        *_bool_and_scalar(table),
        *_by_join(table, with_arrays=False),
        *_numpy_operands(table),
        Overload(ABSTRACT, "StaticScalar | np.ndarray[Any, Any]", unknown),
        Overload("Any", UNKNOWN_NUMPY, unknown),
    ]


def _by_join_with_numpy(table: PairTable) -> Iterable[Overload]:
    """Operands of NumPy beside the arrays where their results agree: half the overloads to try."""
    others = {*PYTHON_SCALARS, *NODES}
    if any(table.exceptions(join, others) for join in table.lattice.nodes):
        yield from _by_join(table, with_arrays=True)
        yield from _numpy_operands(table)
        return
    yield _unknown_numpy(table)
    for overload in _by_join(table, with_arrays=True):
        marker = _MARKER.search(overload.other)
        numpy = f" | {numpy_alias(marker[1])}" if marker else ""
        yield replace(overload, other=overload.other + numpy)


def _by_join(table: PairTable, with_arrays: bool) -> Iterable[Overload]:
    others = {*PYTHON_SCALARS, *(NODES if with_arrays else ())}
    exceptions = {join: table.exceptions(join, others) for join in table.lattice.nodes}
    marked = [join for join, rows in exceptions.items() if rows]
    joins = necessary(table.lattice, lambda join: _usual(table, join, with_arrays), keep=marked)
    families = _families(table, joins, marked)
    alone = lone.members(table.lattice, families)
    for join, (arrays, scalars) in joins.items():
        yield from _merged(exceptions[join], lambda row: _exceptional(row, with_arrays))
        if join not in alone:
            yield from _of_join(table, join, arrays, scalars)
    for weak, returns in families.items():
        yield from _of_family(table, weak, with_arrays, returns)


def _families(
    table: PairTable, joins: Mapping[str, tuple[Result, Result]], marked: Collection[str]
) -> dict[str, str]:
    """The families of lone dtypes that have the same result with whatever else they take."""

    def results(node: str) -> Result:
        usual = {each for each in joins.get(node, (None,)) if each is not None}
        known = usual.pop() if len(usual) == 1 and node not in marked else None
        return None if known is None else tuple(map(result_class, known))

    found = lone.shared(table.lattice, results)
    return {weak: _tuple_of([f"Array[{each}]" for each in nodes]) for weak, nodes in found.items()}


def _of_family(table: PairTable, weak: str, with_arrays: bool, returns: str) -> Iterable[Overload]:
    array, scalar = f"Array[{marker_class(weak)}]", _widest_scalar(table, weak)
    family = lone.array(weak)
    own = family.removeprefix("Array[").removesuffix("]")
    yield Overload(own, f"{family} | {array} | {scalar}" if with_arrays else str(scalar), returns)
    if with_arrays:
        below = number_marker(weak) if table.rejects_only_bool() else marker_class(weak)
        yield Overload(below, family, returns)


def _usual(table: PairTable, join: str, with_arrays: bool) -> tuple[Result, Result] | None:
    """The results for arrays and for Python scalars; None if there is neither."""
    arrays = table.usual(join, join) if with_arrays else None
    scalar = _widest_scalar(table, join)
    scalars = table.usual(join, scalar) if scalar else None
    return None if arrays is None and scalars is None else (arrays, scalars)


def _of_join(table: PairTable, join: str, arrays: Result, scalars: Result) -> Iterable[Overload]:
    array = number_marker(join) if table.rejects_only_bool() else marker_class(join)
    annotation = f"Array[{marker_class(join)}]"
    scalar = _widest_scalar(table, join)
    if arrays is not None and arrays == scalars:
        yield Overload(array, f"{annotation} | {scalar}", array_of(arrays))
        return
    if arrays is not None:
        yield Overload(array, annotation, array_of(arrays))
    if scalars is not None and scalar is not None:
        yield Overload(array, scalar, array_of(scalars))


def _widest_scalar(table: PairTable, join: str) -> str | None:
    """The Python type for all Python scalars that may be promoted to a node.

    For a type checker, complex includes float, float includes int, and int includes bool.
    """
    below = [s for s, node in PYTHON_SCALARS.items() if table.lattice.is_below(node, join)]
    return below[-1] if below else None


def _merged(
    rows: dict[str, dict[str, Result]], operands: Callable[[dict[str, Result]], list[_Operand]]
) -> Iterable[Overload]:
    """The overloads of exceptional rows; concrete dtypes with equal rows share theirs."""
    concrete: dict[tuple[_Operand, ...], list[str]] = {}
    for array, row in rows.items():
        found = operands(row)
        if NODES[array].weak:
            yield from (Overload(dtype_class(array), *operand) for operand in found)
        else:
            concrete.setdefault(tuple(found), []).append(dtype_class(array))
    for found_once, arrays in concrete.items():
        yield from (Overload(" | ".join(arrays), *operand) for operand in found_once)


def _exceptional(row: dict[str, Result], with_arrays: bool) -> list[_Operand]:
    """The other operands of one row: scalars and weak arrays first, then by result."""
    known = {other: result for other, result in row.items() if result is not None}
    scalars = [(s, array_of(known[s])) for s in PYTHON_SCALARS if s in known]
    if not with_arrays:
        return scalars
    weak = [(f"Array[{node}]", array_of(known[node])) for node in WEAK if node in known]
    by_result: dict[tuple[str, ...], list[str]] = {}
    for node in CONCRETE:
        if node in known:
            by_result.setdefault(known[node], []).append(dtype_class(node))
    concrete = [(f"Array[{' | '.join(c)}]", array_of(result)) for result, c in by_result.items()]
    return [*scalars, *weak, *concrete]


def _bool_and_array(table: PairTable) -> Iterable[Overload]:
    """For an array of bools where two bools are refused: the result is that of the numbers."""
    if table.rejects_only_bool():
        yield Overload(
            dtype_class("bool"), f"Array[{NUMBER_VARIABLE}]", f"Array[{NUMBER_VARIABLE}]"
        )


def _bool_and_scalar(table: PairTable) -> Iterable[Overload]:
    if not table.rejects_only_bool():
        return
    for scalar in PYTHON_SCALARS:
        result = table.result("bool", scalar)
        if result is not None:
            yield Overload(dtype_class("bool"), scalar, array_of(result))


def _numpy_python_scalars(table: PairTable) -> Iterable[Overload]:
    for name in NUMPY_PYTHON_SCALARS:
        node = table.semantics.canonical(name)
        joins = necessary(
            table.lattice,
            partial(_usual_above, table, node),
        )
        for join, result in joins.items():
            if result is not None:
                yield Overload(marker_class(join), f"np.{name}", array_of(result))


def _usual_above(table: PairTable, node: str, join: str) -> Result:
    return table.usual(join, join) if table.lattice.is_below(node, join) else None


def _numpy_operands(table: PairTable) -> Iterable[Overload]:
    yield _unknown_numpy(table)
    canonical = {name: table.semantics.canonical(name) for name in NUMPY_NODES}
    exceptions = {j: table.exceptions(j, canonical.values()) for j in table.lattice.nodes}
    marked = [join for join, rows in exceptions.items() if rows]
    joins = necessary(table.lattice, lambda join: table.usual(join, join), keep=marked)
    usual = {join: (result, None) for join, result in joins.items()}
    families = _families(table, usual, marked)
    alone = lone.members(table.lattice, families)
    for join, result in joins.items():
        yield from _merged(exceptions[join], lambda row: _exceptional_numpy(row, canonical))
        array = number_marker(join) if table.rejects_only_bool() else marker_class(join)
        if join not in alone:
            yield Overload(array, numpy_alias(join), array_of(result))
    for weak, returns in families.items():
        own = lone.array(weak).removeprefix("Array[").removesuffix("]")
        yield Overload(own, numpy_alias(weak), returns)


def _unknown_numpy(table: PairTable) -> Overload:
    return Overload("Any", f"np.ndarray[Any, np.dtype[{BOTTOM}]]", unknown_result(table))


def _exceptional_numpy(row: dict[str, Result], canonical: dict[str, str]) -> list[_Operand]:
    by_result: dict[tuple[str, ...], list[str]] = {}
    for name, node in canonical.items():
        result = row.get(node)
        if result is not None:
            by_result.setdefault(result, []).append(name)
    return [(numpy_operand(names), array_of(result)) for result, names in by_result.items()]


def _same_dtype(table: PairTable) -> Iterable[Overload]:
    """``x + x`` for an array of a TypeVar is an array of that TypeVar."""
    if table.keeps_every_dtype():
        yield Overload(
            ABSTRACT_VARIABLE, f"Array[{ABSTRACT_VARIABLE}]", f"Array[{ABSTRACT_VARIABLE}]"
        )


def _abstract(unknown: str) -> Iterable[Overload]:
    """For ``Array[jnp.floating]`` and arrays of a TypeVar, whose dtype is not a concrete one."""
    yield Overload(ABSTRACT, "ArrayLike", unknown)
    yield Overload("Any", f"Array[{ABSTRACT}]", unknown)
    yield Overload("Any", UNKNOWN_NUMPY, unknown)


def _tuple_of(arrays: Sequence[str]) -> str:
    return arrays[0] if len(arrays) == 1 else f"tuple[{', '.join(arrays)}]"
