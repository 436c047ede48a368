"""Spells the promotion of two operands out as overloads, one for each result.

In a linear extension of the lattice, the first node above both operands is their join. So the
overloads ask for "both operands below R" and stand in that order.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from promo_stubgen.numpy_types import NUMPY_NODES, scalar_type
from promo_stubgen.pair_table import PairTable, Result, necessary
from promo_typing.dtypes import NODES, PYTHON_SCALARS
from promo_typing.semantics import Semantics
from promo_typing.stub_names import BOTTOM, dtype_class, marker_class

ABSTRACT: Final = "_Abstract"
ANY_ARRAY: Final = "Array[Any]"
UNKNOWN_NUMPY: Final = "np.ndarray[Any, Any] | np.number[Any] | np.bool_"
NUMPY_PYTHON_SCALARS: Final = ("float64", "complex128")
"""These NumPy scalars are Python scalars for a type checker, but they are not weak for JAX."""


@dataclass(frozen=True, slots=True)
class Overload:
    """One overload: the dtype of the array, the other operand, and the returned type."""

    array: str
    other: str
    returns: str


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
    return _tuple_of([f"Array[{dtype_class(node)}]" for node in nodes])


def unknown_result(table: PairTable) -> str:
    """What is known of the result when the dtype of an operand is not."""
    possible = table.possible_results()
    if len(possible) == 1:
        return array_of(possible.pop())
    return _tuple_of([ANY_ARRAY] * len(possible.pop()))


def array_overloads(table: PairTable) -> list[Overload]:
    """The overloads for an array and, after it, another operand."""
    unknown = unknown_result(table)
    return [
        Overload(BOTTOM, "Any", unknown),
        Overload("Any", f"Array[{BOTTOM}]", unknown),
        *_numpy_python_scalars(table),
        *_bool_and_array(table),
        *_bool_and_scalar(table),
        *_by_join(table, others=(*PYTHON_SCALARS, *NODES)),
        *_numpy_operands(table),
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
        *_by_join(table, others=tuple(PYTHON_SCALARS)),
        *_numpy_operands(table),
        Overload(ABSTRACT, "StaticScalar | np.ndarray[Any, Any]", unknown),
        Overload("Any", UNKNOWN_NUMPY, unknown),
    ]


def _by_join(table: PairTable, others: tuple[str, ...]) -> Iterable[Overload]:
    exceptions = {join: table.exceptions(join, others) for join in table.lattice.nodes}
    marked = [join for join, rows in exceptions.items() if rows]
    joins = necessary(table.lattice, lambda join: _usual(table, join, others), keep=marked)
    for join, (arrays, scalars) in joins.items():
        for array, row in exceptions[join].items():
            yield from _exceptional(array, row)
        yield from _of_join(table, join, arrays, scalars)


def _usual(table: PairTable, join: str, others: tuple[str, ...]) -> tuple[Result, Result] | None:
    """The results for arrays and for Python scalars; None if there is neither."""
    arrays = table.usual(join, join) if join in others else None
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


def _exceptional(array: str, row: dict[str, Result]) -> Iterable[Overload]:
    """Overloads for one dtype of the array: scalars and weak arrays first, then by result."""
    concrete: dict[tuple[str, ...], list[str]] = {}
    for other in sorted(row, key=[*PYTHON_SCALARS, *reversed(NODES)].index):
        result = row[other]
        if result is None:
            continue
        if other in PYTHON_SCALARS:
            yield Overload(dtype_class(array), other, array_of(result))
        elif NODES[other].weak:
            yield Overload(dtype_class(array), f"Array[{other}]", array_of(result))
        else:
            concrete.setdefault(result, []).append(other)
    for result, others in concrete.items():
        classes = " | ".join(dtype_class(other) for other in reversed(others))
        yield Overload(dtype_class(array), f"Array[{classes}]", array_of(result))


def _bool_and_array(table: PairTable) -> Iterable[Overload]:
    """For an array of bools where two bools are refused: the result is that of the numbers."""
    if table.rejects_only_bool():
        yield Overload(dtype_class("bool"), "Array[_Number]", "Array[_Number]")


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
            lambda join, node=node: (
                table.usual(join, join) if table.lattice.is_below(node, join) else None
            ),
        )
        for join, result in joins.items():
            if result is not None:
                yield Overload(marker_class(join), f"np.{name}", array_of(result))


def _numpy_operands(table: PairTable) -> Iterable[Overload]:
    unknown = f"np.ndarray[Any, np.dtype[{BOTTOM}]]"
    yield Overload("Any", unknown, unknown_result(table))
    canonical = {name: table.semantics.canonical(name) for name in NUMPY_NODES}
    exceptions = {j: table.exceptions(j, canonical.values()) for j in table.lattice.nodes}
    marked = [join for join, rows in exceptions.items() if rows]
    joins = necessary(table.lattice, lambda join: table.usual(join, join), keep=marked)
    for join, result in joins.items():
        for array, row in exceptions[join].items():
            yield from _exceptional_numpy(array, row, canonical)
        array = number_marker(join) if table.rejects_only_bool() else marker_class(join)
        yield Overload(array, numpy_alias(join), array_of(result))


def _exceptional_numpy(
    array: str, row: dict[str, Result], canonical: dict[str, str]
) -> Iterable[Overload]:
    by_result: dict[tuple[str, ...], list[str]] = {}
    for name, node in canonical.items():
        result = row.get(node)
        if result is not None:
            by_result.setdefault(result, []).append(name)
    for result, names in by_result.items():
        yield Overload(dtype_class(array), numpy_operand(names), array_of(result))


def _same_dtype(table: PairTable) -> Iterable[Overload]:
    """``x + x`` for an array of a TypeVar is an array of that TypeVar."""
    if table.keeps_every_dtype():
        yield Overload("_Dtype", "Array[_Dtype]", "Array[_Dtype]")


def _abstract(unknown: str) -> Iterable[Overload]:
    """For ``Array[jnp.floating]`` and arrays of a TypeVar, whose dtype is not a concrete one."""
    yield Overload(ABSTRACT, "ArrayLike", unknown)
    yield Overload("Any", f"Array[{ABSTRACT}]", unknown)
    yield Overload("Any", UNKNOWN_NUMPY, unknown)


def _tuple_of(arrays: Sequence[str]) -> str:
    return arrays[0] if len(arrays) == 1 else f"tuple[{', '.join(arrays)}]"
