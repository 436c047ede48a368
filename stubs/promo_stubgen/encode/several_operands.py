"""Overloads for several operands, for any kind of rule.

The outcomes of a rule show how it combines operands. Results that overloads cannot express stay
unknown.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from typing import Final

from promo_stubgen.encode import reading
from promo_stubgen.encode.alike import alike_cases
from promo_stubgen.encode.joined import Case, joined_cases
from promo_stubgen.encode.operand_types import NUMPY_PYTHON_SCALARS, OF_ANY, UNKNOWN_ARRAY, UNTOLD
from promo_stubgen.encode.outcomes import Outcomes, nodes_of
from promo_stubgen.encode.unary import unary_cases
from promo_stubgen.ir.annotation import ANY, Annotation, Name, union
from promo_stubgen.ir.arrays import ARRAY_LIKE, array
from promo_typing.core.dtypes import NODES, PYTHON_SCALARS, STRONG, WEAK
from promo_typing.core.stub_names import dtype_class
from promo_typing.lattice import Lattice
from promo_typing.rules import Resolved, Unknown
from promo_typing.rules.model import Same

_SCALARS: Final = tuple(Name(scalar) for scalar in PYTHON_SCALARS if scalar != "bool")


def operand_cases(outcomes: Outcomes, numpy: bool) -> Iterator[Case]:
    """The overloads for two or more operands, in order; see :func:`joined_cases`.

    A case may have annotations for the first operand only, if the others have no influence.
    """
    if follows_join(outcomes):
        yield from joined_cases(outcomes, numpy=numpy)
    elif _first_decides(outcomes):
        yield from _first_cases(outcomes)
    elif _wants_one_dtype(outcomes):
        yield from one_dtype_cases(outcomes)
    elif _scalars_decide(outcomes):
        yield from _scalar_cases(outcomes)
    elif _first_decides(outcomes, where_known=True):
        yield from _first_cases(outcomes)
    else:
        by_join = _ByJoin(outcomes.rule, outcomes.semantics, outcomes.arity, outcomes.optional)
        yield from joined_cases(by_join, numpy, alike_cases(outcomes, by_join))
        if _takes_unjoined(outcomes):
            yield Case((ARRAY_LIKE,) * outcomes.arity, outcomes.unknown)


def follows_join(outcomes: Outcomes) -> bool:
    """Whether the join decides the result of all operands that JAX accepts."""
    for nodes, said in _outcomes(outcomes, _examples(outcomes)):
        join = outcomes.lattice.join(nodes[0], nodes[-1])
        if said is not None and (join is None or said != outcomes.returns(join)):
            return False
    return True


def _examples(outcomes: Outcomes) -> Iterable[tuple[str, str]]:
    """Pairs of dtypes, one for each class of pairs that must have the same answer.

    For a rule by :class:`Join` the join decides, and whether both dtypes are equal: with equal ones
    :class:`Answers` assumes that operands may be left out. A rule by :class:`Same` treats all
    pairs of different dtypes alike.
    """
    kind, strong = reading.combination(outcomes.rule), outcomes.semantics.strong
    if kind is None:
        return product(NODES, NODES)
    found: dict[Hashable, tuple[str, str]] = {}
    for join, pairs in _pairs_by_join(outcomes.lattice).items():
        for left, right in pairs:
            alike = kind is Same and strong(left) == strong(right)
            key = (left, right) if alike else (join, left == right)
            found.setdefault(key, (left, right))
    return found.values()


def _first_decides(outcomes: Outcomes, where_known: bool = False) -> bool:
    """Whether the first operand decides the result for all others that JAX accepts."""
    silent = {None, outcomes.unknown} if where_known else {None}
    by_first: dict[str, Annotation | None] = {}
    return all(
        said in silent or said == by_first.setdefault(nodes[0], said)
        for nodes, said in _outcomes(outcomes)
    )


def _first_cases(outcomes: Outcomes) -> Iterator[Case]:
    first = _FirstOperand(outcomes.rule, outcomes.semantics, outcomes.arity, outcomes.optional)
    yield from (Case((operand,), returns) for operand, returns in unary_cases(first))


class _FirstOperand(Outcomes):
    """The outcomes by the first operand, with any other operands that JAX accepts."""

    def _nodes_of(self, node: str) -> tuple[str, ...] | None:
        operands = ((node,) + (other,) * (self.arity - 1) for other in NODES)
        outcomes = [self.outcome(each) for each in operands]
        if any(isinstance(each, Unknown) for each in outcomes):
            return ()
        resolved = (each.results for each in outcomes if isinstance(each, Resolved))
        return next(resolved, None)


def _wants_one_dtype(outcomes: Outcomes) -> bool:
    """Whether JAX refuses arrays of different dtypes; weak ones count with their default dtype."""
    strong = outcomes.semantics.strong
    return all(
        strong(nodes[0]) == strong(nodes[-1])
        for nodes, said in _outcomes(outcomes)
        if said is not None
    )


def _outcomes(
    outcomes: Outcomes, pairs: Iterable[tuple[str, str]] | None = None
) -> Iterator[tuple[tuple[str, ...], Annotation | None]]:
    """The results for all pairs of dtypes, one of them repeated; None if JAX refuses."""
    for left, right in product(NODES, NODES) if pairs is None else pairs:
        for nodes in _repeated(left, right, outcomes.arity):
            yield nodes, outcomes.returns_of(nodes)


def _repeated(left: str, right: str, arity: int) -> set[tuple[str, ...]]:
    return {(left, *(right,) * (arity - 1)), (*(left,) * (arity - 1), right)}


class _ByJoin(Outcomes):
    """The outcomes by the join of the operands; unknown if the join does not decide."""

    def _nodes_of(self, node: str) -> tuple[str, ...] | None:
        found = None
        for left, right in _pairs_by_join(self.lattice).get(node, ()):
            for nodes in _repeated(left, right, self.arity):
                said = nodes_of(self.outcome(nodes))
                if None not in (said, found) and said != found:
                    return ()
                found = found if said is None else said
        return found


@cache
def _pairs_by_join(lattice: Lattice) -> dict[str | None, list[tuple[str, str]]]:
    pairs: dict[str | None, list[tuple[str, str]]] = {}
    for left, right in product(NODES, NODES):
        pairs.setdefault(lattice.join(left, right), []).append((left, right))
    return pairs


def _takes_unjoined(outcomes: Outcomes) -> bool:
    """Whether JAX accepts operands that have no common dtype."""
    return any(
        said is not None and outcomes.lattice.join(nodes[0], nodes[-1]) is None
        for nodes, said in _outcomes(outcomes)
    )


def items_of_sequence(outcomes: Outcomes) -> Outcomes:
    """The outcomes for a sequence; unknown if the join does not decide."""
    pair = replace(outcomes, arity=2)
    if follows_join(pair):
        return outcomes
    return _ByJoin(outcomes.rule, outcomes.semantics, 2)


def _scalars_decide(outcomes: Outcomes) -> bool:
    """Whether results are known only for Python scalars and weak arrays."""
    unknown = outcomes.unknown
    return all(
        said in (None, unknown) for nodes, said in _outcomes(outcomes) if not set(nodes) <= {*WEAK}
    )


def _scalar_cases(outcomes: Outcomes) -> Iterator[Case]:
    """The overloads for Python scalars; those for NumPy's subclasses of them come before."""
    unknown = outcomes.unknown
    numpy = union(*(Name(f"np.{name}") for name in NUMPY_PYTHON_SCALARS))
    for place in range(outcomes.arity):
        yield Case(
            tuple(numpy if i == place else ARRAY_LIKE for i in range(outcomes.arity)),
            unknown,
            place,
        )
    for scalar, node in PYTHON_SCALARS.items():
        returns = outcomes.returns(node) if NODES[node].weak else None
        if returns is not None:
            yield Case((Name(scalar),) * outcomes.arity, returns)
    yield Case((ARRAY_LIKE,) * outcomes.arity, unknown)


def one_dtype_cases(outcomes: Outcomes) -> Iterator[Case]:
    """The overloads for operands of a common dtype, the weak ones first.

    Weak dtypes inherit from the default ones, so a weak and a strong array match as two strong.
    """
    arity, unknown = outcomes.arity, outcomes.unknown
    for place in range(arity):
        special = OF_ANY
        yield Case(tuple(special if i == place else ANY for i in range(arity)), unknown, place)
    for node in (*WEAK, *STRONG):
        returns = outcomes.returns_of((node,) * arity)
        if returns is not None:
            yield Case((array(Name(dtype_class(node))),) * arity, returns)
    for place in range(arity):
        others = union(UNKNOWN_ARRAY, *_SCALARS)
        yield Case(
            tuple(others if i == place else ARRAY_LIKE for i in range(arity)), unknown, place
        )
    yield Case((UNTOLD,) * arity, unknown)
