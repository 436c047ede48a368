"""What a rule says for given operands."""

from __future__ import annotations

from collections.abc import Sequence

from promo_typing.numpy_rules.model import NumPyRule, Promotion
from promo_typing.numpy_rules.promotion import PYTHON, as_array, common

Answer = tuple[str | None, ...]
"""The dtype of each result; None where NumPy refuses the operands, or the rule does not tell."""


def resolve(rule: NumPyRule, operands: Sequence[str], requested: str | None = None) -> Answer:
    """Return the dtypes of the results of a call.

    Args:
        rule: that of the function.
        operands: the dtype of each operand, or ``int``, ``float`` and ``complex``.
        requested: what the dtype argument asks for, where the call has one.
    """
    if requested is not None:
        return (as_array(requested),)
    if not operands:
        return (rule.default,) * len(rule.results)
    joined = _promoted(rule, operands)
    return tuple(result.get(joined) if joined else None for result in rule.results)


def _promoted(rule: NumPyRule, operands: Sequence[str]) -> str | None:
    if rule.promotion is Promotion.ARRAYS:
        operands = [as_array(each) for each in operands]
    elif rule.promotion is Promotion.FIRST_ARRAY:
        operands = [as_array(operands[0]), *operands[1:]]
    if rule.before is None:
        return common(operands)
    if not PYTHON.keys().isdisjoint(operands):
        joined = common(operands)
        return rule.before.get(joined) if joined else None
    mapped = [rule.before.get(each) for each in operands]
    known = [each for each in mapped if each is not None]
    return common(known) if len(known) == len(mapped) else None
