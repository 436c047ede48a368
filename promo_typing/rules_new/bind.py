"""Which of the nodes that are passed in a row belong to which operand of a rule."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from promo_typing.rules_new.model import One, Operand, Several


@lru_cache(maxsize=1 << 12)
def _slices(operands: tuple[Operand, ...], count: int) -> tuple[tuple[Operand, int, int], ...]:
    """The operands with the place of their first node and the one behind their last node.

    A variadic operand takes what those behind it leave; without one, operands at the end may be
    left out.
    """
    variadic = next((i for i, each in enumerate(operands) if isinstance(each, Several)), None)
    behind = 0 if variadic is None else len(operands) - variadic - 1
    found, start = [], 0
    for index, operand in enumerate(operands):
        end = max(start, count - behind) if index == variadic else min(start + 1, count)
        found.append((operand, start, end))
        start = end
    if start != count:
        raise ValueError(f"{count} operands for {', '.join(each.name for each in operands) or 0}")
    return tuple(found)


def bind(operands: tuple[Operand, ...], nodes: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
    """Return the nodes of each operand by its name.

    Args:
        operands: of the rule.
        nodes: one for each that is passed, those of variadic operands one after another.

    Raises:
        ValueError: there are more nodes than operands.
    """
    bound = {}
    for operand, start, end in _slices(operands, len(nodes)):
        own = tuple(nodes[start:end])
        absent = operand.absent if isinstance(operand, One) else None
        bound[operand.name] = (absent,) if not own and absent is not None else own
    return bound
