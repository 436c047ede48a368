"""Rules that are the same for all calls and all versions of JAX; most rules are."""

from __future__ import annotations

from promo_typing.rules.model import Rule


def is_unconditional(rule: Rule) -> bool:
    """Whether no case of a rule has a condition.

    The rule then holds for all arguments and all versions of JAX, and nothing has to be selected.
    """
    return not any(case.when for case in rule.cases)
