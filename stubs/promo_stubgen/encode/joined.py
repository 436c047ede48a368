"""Overloads for operands that are promoted to their join, one for each result.

The first node of a linear extension that is above all operands is their join. An overload takes
Python scalars, and NumPy operands, beside arrays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from promo_stubgen.encode import families
from promo_stubgen.encode.families import Family
from promo_stubgen.encode.numpy_types import is_in_numpy
from promo_stubgen.encode.operand_types import (
    NUMPY_PYTHON_SCALARS,
    OF_ANY,
    UNKNOWN_ARRAY,
    UNKNOWN_NUMPY,
    UNTOLD,
    operand_upto,
)
from promo_stubgen.encode.outcomes import Outcomes
from promo_stubgen.encode.pair_table import necessary
from promo_stubgen.encode.unary import EVERYTHING, array_cases
from promo_stubgen.ir.annotation import ANY, Annotation, Name, Subscript, union
from promo_stubgen.ir.arrays import ARRAY_LIKE, array
from promo_typing.core.dtypes import NODES, PYTHON_SCALARS
from promo_typing.core.stub_names import BOTTOM, dtype_class, marker_class


@dataclass(frozen=True, slots=True)
class Case:
    """An overload: the annotations of the operands in order, and of the result.

    ``needs`` is the place of an operand without which the overload would make no sense.
    """

    operands: tuple[Annotation, ...]
    returns: Annotation
    needs: int = 0


def joined_cases(
    outcomes: Outcomes, numpy: bool, before_joins: Iterable[Case] = ()
) -> Iterator[Case]:
    """The overloads for operands that are arrays or scalars, in order.

    With ``numpy`` there are overloads for the dtypes of NumPy operands, which doubles the work of a
    type checker. ``before_joins`` are other overloads for known dtypes, to come before the joins.
    """
    arity, unknown = outcomes.arity, outcomes.unknown
    if numpy:
        yield from _one_of(OF_ANY, ANY, arity, unknown)
    else:
        yield from _one_of(UNKNOWN_ARRAY, ARRAY_LIKE, arity, unknown)
    yield from before_joins
    if outcomes.refuses_bool_alone():
        yield from _bool_and_number(outcomes)
    joins: dict[str, Annotation] = necessary(outcomes.lattice, outcomes.returns)
    if numpy:
        for node, returns in joins.items():
            yield from _numpy_python_scalars(outcomes, node, returns)
    # The overload of a dtype of NumPy also takes operands of NumPy.
    for node, family, returns in _by_family(outcomes, joins, lambda n: numpy and is_in_numpy(n)):
        further = [array(family.any_member)] if family else []
        yield _of_join(outcomes, node, numpy, returns, *further)
    if numpy:
        yield from _one_of(UNKNOWN_ARRAY, ARRAY_LIKE, arity, unknown)
    if all(map(outcomes.returns, PYTHON_SCALARS.values())):
        # For two unions: checkers try the members of the first one by one.
        yield Case((Name("complex"), *(ARRAY_LIKE,) * (arity - 1)), unknown)
    yield Case((UNTOLD,) * arity, unknown)


def _of_join(
    outcomes: Outcomes, node: str, numpy: bool, returns: Annotation, *further: Annotation
) -> Case:
    others = union(*further, operand_upto(node, outcomes.lattice, numpy=numpy))
    number = outcomes.refuses_bool_alone()
    first = union(*further, operand_upto(node, outcomes.lattice, numpy=numpy, number=number))
    return Case((first, *(others,) * (outcomes.arity - 1)), returns)


def sequence_cases(outcomes: Outcomes) -> Iterator[Case]:
    """The overloads for a sequence of arrays, or an array of rows, and further operands."""
    unknown, others = outcomes.unknown, len(outcomes.rule.operands) - 1
    one_array = array(Name(EVERYTHING))
    apart = not others and len(outcomes.preserved()) == len(NODES)
    yield Case((_array_or_sequence(array(Name(BOTTOM))), *(ANY,) * others), unknown)
    # One overload in place of one for each join: where a function is an argument, checkers compare
    # each of its overloads that takes an array.
    if apart:
        yield Case((one_array,), outcomes.kept(one_array))
    for place in range(others):
        marked = (UNKNOWN_ARRAY if place == each else ARRAY_LIKE for each in range(others))
        yield Case((ANY, *marked), unknown, place + 1)
    yield from _joined_rows(outcomes, others, apart)


def _joined_rows(outcomes: Outcomes, others: int, apart: bool) -> Iterator[Case]:
    """The overloads for the joins; ``apart`` says that one array has an overload of its own."""
    joins: dict[str, Annotation] = necessary(outcomes.lattice, outcomes.returns)
    # For a list of two members of a family, ty would take the overload of the family.
    for node, family, returns in _by_family(
        outcomes, joins, lambda node: outcomes.lattice.edges[node]
    ):
        one_array = row = array(Name(marker_class(node)))
        further = operand_upto(node, outcomes.lattice, numpy=False)
        if family is not None:
            own = array(family.any_member)
            further, row = union(own, further), union(own, row)
            one_array = row if others else own
        rows = _sequence(row) if apart else union(one_array, _sequence(row))
        yield Case((rows, *(further,) * others), returns)


def _sequence(row: Annotation) -> Annotation:
    return Subscript("Sequence", (row,))


def _array_or_sequence(row: Annotation) -> Annotation:
    """A sequence of arrays, or one array of rows."""
    return union(row, _sequence(row))


def _by_family(
    outcomes: Outcomes, joins: Mapping[str, Annotation], apart: Callable[[str], object]
) -> Iterator[tuple[str, Family | None, Annotation]]:
    """The joins with their results; a family stands once, with the weak dtype below it as join.

    ``apart`` says which dtypes need overloads of their own.
    """
    found = families.shared(
        outcomes.lattice, lambda node: None if apart(node) else outcomes.results(node)
    )
    shared, places = families.members(found), families.places(found, joins)
    for node, returns in joins.items():
        if family := places.get(node):
            kept = [array(Name(each)) for each in families.classes(found[family])]
            yield family.weak, family, outcomes.container(kept) if kept else outcomes.unknown
        elif node not in shared:
            yield node, None, returns


def _one_of(
    special: Annotation, other: Annotation, arity: int, returns: Annotation
) -> Iterator[Case]:
    for place in range(arity):
        yield Case(tuple(special if i == place else other for i in range(arity)), returns, place)


def _numpy_python_scalars(outcomes: Outcomes, node: str, returns: Annotation) -> Iterator[Case]:
    """The overloads for ``np.float64``, a Python float for a type checker, but strong in JAX."""
    below = [Name(f"np.{n}") for n in NUMPY_PYTHON_SCALARS if _is_taken_for_weak(outcomes, n, node)]
    if below:
        other = operand_upto(node, outcomes.lattice, numpy=True)
        yield from _one_of(union(*below), other, outcomes.arity, returns)


def _is_taken_for_weak(outcomes: Outcomes, scalar: str, join: str) -> bool:
    """Whether some result for a NumPy scalar differs from the result for a Python scalar."""
    own, lattice = outcomes.semantics.canonical(scalar), outcomes.lattice
    weak = f"weak_{NODES[own].kind}"
    for other in NODES:
        if lattice.join(own, other) == join:
            taken = lattice.join(weak, other)
            if taken is None or outcomes.returns(taken) != outcomes.returns(join):
                return True
    return False


def _bool_and_number(outcomes: Outcomes) -> Iterator[Case]:
    """The overloads for a bool and a number, for rules that refuse two bools."""
    if outcomes.arity != 2:
        return
    flag = array(Name(dtype_class("bool")))
    for operand, returns in array_cases(outcomes):
        yield Case((flag, operand), returns)
    for scalar, node in PYTHON_SCALARS.items():
        alone = outcomes.returns(node)
        if alone is not None:
            yield Case((flag, Name(scalar)), alone)
    yield Case((flag, UNKNOWN_NUMPY), outcomes.unknown)
