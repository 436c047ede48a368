"""Calls whose dtypes are exactly known, and what their rules say about these.

Whether an operand takes part in the promotion, and which one brought the wider dtype, is found by
asking the rule again with other dtypes in its place. So nothing is said here of any one function,
and what only stores into an array (``x.at[i].set(y)``) or indexes it is not taken for a promotion.
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


class Question(NamedTuple):
    """A call that returns one array: its operands' dtypes, and the result by its rule."""

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

    ``combined`` is what the rule answers.
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
    """Applies rules under the program's settings, and with x64 switched."""

    def __init__(self, semantics: Semantics, evaluate: Evaluator) -> None:
        """Take the settings, and what answers under them."""
        self.semantics: Final = semantics
        self._evaluate = evaluate
        self._otherwise = Evaluator(replace(semantics, x64=not semantics.x64))
        # The default dtypes are those that change with x64.
        self._of_kind = {node: _of_kind_of(node) for node in map(semantics.strong, DEFAULTS)}

    def promotes(self, asked: Question, place: int) -> bool:
        """Whether a wider dtype of that operand would make the result wider."""
        widest = next(node for node in _WIDEST if node != asked.result)
        return self._with(asked, {place: widest}) == widest

    def causes(self, asked: Question, narrow: int, others: Sequence[int]) -> tuple[int, ...]:
        """Return the operands each of which alone makes the result wider than a given operand.

        There are none unless the dtype of the result depends on that one.
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
        """Whether the result has a default dtype that no operand or argument has.

        The argument ``float`` asks for the default dtype.
        It is the first part of what :meth:`is_default` asks.
        """
        same_kind = self._of_kind.get(asked.result)
        asks_for_none = all(each.is_node and each.node in PYTHON_SCALARS for each in asked.dtype)
        return same_kind is not None and asks_for_none and same_kind.isdisjoint(asked.nodes)

    def is_default(self, asked: Question) -> bool:
        """Whether the result has a default dtype because the call does not decide it."""
        return self.may_be_default(asked) and (
            _result(self._otherwise, asked, asked.nodes) != asked.result
        )

    def _is_wider(self, asked: Question, others: Mapping[int, str], node: str) -> bool:
        found = self._with(asked, others)
        return found in NODES and width(found) > width(node)

    def _with(self, asked: Question, others: Mapping[int, str]) -> str:
        """The dtype of the result if some operands are replaced; empty if there is none."""
        nodes = [others.get(place, node) for place, node in enumerate(asked.nodes)]
        return _result(self._evaluate, asked, nodes)


def _result(evaluate: Evaluator, asked: Question, nodes: Sequence[str]) -> str:
    combined = evaluate(asked.rule, tuple((node_symbol(n),) for n in nodes), asked.dtype)
    return combined.only_node if combined is not None else ""


def _of_kind_of(node: str) -> frozenset[str]:
    """The strong dtypes of the same kind as one of them."""
    return frozenset(name for name in STRONG if NODES[name].kind == NODES[node].kind)
