"""Wrong seeds: a key instead of a number, or a float."""

from __future__ import annotations

from typing import Final

from mypy.plugin import FunctionContext

from promo_mypy import errors
from promo_mypy.session import Session
from promo_mypy.types.arguments import Arguments
from promo_typing.core.dtypes import INEXACT_KINDS, NODES, PRNG_KEY, PYTHON_SCALARS

SEEDS: Final = {"jax.random.key": "seed", "jax.random.PRNGKey": "seed"}
"""The functions that make keys, each with its parameter for the seed."""


def report(session: Session, function: str, arguments: Arguments, ctx: FunctionContext) -> None:
    """Report a seed that JAX refuses for every dtype that it may have."""
    for argument in arguments.passed(SEEDS[function]):
        operand = session.converter.operand(argument.type) or ()
        nodes = [node for symbol in operand for node in symbol.nodes]
        if nodes and all(node == PRNG_KEY for node in nodes):
            errors.key_as_seed(ctx.api, ctx.context, function)
        elif nodes and all(_kind(node) in INEXACT_KINDS for node in nodes):
            found = " | ".join(errors.shown(symbol.name) for symbol in operand)
            errors.seed_is_no_integer(ctx.api, ctx.context, function, found)


def _kind(node: str) -> str:
    known = NODES.get(PYTHON_SCALARS.get(node, node))
    return node if known is None else known.kind
