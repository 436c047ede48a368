"""The annotations that would recover the most dtypes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from promo_cli.counts import counted
from promo_cli.expressions import ArrayExpression
from promo_cli.losses.program import Losses
from promo_cli.losses.roots import Root


@dataclass(frozen=True, slots=True)
class Lost:
    """An array expression without a dtype, and the places by which it was lost."""

    file: str
    expression: ArrayExpression
    roots: frozenset[Root]


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A place where an annotation would recover dtypes, and how many.

    Attributes:
        root: the place.
        expressions: how many have lost it by that, and perhaps by others, too.
        alone: how many of them have lost it by nothing else.
        files: how many files they are in.
        sources: the functions of libraries whose results are held there.
    """

    root: Root
    expressions: int
    alone: int
    files: int
    sources: tuple[str, ...]

    @property
    def numbers(self) -> str:
        """The numbers in words."""
        text = f"{counted(self.expressions, 'expression')} in {counted(self.files, 'file')}"
        return text if self.alone == self.expressions else f"{text}, {self._alone} by this alone"

    @property
    def _alone(self) -> str:
        return str(self.alone or "none")


def suggestions(lost: Iterable[Lost], losses: Losses) -> tuple[Suggestion, ...]:
    """Return the places by which dtypes are lost, in descending order of how many.

    An expression that has lost its dtype by several places counts once for each of them.
    """
    by_root: defaultdict[Root, list[Lost]] = defaultdict(list)
    for each in lost:
        for root in each.roots:
            by_root[root].append(each)
    found = (
        Suggestion(
            root,
            len(of_root),
            sum(len(each.roots) == 1 for each in of_root),
            len({each.file for each in of_root}),
            tuple(sorted(losses.sources(root))),
        )
        for root, of_root in by_root.items()
    )
    return tuple(sorted(found, key=_order))


def _order(suggestion: Suggestion) -> tuple[int, int, str]:
    return -suggestion.expressions, -suggestion.alone, str(suggestion.root)
