"""What a table of promotions is: is it commutative, associative, the join of some lattice?"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from promo_typing.core.dataclass import dataclass

Result: TypeAlias = Callable[[str, str], str | None]
"""The result of two operands; None if it is undefined."""


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
    """What :func:`check_table` found: of each law the first counterexample, in the order of nodes.

    ``not_idempotent`` has all nodes that do not give themselves when combined with themselves,
    each with what they give: the dtype that a Python scalar stands for, or None if the library
    lacks the dtype.
    """

    nodes: int
    undefined: int
    not_idempotent: tuple[tuple[str, str | None], ...]
    not_commutative: Asymmetry | None
    not_associative: Triple | None

    @property
    def is_representable(self) -> bool:
        """Whether the table is the join of a partial lattice of its nodes.

        That is so exactly if all three laws hold. A node is then below another one if their result
        is the other, and the result of two nodes is their least upper bound.
        """
        return self.counterexample is None

    @property
    def counterexample(self) -> tuple[str, ...] | None:
        """The fewest nodes that no lattice can join as the table does."""
        if self.not_idempotent:
            return self.not_idempotent[0][:1]
        if self.not_commutative is not None:
            return (self.not_commutative.left, self.not_commutative.right)
        triple = self.not_associative
        return None if triple is None else (triple.a, triple.b, triple.c)


def check_table(nodes: Sequence[str], result: Result) -> TableReport:
    """Find out which laws a table of promotions obeys.

    Args:
        nodes: the operands. Results that are not among them are taken as operands, too.
        result: the table; it must take its own results as operands.
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
    """Return the edges by which a table orders its nodes: ``a`` is below ``b`` if a b is b."""
    return {a: tuple(b for b in nodes if b != a and result(a, b) == b) for a in nodes}


def first_asymmetry(nodes: Sequence[str], result: Result) -> Asymmetry | None:
    """Return the first pair whose order matters."""
    for left, right in itertools.combinations(nodes, 2):
        forward, backward = result(left, right), result(right, left)
        if forward != backward:
            return Asymmetry(left, right, forward, backward)
    return None


def first_triple(triples: Iterable[tuple[str, str, str]], result: Result) -> Triple | None:
    """Return the first of the triples that has two results."""
    found = (bracketed(*names, result) for names in triples)
    return next((triple for triple in found if triple.left != triple.right), None)


def bracketed(a: str, b: str, c: str, result: Result) -> Triple:
    """Return both results of three operands."""
    ab, bc = result(a, b), result(b, c)
    left = None if ab is None else result(ab, c)
    right = None if bc is None else result(a, bc)
    return Triple(a, b, c, ab, bc, left, right)


def _closed(nodes: Iterable[str], result: Result) -> tuple[str, ...]:
    """The nodes, with every result that promoting them and their results may have."""
    operands = dict.fromkeys(nodes)
    while True:
        results = {result(*pair) for pair in itertools.product(operands, repeat=2)} - {None}
        new = sorted(str(each) for each in results if each not in operands)
        if not new:
            return tuple(operands)
        operands.update(dict.fromkeys(new))
