"""Overloads for arrays of one dtype, for rules whose result the join does not decide."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Final

from promo_stubgen.encode.alike_variables import ALIKE, alike_variable
from promo_stubgen.encode.joined import Case
from promo_stubgen.encode.operand_types import python_scalar
from promo_stubgen.encode.outcomes import Outcomes
from promo_stubgen.encode.pair_table import widest_scalar
from promo_stubgen.ir.annotation import Annotation, Name, union
from promo_stubgen.ir.arrays import array
from promo_typing.core.dtypes import PYTHON_SCALARS, STRONG, WEAK
from promo_typing.core.stub_names import dtype_class

_FIRST: Final = ("bool", *WEAK)
"""The nodes of Python scalars."""


def alike_cases(outcomes: Outcomes, by_join: Outcomes) -> Iterator[Case]:
    """The overloads for arrays of one dtype with Python scalars, where the join does not decide.

    The overloads for bool and for weak dtypes come first: they take calls with Python scalars only,
    and weak dtypes inherit from the default ones. Dtypes that are kept share one overload.
    """
    unknown = outcomes.unknown
    decided = {node for node in STRONG if by_join.returns(node) == unknown}
    if not any(_of_alike(outcomes, node) for node in decided):
        return
    for node in _FIRST:
        yield from _first_alike(outcomes, node)
    others = [node for node in STRONG if node not in _FIRST]
    kept = {node for node in others if _is_kept(outcomes, node)}
    variable = alike_variable(decided & kept) if decided & kept else None
    for node in others:
        returns = _of_alike(outcomes, node, scalars=True)
        if returns is not None and node in decided:
            yield _alike(outcomes, _array_or_scalar(outcomes, node), returns)
        elif node not in kept and (node in decided or node in ALIKE.get(variable or "", ())):
            yield from _of_arrays(outcomes, node)
    if variable is not None:
        own = array(Name(variable))
        yield _alike(outcomes, own, outcomes.kept(own))


def _of_arrays(outcomes: Outcomes, node: str) -> Iterator[Case]:
    """The overload for arrays of a dtype that changes, unless JAX refuses such arrays."""
    if _results_of_alike(outcomes, node):
        returns = _of_alike(outcomes, node) or outcomes.unknown
        yield _alike(outcomes, _array(node), returns)


def _first_alike(outcomes: Outcomes, node: str) -> Iterator[Case]:
    """The overloads for arrays or scalars and, if the result differs, for arrays only before it."""
    arrays, returns = (_of_alike(outcomes, node, scalars=each) for each in (False, True))
    if returns is None and arrays is not None:
        yield _alike(outcomes, _array(node), arrays)
    yield _alike(outcomes, _array_or_scalar(outcomes, node), returns or outcomes.unknown)


def _alike(outcomes: Outcomes, operand: Annotation, returns: Annotation) -> Case:
    return Case((operand,) * outcomes.arity, returns)


def _array(node: str) -> Annotation:
    return array(Name(dtype_class(node)))


def _array_or_scalar(outcomes: Outcomes, node: str) -> Annotation:
    scalar = widest_scalar(outcomes.lattice, node)
    return union(_array(node), *([python_scalar(scalar)] if scalar else []))


def _is_kept(outcomes: Outcomes, node: str) -> bool:
    return _of_alike(outcomes, node) == outcomes.kept(_array(node))


def _of_alike(outcomes: Outcomes, node: str, scalars: bool = False) -> Annotation | None:
    """The result for operands of one dtype, None if the result is unknown or JAX refuses."""
    results = _results_of_alike(outcomes, node, scalars)
    result = results.pop() if len(results) == 1 else None
    return None if result == outcomes.unknown else result


def _results_of_alike(outcomes: Outcomes, node: str, scalars: bool = False) -> set[Annotation]:
    """The distinct results for operands of one dtype; after the second one the search ends.

    Some operands may be weak arrays of the same dtype or, with ``scalars``, Python scalars.
    """
    lattice, strong = outcomes.lattice, outcomes.semantics.strong
    others = {each for each in WEAK if strong(each) == node}
    if scalars:
        others |= {each for each in PYTHON_SCALARS.values() if lattice.is_below(each, node)}
    results: set[Annotation] = set()
    for operands in product({node, *others}, repeat=outcomes.arity):
        returns = outcomes.returns_of(operands) if node in operands else None
        if returns is not None:
            results.add(returns)
        if len(results) > 1:
            break
    return results
