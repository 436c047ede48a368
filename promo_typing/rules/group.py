"""Notation for tables: many functions of one rule, which name their operands differently."""

from __future__ import annotations

from typing import Any

from promo_typing.rules.model import Rule


def group(operands: str, functions: str, **rule: Any) -> dict[str, Rule]:
    """Return the same rule for several functions of jax.numpy.

    Args:
        operands: the names of the operands, separated by spaces.
        functions: the names of the functions, separated by spaces.
        rule: the further fields of :class:`Rule`.
    """
    shared = Rule(tuple(operands.split()), **rule)
    return {f"jax.numpy.{function}": shared for function in functions.split()}
