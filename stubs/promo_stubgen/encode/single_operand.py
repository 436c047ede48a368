"""The results of a rule for one operand, in as few cases as possible."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from promo_stubgen.encode.operand_types import ABSTRACT, result_class
from promo_stubgen.encode.pair_table import UNKNOWN, Result, resolved
from promo_typing.core.dtypes import NODES, STRONG, WEAK
from promo_typing.core.stub_names import BOTTOM, dtype_class
from promo_typing.lattice.semantics import Semantics
from promo_typing.rules import Rule


@dataclass(frozen=True, slots=True)
class Case:
    """A case: the dtypes of the operand, and of the results."""

    operands: tuple[str, ...]
    returns: tuple[str, ...]


def rule_results(rule: Rule, semantics: Semantics) -> dict[str, Result]:
    """The results of a rule by node of the operand; None if JAX refuses it."""
    return {node: resolved(rule, (node,), semantics) for node in NODES}


def cases(results: Mapping[str, Result], variable: str, semantics: Semantics) -> list[Case]:
    """The cases in the order in which overloads must have them.

    Args:
        results: for each node the nodes of the results, or None if JAX refuses the node.
        variable: a TypeVar for the dtype of the operand, for results that have the same dtype.
        semantics: the settings, for the dtype that a weak node has at run time.
    """
    accepted = {node: result for node, result in results.items() if result is not None}
    if len(set(accepted.values())) == 1:
        return [Case((UNKNOWN,), _classes(next(iter(accepted.values()))))]
    changed = {node for node, result in accepted.items() if set(result) != {node}}
    count = len(next(iter(accepted.values())))
    if not changed:
        return [Case((variable,), (variable,) * count)]
    # A weak node comes first, since its class inherits from that of its default dtype.
    weak = [n for n in WEAK if n in accepted and {n, semantics.strong(n)} & changed]
    unknown = (UNKNOWN,) * count
    return [
        Case((BOTTOM,), unknown),
        *(Case((node,), _classes(accepted[node])) for node in weak),
        *_by_result({node: accepted[node] for node in STRONG if node in changed}),
        Case((ABSTRACT,), unknown),
        *([Case((variable,), (variable,) * count)] if len(changed) < len(accepted) else []),
    ]


def _by_result(results: Mapping[str, tuple[str, ...]]) -> list[Case]:
    groups: dict[tuple[str, ...], list[str]] = {}
    for node, result in results.items():
        groups.setdefault(result, []).append(dtype_class(node))
    return [Case(tuple(group), _classes(result)) for result, group in groups.items()]


def _classes(nodes: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(result_class(node) for node in nodes)
