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
    """An array expression without a dtype, and the places where the dtype was lost."""

    file: str
    expression: ArrayExpression
    roots: frozenset[Root]


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A place where an annotation would recover dtypes, and how many.

    Attributes:
        root: the place.
        expressions: how many expressions have lost their dtype here, and perhaps elsewhere, too.
        alone: how many of them have lost it only here.
        files: in how many files these expressions are.
        sources: the library functions whose results the place holds.
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
    """Return the places where dtypes are lost, the one with the most expressions first.

    An expression that has lost its dtype at several places counts at each of them.
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
