"""Encodes the promotion of two operands as overloads, one for each result.

In a linear extension of the lattice, the first node above both operands is their join. So there is
an overload "both operands may be promoted to R" for each node R, in that order.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeAlias

from promo_stubgen.encode import isolated
from promo_stubgen.encode.numpy_types import NUMPY_NODES
from promo_stubgen.encode.operand_types import (
    ABSTRACT,
    ABSTRACT_VARIABLE,
    FOREIGN,
    NUMBER_VARIABLE,
    NUMPY_OF_ANY,
    NUMPY_PYTHON_SCALARS,
    OF_ANY,
    UNKNOWN_NUMPY,
    number_marker,
    numpy_alias,
    numpy_operand,
    result_class,
    result_of,
)
from promo_stubgen.encode.pair_table import (
    WEAK_FIRST,
    PairTable,
    Result,
    necessary,
    widest_scalar,
)
from promo_stubgen.ir.annotation import ANY, Annotation, Name, union
from promo_stubgen.ir.arrays import (
    ANY_ARRAY,
    ARRAY_LIKE,
    array,
    array_of_classes,
    tuple_of,
)
from promo_typing.core.dtypes import NODES, PYTHON_SCALARS, WEAK
from promo_typing.core.stub_names import BOTTOM, dtype_class, marker_class
from promo_typing.lattice.semantics import Semantics
from promo_typing.rules.model import array_count


@dataclass(frozen=True, slots=True)
class Overload:
    """One overload: the dtype of the array, the other operand, and the returned type.

    In an overload for a join, ``join`` is the node to which the operands are promoted.
    """

    dtype: Annotation
    other: Annotation
    returns: Annotation
    join: str | None = None


_Group: TypeAlias = tuple[list[str], tuple[str, ...]]
"""Some operands, and the result that all of them have."""


def unknown_result(table: PairTable) -> Annotation:
    """The annotation of the result if the dtype of an operand is unknown."""
    if _is_constant(table):
        return result_of(table.possible_results().pop())
    return tuple_of([ANY_ARRAY] * array_count(table.rule))


def array_overloads(table: PairTable) -> list[Overload]:
    """The overloads for an array on the left."""
    unknown = unknown_result(table)
    of_any = Overload(ANY, OF_ANY, unknown)
    special = [of_any, *_numpy_python_scalars(table)]
    known = [
        *_bool_and_array(table),
        *_bool_and_scalar(table),
        *_exceptional_overloads(table, with_arrays=True),
        *_by_join_with_numpy(table),
    ]
    # If all results are the same, as for `<`, no overload is special. mypy compares only the first
    # one with a protocol such as `SupportsDunderLT`: it must take an array of that dtype.
    return [
        Overload(Name(BOTTOM), ANY, unknown),
        *([*known, of_any] if _is_constant(table) else [*special, *known]),
        *_same_dtype(table),
        *_abstract(unknown),
    ]


def _is_constant(table: PairTable) -> bool:
    return len(table.possible_results()) == 1


def reflected_overloads(table: PairTable) -> list[Overload]:
    """The overloads for an array on the right, with a left operand that is no JAX array."""
    unknown = unknown_result(table)
    return [
        Overload(Name(BOTTOM), ANY, unknown),
        *_numpy_python_scalars(table),
        *_bool_and_scalar(table),
        Overload(ANY, NUMPY_OF_ANY, unknown),
        *_exceptional_overloads(table, with_arrays=False),
        *_by_join(table, with_arrays=False),
        *_numpy_operands(table),
        Overload(Name(ABSTRACT), FOREIGN, unknown),
        Overload(ANY, UNKNOWN_NUMPY, unknown),
    ]


def _by_join_with_numpy(table: PairTable) -> Iterable[Overload]:
    """The overloads by join, which take NumPy operands beside arrays: that saves half of them."""
    for overload in _by_join(table, with_arrays=True):
        numpy = [Name(numpy_alias(overload.join))] if overload.join else []
        yield replace(overload, other=union(overload.other, *numpy))


def _by_join(table: PairTable, with_arrays: bool) -> Iterable[Overload]:
    joins = necessary(table.lattice, lambda join: _usual(table, join, with_arrays))
    families = _families(table, joins)
    alone = isolated.members(table.lattice, families)
    for join, (arrays, scalars) in joins.items():
        if join not in alone:
            yield from _of_join(table, join, arrays, scalars)
    for weak, returns in families.items():
        member = isolated.families(table.lattice)[weak][0]
        takes_arrays = with_arrays and joins[member][0] is not None
        yield from _of_family(table, weak, takes_arrays, returns)


def _families(
    table: PairTable, joins: Mapping[str, tuple[Result, Result]]
) -> dict[str, Annotation]:
    """The families of isolated dtypes that have the same result with all other operands."""

    def results(node: str) -> Result:
        usual = {each for each in joins.get(node, (None,)) if each is not None}
        return tuple(map(result_class, usual.pop())) if len(usual) == 1 else None

    found = isolated.shared(table.lattice, results)
    members = isolated.families(table.lattice)
    return {
        weak: tuple_of([array(Name(each)) for each in classes])
        for weak, classes in found.items()
        # Either all members take arrays or none: JAX refuses powers of its smallest integers.
        if len({joins[member][0] is None for member in members[weak]}) == 1
    }


def _of_family(
    table: PairTable, weak: str, with_arrays: bool, returns: Annotation
) -> Iterable[Overload]:
    own, scalar = isolated.any_member(weak), Name(str(widest_scalar(table.lattice, weak)))
    if not with_arrays:
        yield Overload(own, scalar, returns)
        return
    below = array(Name(marker_class(weak)))
    yield Overload(own, union(array(own), below, scalar), returns, weak)
    yield Overload(_marker(table, weak), array(own), returns)


def _marker(table: PairTable, join: str) -> Annotation:
    """The marker of arrays that may be promoted to a node, and that the rule accepts."""
    number = table.rejects_only_bool()
    return Name(number_marker(join) if number else marker_class(join))


def _usual(table: PairTable, join: str, with_arrays: bool) -> tuple[Result, Result] | None:
    """The usual results of a join for arrays and for Python scalars; None if JAX refuses both."""
    arrays = table.usual(join, join) if with_arrays else None
    scalar = widest_scalar(table.lattice, join)
    scalars = table.usual(join, scalar) if scalar else None
    return None if arrays is None and scalars is None else (arrays, scalars)


def _of_join(table: PairTable, join: str, arrays: Result, scalars: Result) -> Iterable[Overload]:
    own, other = _marker(table, join), array(Name(marker_class(join)))
    scalar = widest_scalar(table.lattice, join)
    if arrays is not None and arrays == scalars:
        yield Overload(own, union(other, Name(str(scalar))), result_of(arrays), join)
        return
    if arrays is not None:
        yield Overload(own, other, result_of(arrays), join)
    if scalars is not None and scalar is not None:
        yield Overload(own, Name(scalar), result_of(scalars))


def _exceptional_overloads(table: PairTable, with_arrays: bool) -> Iterable[Overload]:
    """The overloads for operands whose result the join does not decide, weak arrays first."""
    rows = table.exceptions((*PYTHON_SCALARS, *WEAK_FIRST))
    shared: dict[tuple[int, Annotation, Annotation], list[Annotation]] = {}
    for node, row in rows.items():
        for place, (others, result) in enumerate(_by_result(row, table.semantics)):
            other, own = _exceptional(others, table.semantics, with_arrays), Name(dtype_class(node))
            if other and NODES[node].weak:
                yield Overload(own, other, result_of(result))
            elif other:
                key = place, other, result_of(result)
                shared.setdefault(key, []).append(own)
    for place in sorted({place for place, *_ in shared}):
        for (its_place, other, returns), dtypes in shared.items():
            if its_place == place:
                yield Overload(union(*dtypes), other, returns)


def _by_result(row: dict[str, Result], semantics: Semantics) -> list[_Group]:
    """The operands of a row, grouped by result; weak ones come before those they inherit from."""
    groups: list[_Group] = []
    place: dict[str, int] = {}
    for other, result in row.items():
        if result is None:
            continue
        least = max(
            (p for each, p in place.items() if _is_taken_for(each, other, semantics)), default=0
        )
        at = next((i for i, (_, r) in enumerate(groups) if i >= least and r == result), len(groups))
        if at == len(groups):
            groups.append(([], result))
        groups[at][0].append(other)
        place[other] = at
    return groups


def _is_taken_for(one: str, other: str, semantics: Semantics) -> bool:
    """Whether checkers also accept one operand where another is expected."""
    if one in PYTHON_SCALARS:
        return other in PYTHON_SCALARS
    return one in WEAK and semantics.strong(one) == other


def _exceptional(
    others: Sequence[str], semantics: Semantics, with_arrays: bool
) -> Annotation | None:
    """The annotation of Python scalars, arrays, and NumPy operands that become such arrays."""
    scalars = [each for each in others if each in PYTHON_SCALARS]
    nodes = [each for each in others if each in NODES]
    names = [name for name in NUMPY_NODES if semantics.canonical(name) in nodes]
    found: list[Annotation] = [Name(each) for each in scalars[-1:]]
    if nodes and with_arrays:
        found.append(array_of_classes(*map(dtype_class, nodes)))
    if names:
        found.append(numpy_operand(names))
    return union(*found) if found else None


def _bool_and_array(table: PairTable) -> Iterable[Overload]:
    """The overload for an array of bools and an array of numbers, if JAX refuses two bools."""
    if table.rejects_only_bool():
        number = array(Name(NUMBER_VARIABLE))
        yield Overload(Name(dtype_class("bool")), number, number)


def _bool_and_scalar(table: PairTable) -> Iterable[Overload]:
    if not table.rejects_only_bool():
        return
    for scalar in PYTHON_SCALARS:
        result = table.result("bool", scalar)
        if result is not None:
            yield Overload(Name(dtype_class("bool")), Name(scalar), result_of(result))


def _numpy_python_scalars(table: PairTable) -> Iterable[Overload]:
    for name in NUMPY_PYTHON_SCALARS:
        node = table.semantics.canonical(name)
        joins = necessary(
            table.lattice,
            partial(_usual_above, table, node),
        )
        for join, result in joins.items():
            if result is not None:
                yield Overload(Name(marker_class(join)), Name(f"np.{name}"), result_of(result))


def _usual_above(table: PairTable, node: str, join: str) -> Result:
    return table.usual(join, join) if table.lattice.is_below(node, join) else None


def _numpy_operands(table: PairTable) -> Iterable[Overload]:
    joins = necessary(table.lattice, lambda join: table.usual(join, join))
    families = _families(table, {join: (result, None) for join, result in joins.items()})
    alone = isolated.members(table.lattice, families)
    for join, result in joins.items():
        if join not in alone:
            yield Overload(_marker(table, join), Name(numpy_alias(join)), result_of(result))
    for weak, returns in families.items():
        yield Overload(isolated.any_member(weak), Name(numpy_alias(weak)), returns)


def _same_dtype(table: PairTable) -> Iterable[Overload]:
    """The overload ``x + x`` for an array of a type variable."""
    if table.keeps_every_dtype():
        same = array(Name(ABSTRACT_VARIABLE))
        yield Overload(Name(ABSTRACT_VARIABLE), same, same)


def _abstract(unknown: Annotation) -> Iterable[Overload]:
    """The overloads for arrays of abstract dtypes and type variables."""
    yield Overload(Name(ABSTRACT), ARRAY_LIKE, unknown)
    # Two overloads: with a union as other operand mypy would report that `<` and `>` overlap.
    yield Overload(ANY, array(Name(ABSTRACT)), unknown)
    yield Overload(ANY, UNKNOWN_NUMPY, unknown)
