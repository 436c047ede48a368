"""The installed JAX as the judge of the rules.

For a rule and settings, :func:`cells` lists combinations of operand dtypes. An :class:`Oracle` asks
JAX for the dtypes of the results by abstract evaluation (``jax.eval_shape``, which computes nothing
and answers hundreds of cells a second), and compares them with the results of the rule. JAX is
imported when an oracle is made, not with this module.

JAX may confuse ``int1`` and ``uint1`` where it compiles: the two NumPy dtypes have equal hashes, so
that a program compiled for one may be used for the other. Abstract evaluation compiles nothing, so
both dtypes are compared like all others.
"""

from promo_typing.oracle.cells import (
    LITERALS,
    SETTINGS,
    Answer,
    Cell,
    Disagreement,
    cells,
    expected,
    sampled,
)
from promo_typing.oracle.judge import Oracle
from promo_typing.oracle.subjects import names, rule_of

__all__ = [
    "LITERALS",
    "SETTINGS",
    "Answer",
    "Cell",
    "Disagreement",
    "Oracle",
    "cells",
    "expected",
    "names",
    "rule_of",
    "sampled",
]
