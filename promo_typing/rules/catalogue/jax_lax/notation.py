"""Notation for functions whose operands must have one dtype, such as those of ``jax.lax``."""

from __future__ import annotations

from promo_typing.rules.catalogue.notation import case, mapped, rule, taken
from promo_typing.rules.model import DtypeMap, DtypeSet, Expression, Of, Operand, Rule, Same
from promo_typing.rules.model.dtype_maps import TO_SAME
from promo_typing.rules.model.dtype_sets import ANY


def unpromoted(
    *operands: str | Operand, to: DtypeMap = TO_SAME, accepts: DtypeSet = ANY, keys: bool = False
) -> Rule:
    """Return the rule of a function of one array whose operands must have one dtype.

    Args:
        operands: all of them take part.
        to: what becomes of their dtype.
        accepts: the dtypes that JAX takes.
        keys: whether the operands may be typed PRNG keys.
    """
    names = (each if isinstance(each, str) else each.name for each in operands)
    return rule(operands, case(mapped(to, one_dtype(*names, accepts=accepts)), keys=keys))


def one_dtype(*operands: str, accepts: DtypeSet = ANY) -> Expression:
    """Return the one dtype that operands must have, if JAX accepts it."""
    return taken(Same(Of(*operands)), accepts)
