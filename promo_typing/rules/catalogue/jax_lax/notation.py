"""Notation for functions whose operands must have one dtype, such as those of ``jax.lax``."""

from __future__ import annotations

from promo_typing.rules.catalogue.notation import case, mapped, rule, taken
from promo_typing.rules.model import DtypeMap, DtypeSet, Expression, Of, Operand, Rule, Same
from promo_typing.rules.model.dtype_maps import TO_SAME
from promo_typing.rules.model.dtype_sets import ANY


def unpromoted(
    *operands: str | Operand, to: DtypeMap = TO_SAME, accepts: DtypeSet = ANY, keys: bool = False
) -> Rule:
    """Return the rule of a function that returns one array and requires operands of one dtype.

    Args:
        operands: the operands, all of one dtype.
        to: the map from their dtype to that of the result.
        accepts: the dtypes that JAX accepts.
        keys: whether the operands may be typed PRNG keys.
    """
    names = (each if isinstance(each, str) else each.name for each in operands)
    return rule(operands, case(mapped(to, one_dtype(*names, accepts=accepts)), keys=keys))


def one_dtype(*operands: str, accepts: DtypeSet = ANY) -> Expression:
    """Return the dtype that all operands must have, checked against those that JAX accepts."""
    return taken(Same(Of(*operands)), accepts)
