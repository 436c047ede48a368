"""Checks of a table of promotions: is it commutative, associative, the join of some lattice?"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from promo_typing.core.dataclass import dataclass

Result: TypeAlias = Callable[[str, str], str | None]
"""A function from two operands to their result, None if that is undefined."""


@dataclass(frozen=True, slots=True)
class Triple:
    """The two results of three operands: ``(a b) c`` is ``left``, and ``a (b c)`` is ``right``.

    None is an undefined result. If ``a b`` is undefined, so is ``(a b) c``.
    """

    a: str
    b: str
    c: str
    ab: str | None
    bc: str | None
    left: str | None
    right: str | None


@dataclass(frozen=True, slots=True)
class Asymmetry:
    """Two operands whose order matters."""

    left: str
    right: str
    forward: str | None
    backward: str | None


@dataclass(frozen=True, slots=True)
class TableReport:
    """The findings of :func:`check_table`: the first counterexample of each law, in node order.

    ``not_idempotent`` has all nodes ``a`` for which ``a a`` is not ``a``, each with that result.
    The result is another dtype for a Python scalar, and None for a dtype that the library lacks.
    """

    nodes: int
    undefined: int
    not_idempotent: tuple[tuple[str, str | None], ...]
    not_commutative: Asymmetry | None
    not_associative: Triple | None

    @property
    def is_representable(self) -> bool:
        """Whether the table is the join of a partial lattice of its nodes.

        That is so exactly if all three laws hold. In that lattice ``a`` is below ``b`` if ``a b``
        is ``b``, and ``a b`` is the least upper bound of both.
        """
        return self.counterexample is None

    @property
    def counterexample(self) -> tuple[str, ...] | None:
        """The nodes of the smallest counterexample, None if the table is the join of a lattice."""
        if self.not_idempotent:
            return self.not_idempotent[0][:1]
        if self.not_commutative is not None:
            return (self.not_commutative.left, self.not_commutative.right)
        triple = self.not_associative
        return None if triple is None else (triple.a, triple.b, triple.c)


def check_table(nodes: Sequence[str], result: Result) -> TableReport:
    """Find out which laws a table of promotions obeys.

    Args:
        nodes: the operands. Results that are not among them become operands, too.
        result: the table, which must take its own results as operands.
    """
    operands = _closed(nodes, result)
    table = {pair: result(*pair) for pair in itertools.product(operands, repeat=2)}

    def joined(left: str, right: str) -> str | None:
        return table[left, right]

    return TableReport(
        nodes=len(operands),
        undefined=sum(each is None for each in table.values()),
        not_idempotent=tuple((n, table[n, n]) for n in operands if table[n, n] != n),
        not_commutative=first_asymmetry(operands, joined),
        not_associative=first_triple(itertools.product(operands, operands, operands), joined),
    )


def below(nodes: Sequence[str], result: Result) -> dict[str, tuple[str, ...]]:
    """Return the edges of the order of a table: ``a`` is below ``b`` if ``a b`` is ``b``."""
    return {a: tuple(b for b in nodes if b != a and result(a, b) == b) for a in nodes}


def first_asymmetry(nodes: Sequence[str], result: Result) -> Asymmetry | None:
    """Return the first pair whose order matters."""
    for left, right in itertools.combinations(nodes, 2):
        forward, backward = result(left, right), result(right, left)
        if forward != backward:
            return Asymmetry(left, right, forward, backward)
    return None


def first_triple(triples: Iterable[tuple[str, str, str]], result: Result) -> Triple | None:
    """Return the first of the triples whose results ``(a b) c`` and ``a (b c)`` differ."""
    found = (bracketed(*names, result) for names in triples)
    return next((triple for triple in found if triple.left != triple.right), None)


def bracketed(a: str, b: str, c: str, result: Result) -> Triple:
    """Return the results ``(a b) c`` and ``a (b c)`` of three operands."""
    ab, bc = result(a, b), result(b, c)
    left = None if ab is None else result(ab, c)
    right = None if bc is None else result(a, bc)
    return Triple(a, b, c, ab, bc, left, right)


def _closed(nodes: Iterable[str], result: Result) -> tuple[str, ...]:
    """The nodes and all results of them, closed: results of results are included."""
    operands = dict.fromkeys(nodes)
    while True:
        results = {result(*pair) for pair in itertools.product(operands, repeat=2)} - {None}
        new = sorted(str(each) for each in results if each not in operands)
        if not new:
            return tuple(operands)
        operands.update(dict.fromkeys(new))
