"""Overloads for ``*args``: any number of operands with a common annotation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from promo_stubgen.encode.alike_variables import alike_variable
from promo_stubgen.encode.joined import Case
from promo_stubgen.encode.operand_types import ABSTRACT_VARIABLE, OF_ANY
from promo_stubgen.encode.outcomes import Outcomes
from promo_stubgen.encode.unary import numpy_cases, scalar_cases
from promo_stubgen.ir.annotation import Annotation, Name
from promo_stubgen.ir.arrays import ARRAY_LIKE, array, array_of_classes
from promo_typing.core.dtypes import NODES, PRNG_KEY, STRONG, WEAK
from promo_typing.core.stub_names import dtype_class, marker_class
from promo_typing.lattice import Lattice

_ABSTRACT: Final = array(Name(ABSTRACT_VARIABLE))


def further_cases(outcomes: Outcomes) -> Iterator[Case]:
    """The overloads for operands of one dtype that is kept.

    The result for operands of several dtypes is unknown: a TypeVar with a bound would stand for
    their union in some checkers, and for a common base class in others.
    """
    unknown = outcomes.unknown
    yield Case((OF_ANY,), unknown)
    if outcomes.rule.usual.keys:
        yield Case((array(Name(PRNG_KEY)),), outcomes.of_keys())
    for node in WEAK:
        # Weak dtypes come first, since their classes inherit from those of other dtypes.
        own = array(Name(dtype_class(node)))
        yield Case((own,), outcomes.kept(own))
    alike = array(Name(alike_variable(STRONG)))
    yield Case((alike,), outcomes.kept(alike))
    yield Case((_of_several_dtypes(outcomes.lattice),), unknown)
    yield Case((_ABSTRACT,), outcomes.kept(_ABSTRACT))
    yield from (Case((operand,), returns) for operand, returns in numpy_cases(outcomes))
    yield from (Case((operand,), returns) for operand, returns in scalar_cases(outcomes))
    yield Case((ARRAY_LIKE,), unknown)


def _of_several_dtypes(lattice: Lattice) -> Annotation:
    """The annotation of arrays of any dtypes that are not abstract."""
    tops = (n for n in NODES if not any(lattice.is_below(n, m) for m in NODES if m != n))
    return array_of_classes(*map(marker_class, tops))
