"""Combinations of operands that are computed in steps, each a promotion or a conversion."""

from __future__ import annotations

from collections.abc import Callable
from inspect import Parameter, signature
from typing import Final, TypeAlias

from promo_typing.lattice.semantics import Semantics
from promo_typing.rules.accepts import ACCEPTS
from promo_typing.rules.joining import Combine, Combined, join
from promo_typing.rules.maps import RESULT_MAPS
from promo_typing.rules.model import Rejected, Unknown


class StepError(Exception):
    """A step that JAX does not take, or of which nothing is known; ``outcome`` says why."""

    def __init__(self, outcome: Combined) -> None:
        """Keep the reason."""
        super().__init__(outcome)
        self.outcome: Final = outcome


class Steps:
    """Promotions and conversions under given settings, each of which may end the computation."""

    def __init__(self, semantics: Semantics) -> None:
        """Take the settings."""
        self.semantics: Final = semantics

    def join(self, *operands: str) -> str:
        """Promote some operands.

        Raises:
            StepError: they have no common dtype.
        """
        joined = join(operands, self.semantics)
        if not isinstance(joined, str):
            raise StepError(joined)
        return joined

    def to(self, word: str, node: str) -> str:
        """Convert an operand as a word of RESULT_MAPS says."""
        return RESULT_MAPS[word](node, self.semantics)

    def check(self, node: str, accepted: str) -> str:
        """Return an operand that is one of those of a word of ACCEPTS.

        Raises:
            StepError: it is not.
        """
        if not ACCEPTS[accepted].contains(node, self.semantics):
            raise StepError(Rejected(node, accepted))
        return node

    def known(self, node: str, accepted: str) -> str:
        """Return an operand that is one of those of a word of ACCEPTS; nothing is known of others.

        Raises:
            StepError: it is not.
        """
        if not ACCEPTS[accepted].contains(node, self.semantics):
            raise StepError(Unknown())
        return node


Computation: TypeAlias = Callable[..., str]
"""From the steps and the operands to the one node."""


def in_steps(computation: Computation) -> Combine:
    """Return the combination that a computation amounts to.

    It raises ValueError if the computation is one of another number of operands.
    """
    _, *parameters = signature(computation).parameters.values()
    variadic = any(each.kind is Parameter.VAR_POSITIONAL for each in parameters)
    fixed = [each for each in parameters if each.kind is not Parameter.VAR_POSITIONAL]
    least = sum(each.default is Parameter.empty for each in fixed)

    def combined(operands: tuple[str, ...], semantics: Semantics) -> Combined:
        if len(operands) < least or (len(operands) > len(fixed) and not variadic):
            raise ValueError(f"{computation.__name__} takes {least} operands, not {len(operands)}")
        try:
            return computation(Steps(semantics), *operands)
        except StepError as refused:
            return refused.outcome

    return combined
