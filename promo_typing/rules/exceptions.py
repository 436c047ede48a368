"""Words of the vocabulary with exceptions, written behind them.

JAX's functions often agree in all but a few dtypes, and these exceptions follow no principle: an
internal constant that strict promotion refuses, a small dtype that was forgotten. They stand in the
rule itself::

    accepts="not_complex but bool uint1/strict"     what "not_complex" says, but not these
    accepts="only int32 int64/x64"                  these alone
    results=("same but bool=weak_int",)             bool has another result than "same" says

A node may be followed by a condition on the settings, a word of :data:`CONDITIONS` or several
joined by ``+``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

from promo_typing.core.dtypes import NODES
from promo_typing.lattice.semantics import Semantics

Condition: TypeAlias = Callable[[Semantics], bool]

CONDITIONS: Final[dict[str, tuple[Condition, str]]] = {
    "x64": (lambda s: s.x64, "with x64 on"),
    "narrow": (lambda s: not s.x64, "with x64 off"),
    "strict": (lambda s: s.promotion == "strict", "under strict promotion"),
    "standard": (lambda s: s.promotion == "standard", "under standard promotion"),
}
"""The words for settings, and how a sentence says them."""

BUT: Final = " but "
ONLY: Final = "only "


class Exceptional(NamedTuple):
    """A node under some settings, and what becomes of it, if that is said."""

    node: str
    conditions: tuple[str, ...]
    becomes: str

    def applies(self, node: str, semantics: Semantics) -> bool:
        """Whether this is the node, and these are the settings."""
        return node == self.node and all(CONDITIONS[word][0](semantics) for word in self.conditions)

    def __str__(self) -> str:
        """Render the node and the settings in words."""
        return " ".join((self.node, *(CONDITIONS[word][1] for word in self.conditions)))


def parse(words: str) -> tuple[Exceptional, ...]:
    """Read exceptions: ``node``, ``node/condition``, ``node/condition+condition=result``.

    Raises:
        ValueError: a word is no node or no condition.
    """
    return tuple(map(_parse_one, words.split()))


def _parse_one(word: str) -> Exceptional:
    subject, _, becomes = word.partition("=")
    node, _, settings = subject.partition("/")
    conditions = tuple(settings.split("+")) if settings else ()
    if node not in NODES or not set(conditions) <= set(CONDITIONS):
        raise ValueError(f"{word!r} is no exception: write node/condition, as in uint8/strict+x64")
    return Exceptional(node, conditions, becomes)
