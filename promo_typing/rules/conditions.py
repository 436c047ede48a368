"""Rules that are the same for all calls and in all versions of JAX, as most are."""

from __future__ import annotations

from promo_typing.rules.model import Rule


def is_unconditional(rule: Rule) -> bool:
    """Whether no case of a rule asks for anything.

    Neither arguments of a call nor the version of JAX then leave another rule, so that nobody has
    to look at them.
    """
    return not any(case.when for case in rule.cases)
