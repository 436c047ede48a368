"""Notation for tables: many functions of one rule, which name their operands differently."""

from __future__ import annotations

from typing import Any

from promo_typing.rules.model import Rule


def group(operands: str, functions: str, module: str = "jax.numpy", **rule: Any) -> dict[str, Rule]:
    """Return the same rule for several functions of a module.

    Args:
        operands: the names of the operands, separated by spaces.
        functions: the names of the functions, separated by spaces.
        module: the public name of the module.
        rule: the further fields of :class:`Rule`.
    """
    shared = Rule(tuple(operands.split()), **rule)
    return {f"{module}.{function}": shared for function in functions.split()}
