"""The installed JAX as the judge of the rules.

For a rule and settings, :func:`cells` lists combinations of operand dtypes; an :class:`Oracle` asks
JAX for the dtypes of the results by abstract evaluation (``jax.eval_shape``: nothing is computed,
hundreds of cells a second) and compares them with what the rule says. JAX is imported when an
oracle is made, not with this module.

JAX's own answers for ``int1`` and ``uint1`` are erratic where something is compiled: the two NumPy
dtypes have equal hashes, and a compiled program of the one may be taken for the other. Abstract
evaluation compiles nothing, so they are compared like all others.
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
