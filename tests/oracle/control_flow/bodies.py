"""Random bodies: small expressions of arithmetic on arrays, weak or not, and Python scalars."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from .operands import DTYPES, FLOATS, SCALARS

_NUMBERS: Final = ("2", "0.5")
_OPERATORS: Final = ("+", "-", "*", "/")


def expression(random: Random, names: Sequence[str], depth: int = 2) -> str:
    """Return an expression on these variables, and on some operands and numbers."""
    if depth == 0 or random.random() < 0.3:
        return _leaf(random, names)
    if random.random() < 0.1:
        return f"{random.choice(list(SCALARS))}.astype({random.choice(list(DTYPES.values()))})"
    left, right = (expression(random, names, depth - 1) for _ in range(2))
    return f"({left} {random.choice(_OPERATORS)} {right})"


def smooth(random: Random, name: str) -> str:
    """Return an expression of floats that depends on a variable."""
    other = random.choice([*FLOATS, *_NUMBERS, name])
    text = random.choice(
        [f"({name} {random.choice(_OPERATORS)} {other})", f"({other} * {name})", f"-{name}"]
    )
    return f"jnp.sin({text})" if random.random() < 0.3 else text


def _leaf(random: Random, names: Sequence[str]) -> str:
    kind = random.random()
    if kind < 0.6 and names:
        return random.choice(list(names))
    return random.choice(list(SCALARS)) if kind < 0.8 else random.choice(_NUMBERS)


def pair(random: Random, names: Sequence[str]) -> str:
    """Return a tuple of two expressions."""
    return f"({expression(random, names)}, {expression(random, names)})"
