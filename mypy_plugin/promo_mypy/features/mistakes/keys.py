"""Arithmetic on typed PRNG keys, which JAX can only compare and join with other keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from promo_mypy.features.mistakes.numbers import COMPILED
from promo_mypy.types.symbols import Operand
from promo_typing.core.dtypes import PRNG_KEY
from promo_typing.rules import Rule

_JOINING: Final = frozenset(
    f"jax.numpy.{name}"
    for name in ("concatenate", "stack", "hstack", "vstack", "dstack", "column_stack", "append")
)
_COMPARISONS: Final = frozenset({"jax.numpy.equal", "jax.numpy.not_equal"})


def are_refused(function: str, rule: Rule, operands: Sequence[Operand | None]) -> bool:
    """Whether a function gets a key that it does not accept, or a key together with a number."""
    is_looked_at = function in COMPILED or function in _JOINING
    if not is_looked_at or not any(map(_is_key, operands)):
        return False
    takes_keys = rule.usual.keys or function in _COMPARISONS
    return not takes_keys or any(map(_is_number, operands))


def _is_key(operand: Operand | None) -> bool:
    return bool(operand) and all(symbol.nodes == (PRNG_KEY,) for symbol in operand or ())


def _is_number(operand: Operand | None) -> bool:
    return bool(operand) and not any(PRNG_KEY in symbol.nodes for symbol in operand or ())
