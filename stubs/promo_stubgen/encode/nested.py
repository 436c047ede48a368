"""Overloads for nested sequences of Python scalars, as ``jnp.array`` takes them.

The numbers in a sequence are not weak: ``jnp.array([1])`` has the default integer dtype.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from promo_stubgen.encode.outcomes import Outcomes
from promo_stubgen.ir.annotation import NEVER, Annotation, Name, Subscript
from promo_typing.core.dtypes import NODES, PYTHON_SCALARS

DEPTH: Final = 3
"""The deepest nesting that the overloads cover."""


def converts(outcomes: Outcomes) -> bool:
    """Whether a rule is that of ``jnp.array``: its operand comes out as it is, or as requested.

    Other functions whose operand JAX does not annotate refuse sequences.
    """
    keeps = outcomes.count == 1 and len(outcomes.preserved()) == len(NODES)
    return keeps and outcomes.rule.dtype is not None


def nested_cases(outcomes: Outcomes) -> Iterator[tuple[Annotation, Annotation]]:
    """The overloads for an operand that may be a nested sequence, in order.

    Each depth has its own overload, because pyright infers wrong items for a list if a union of
    sequences is expected. Only an empty sequence, or one of unknown items, matches a sequence of
    ``Never``.
    """
    for depth in range(1, DEPTH + 1):
        yield _nested(NEVER, depth), outcomes.unknown
        for scalar, node in PYTHON_SCALARS.items():
            returns = outcomes.returns(outcomes.semantics.strong(node))
            if returns is not None:
                yield _nested(Name(f"builtins.{scalar}"), depth), returns


def _nested(item: Annotation, depth: int) -> Annotation:
    return Subscript("Sequence", (_nested(item, depth - 1),)) if depth else item
