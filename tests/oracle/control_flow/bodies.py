"""Random bodies: small expressions of arithmetic on arrays, weak or not, and Python scalars."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from .operands import DTYPES, SCALARS

_NUMBERS: Final = ("2", "0.5")
_OPERATORS: Final = ("+", "-", "*", "/")


def expression(random: Random, names: Sequence[str], depth: int = 2) -> str:
    """Return an expression on these variables, and on some operands and numbers."""
    if depth == 0 or random.random() < 0.3:
        return _leaf(random, names)
    if random.random() < 0.1:
        return f"{random.choice(list(SCALARS))}.astype({random.choice(list(DTYPES.values()))})"
    if random.random() < 0.1:
        return f"jnp.sin({expression(random, names, depth - 1)})"
    left, right = (expression(random, names, depth - 1) for _ in range(2))
    return f"({left} {random.choice(_OPERATORS)} {right})"


def _leaf(random: Random, names: Sequence[str]) -> str:
    kind = random.random()
    if kind < 0.6 and names:
        return random.choice(list(names))
    return random.choice(list(SCALARS)) if kind < 0.8 else random.choice(_NUMBERS)


def pair(random: Random, names: Sequence[str]) -> str:
    """Return a tuple of two expressions."""
    return f"({expression(random, names)}, {expression(random, names)})"
