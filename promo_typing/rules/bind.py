"""Assigns the nodes of a call, which stand in one sequence, to the operands of a rule."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from functools import lru_cache

from promo_typing.rules.model import One, Operand, Several


@lru_cache(maxsize=1 << 12)
def _slices(operands: tuple[Operand, ...], count: int) -> tuple[tuple[Operand, int, int], ...]:
    """Each operand with the start and the end of its slice of the nodes.

    Raises:
        ValueError: there are more nodes than operands.
    """
    lengths = _lengths(operands, count)
    ends = tuple(itertools.accumulate(lengths))
    if (ends[-1] if ends else 0) != count:
        raise ValueError(f"{count} operands for {', '.join(each.name for each in operands) or 0}")
    return tuple(
        (operand, end - length, end)
        for operand, length, end in zip(operands, lengths, ends, strict=True)
    )


def _lengths(operands: tuple[Operand, ...], count: int) -> list[int]:
    """The number of nodes of each operand.

    A variadic operand has the nodes that remain for it. Without one, missing nodes are those of the
    last operands that may be omitted.
    """
    spare = count - len(operands)
    lengths = [1] * len(operands)
    for place, operand in reversed(list(enumerate(operands))):
        if isinstance(operand, Several):
            lengths[place] = max(0, 1 + spare)
            return lengths
    for place, operand in reversed(list(enumerate(operands))):
        if spare < 0 and not (isinstance(operand, One) and operand.given):
            lengths[place] = 0
            spare += 1
    return lengths


def bind(operands: tuple[Operand, ...], nodes: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
    """Return the nodes of each operand by its name.

    Args:
        operands: the operands of the rule.
        nodes: a node for each operand that the call passes, and for each item of a variadic one.

    Raises:
        ValueError: there are more nodes than operands.
    """
    bound = {}
    for operand, start, end in _slices(operands, len(nodes)):
        own = tuple(nodes[start:end])
        absent = operand.absent if isinstance(operand, One) else None
        bound[operand.name] = (absent,) if not own and absent is not None else own
    return bound
