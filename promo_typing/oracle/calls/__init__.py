"""How the oracle calls functions that need more than their operands.

A function without an entry is called with its operands alone, arrays of shape (2, 2) or Python
scalars, and with its dtype parameter. A variant of a rule (``jax.numpy.unique[return_index=True]``)
without an entry is called as the function is, with that argument.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from promo_typing.oracle.calls import (
    array,
    lax,
    lax_linalg,
    lax_parallel,
    linalg,
    nn,
    numpy,
    random,
    scipy,
    sets,
)
from promo_typing.oracle.calls.call import PLAIN, Call, with_arguments
from promo_typing.rules.model import ArgumentCondition, Is

CALLS: Final[dict[str, tuple[Call, ...]]] = {
    **numpy.CALLS,
    **linalg.CALLS,
    **sets.CALLS,
    **array.CALLS,
    **lax.CALLS,
    **lax_linalg.CALLS,
    **lax_parallel.CALLS,
    **nn.CALLS,
    **random.CALLS,
    **scipy.CALLS,
}


def calls_of(name: str, conditions: Mapping[str, ArgumentCondition]) -> tuple[Call, ...]:
    """Return the ways to call the function or method of a rule.

    Args:
        name: the name of the rule, or of a variant of it.
        conditions: the conditions on arguments that select the rule, by parameter.

    Raises:
        ValueError: a variant is for any value of an argument, or for none, and has no entry.
    """
    if name in CALLS:
        return CALLS[name]
    arguments = {p: each.value for p, each in conditions.items() if isinstance(each, Is)}
    if len(arguments) < len(conditions):
        raise ValueError(f"{name} needs an entry in CALLS, since its name says no value")
    base = re.sub(r"\[.*", "", name)
    calls = CALLS.get(base) or (array.SELF if base.startswith("Array.") else PLAIN)
    return tuple(with_arguments(call, arguments) for call in calls)


__all__ = ["CALLS", "Call", "calls_of"]
