"""Encodes the promotion of two operands as overloads, one for each result.

In a linear extension of the lattice, the first node above both operands is their join. So there is
an overload "both operands may be promoted to R" for each node R, in that order.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, TypeAlias

from promo_stubgen.encode import families
from promo_stubgen.encode.families import Family, Pattern
from promo_stubgen.encode.numpy_types import NUMPY_NODES, is_in_numpy
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
    result_of,
)
from promo_stubgen.encode.pair_table import (
    WEAK_FIRST,
    PairTable,
    Result,
    necessary,
    widest_scalar,
)
from promo_stubgen.encode.unary import category_variable
from promo_stubgen.ir.annotation import ANY, Annotation, Name, union
from promo_stubgen.ir.arrays import (
    ANY_ARRAY,
    ARRAY_LIKE,
    array,
    array_of_classes,
    array_or_any,
    tuple_of,
)
from promo_typing.core.dtypes import CATEGORIES, NODES, PYTHON_SCALARS, WEAK
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


_SEVERAL: Final = 2

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
        Overload(Name(ABSTRACT), FOREIGN, unknown),
        *_by_scalar(table),
        *_numpy_operands(table),
        Overload(ANY, UNKNOWN_NUMPY, unknown),
    ]


def _by_join_with_numpy(table: PairTable) -> Iterable[Overload]:
    """The overloads by join, which take NumPy operands beside arrays: that saves half of them."""
    for overload in _by_join(table):
        numpy = [Name(numpy_alias(overload.join))] if overload.join else []
        yield replace(overload, other=union(overload.other, *numpy))


def _by_join(table: PairTable) -> Iterable[Overload]:
    joins = necessary(table.lattice, lambda join: _usual(table, join, with_arrays=True))
    yield from _of_joins(table, joins, with_numpy=True)


def _by_scalar(table: PairTable) -> Iterable[Overload]:
    """The overloads for Python scalars; for a checker a bool is an int, and an int is a float."""
    joins = necessary(table.lattice, lambda join: _usual(table, join, with_arrays=False))
    for scalar in PYTHON_SCALARS:
        own = {join: joins[join] for join in joins if widest_scalar(table.lattice, join) == scalar}
        category = _kept_with(table, scalar)
        covered = {join for join in own if category and _all_in(table, scalar, join, category)}
        if category is None or len(covered) < _SEVERAL:
            covered = set()
        rest = {join: results for join, results in own.items() if join not in covered}
        yield from _of_joins(table, rest, with_numpy=False)
        if category is not None and covered:
            own_dtype = Name(category_variable(category))
            yield Overload(own_dtype, Name(scalar), array(own_dtype))


def _kept_with(table: PairTable, scalar: str) -> str | None:
    """The widest category whose dtypes are all kept beside a Python scalar."""
    for category in CATEGORIES[1:]:
        nodes = [node for node, dtype in NODES.items() if dtype.is_a(category)]
        if all(table.result(node, scalar) == (node,) for node in nodes):
            return category
    return None


def _all_in(table: PairTable, scalar: str, join: str, category: str) -> bool:
    """Whether all arrays that have this join with a Python scalar are of a category."""
    return all(
        dtype.is_a(category) for node, dtype in NODES.items() if table.join(node, scalar) == join
    )


def _of_joins(
    table: PairTable, joins: Mapping[str, tuple[Result, Result]], *, with_numpy: bool
) -> Iterable[Overload]:
    found = _families(table, joins, with_numpy=with_numpy)
    shared, places = families.members(found), families.places(found, joins)
    for join, (arrays, scalars) in joins.items():
        if family := places.get(join):
            yield from _of_family(table, family, arrays is not None, found[family])
        elif join not in shared:
            yield from _of_join(table, join, arrays, scalars)


def _families(
    table: PairTable, joins: Mapping[str, tuple[Result, Result]], *, with_numpy: bool
) -> dict[Family, Annotation]:
    """The families that have the same result with all other operands.

    If the overloads also take operands of NumPy, a dtype of NumPy needs its own.
    """
    found: dict[Family, Pattern] = {}
    # Either all members take arrays or none: JAX refuses powers of its smallest integers.
    for takes_arrays in (True, False):
        usual = {
            node: _only(results)
            for node, results in joins.items()
            if (results[0] is not None) is takes_arrays and not (with_numpy and is_in_numpy(node))
        }
        found |= families.shared(table.lattice, usual.get)
    return {
        family: tuple_of([array_or_any(each) for each in families.classes(pattern)])
        for family, pattern in found.items()
    }


def _only(results: Iterable[Result]) -> Result:
    """The only result among several, None if there are others."""
    distinct = {each for each in results if each is not None}
    return distinct.pop() if len(distinct) == 1 else None


def _of_family(
    table: PairTable, family: Family, with_arrays: bool, returns: Annotation
) -> Iterable[Overload]:
    own, weak = family.any_member, family.weak
    scalar = Name(str(widest_scalar(table.lattice, weak)))
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
    usual = {join: (result, None) for join, result in joins.items()}
    found = _families(table, usual, with_numpy=True)
    shared, places = families.members(found), families.places(found, joins)
    for join, result in joins.items():
        if family := places.get(join):
            yield Overload(family.any_member, Name(numpy_alias(family.weak)), found[family])
        elif join not in shared:
            yield Overload(_marker(table, join), Name(numpy_alias(join)), result_of(result))


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
