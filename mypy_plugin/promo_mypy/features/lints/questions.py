"""Calls whose dtypes are exactly known, and questions to their rules.

To find whether an operand takes part in the promotion, or which operand brings the wider dtype, the
rule is evaluated again with other dtypes. So no function needs a special case here, and a function
that only stores into an array (``x.at[i].set(y)``) or indexes it does not count as a promotion.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from promo_mypy.types.evaluate import Combined, Evaluator
from promo_mypy.types.symbols import Operand, exact_node, node_symbol
from promo_typing.core.dtypes import DEFAULTS, NODES, PYTHON_SCALARS, STRONG
from promo_typing.core.formats import width
from promo_typing.lattice.semantics import Semantics
from promo_typing.rules import Rule

_WIDEST: Final = ("float64", "complex128")
_WIDEST_INTEGER: Final = "int64"


class Question(NamedTuple):
    """A call that returns one array.

    Attributes:
        function: the name of the function.
        rule: its rule.
        nodes: the dtypes of the operands.
        dtype: the dtype that the call requests; empty if it requests none.
        result: the dtype of the result.
    """

    function: str
    rule: Rule
    nodes: tuple[str, ...]
    dtype: Operand
    result: str

    @property
    def promotes_several(self) -> bool:
        """Whether the result is decided by promoting operands of different dtypes."""
        return not self.dtype and len({node for _, node in strong(self.nodes)}) > 1


def question(
    function: str,
    rule: Rule,
    operands: Sequence[Operand | None],
    dtype: Operand | None,
    combined: Combined,
) -> Question | None:
    """Return the question about a call; None if a dtype is not exactly known.

    ``combined`` is the result of the rule.
    """
    result = combined.only_node
    if dtype is None or result not in NODES:
        return None
    nodes = []
    for operand in operands:
        node = exact_node(operand)
        if node is None:
            return None
        nodes.append(node)
    return Question(function, rule, tuple(nodes), dtype, result)


def strong(nodes: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yield the positions and dtypes of operands that are neither weak nor Python scalars."""
    for place, node in enumerate(nodes):
        if node in NODES and not NODES[node].weak:
            yield place, node


class Rules:
    """Evaluates rules under the program's settings, and under the other setting of x64."""

    def __init__(self, semantics: Semantics, evaluate: Evaluator) -> None:
        """Use the program's settings, and the evaluator for them."""
        self.semantics: Final = semantics
        self._evaluate = evaluate
        self._otherwise = Evaluator(replace(semantics, x64=not semantics.x64))
        # The default dtypes are those that change with x64.
        self._of_kind = {node: _of_kind_of(node) for node in map(semantics.strong, DEFAULTS)}

    def promotes(self, asked: Question, place: int) -> bool:
        """Whether a wider dtype of the operand at ``place`` would make the result wider."""
        widest = next(node for node in _WIDEST if node != asked.result)
        return self._with(asked, {place: widest}) == widest

    def promotes_integers(self, asked: Question, place: int) -> bool:
        """The same for integers, which are all that a function such as ``bitwise_xor`` takes."""
        if asked.result == _WIDEST_INTEGER or self.promotes(asked, place):
            return self.promotes(asked, place)
        return self._with(asked, {place: _WIDEST_INTEGER}) == _WIDEST_INTEGER

    def causes(self, asked: Question, narrow: int, others: Sequence[int]) -> tuple[int, ...]:
        """Return the operands that make the result wider than a given operand.

        Each of them does so by itself. There are none if the dtype of the result does not depend on
        the given operand.

        Args:
            asked: the call.
            narrow: the position of the given operand.
            others: the positions of the operands that may be causes.
        """
        node = asked.nodes[narrow]
        if width(self._with(asked, dict.fromkeys(others, node)) or asked.result) > width(node):
            return ()
        causes = tuple(
            place
            for place in others
            if self._is_wider(asked, dict.fromkeys((o for o in others if o != place), node), node)
        )
        return causes if causes and self.promotes(asked, narrow) else ()

    def may_be_default(self, asked: Question) -> bool:
        """Whether the result has a default dtype of a kind that no operand has, and none requests.

        ``dtype=float`` requests the default dtype. This is the cheap part of :meth:`is_default`.
        """
        same_kind = self._of_kind.get(asked.result)
        asks_for_none = all(each.is_node and each.node in PYTHON_SCALARS for each in asked.dtype)
        return same_kind is not None and asks_for_none and same_kind.isdisjoint(asked.nodes)

    def is_default(self, asked: Question) -> bool:
        """Whether the result has a default dtype because the call does not decide the dtype."""
        return self.may_be_default(asked) and (
            _result(self._otherwise, asked, asked.nodes) != asked.result
        )

    def _is_wider(self, asked: Question, others: Mapping[int, str], node: str) -> bool:
        found = self._with(asked, others)
        return found in NODES and width(found) > width(node)

    def _with(self, asked: Question, others: Mapping[int, str]) -> str:
        """The dtype of the result if operands have other dtypes; empty if JAX refuses these."""
        nodes = [others.get(place, node) for place, node in enumerate(asked.nodes)]
        return _result(self._evaluate, asked, nodes)


def _result(evaluate: Evaluator, asked: Question, nodes: Sequence[str]) -> str:
    combined = evaluate(asked.rule, tuple((node_symbol(n),) for n in nodes), asked.dtype)
    return combined.only_node if combined is not None else ""


def _of_kind_of(node: str) -> frozenset[str]:
    """The strong dtypes of the same kind as a dtype."""
    return frozenset(name for name in STRONG if NODES[name].kind == NODES[node].kind)
