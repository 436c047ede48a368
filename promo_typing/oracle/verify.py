"""Compares many rules with the installed JAX, under all settings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from typing import NamedTuple

from promo_typing.oracle.cells import SETTINGS, Disagreement, cells, names, sampled
from promo_typing.oracle.judge import Oracle
from promo_typing.semantics import Semantics


class Comparison(NamedTuple):
    """One rule compared with JAX; ``compared`` counts its cells over all settings."""

    name: str
    compared: int
    differences: tuple[Disagreement, ...]


def matching(patterns: Sequence[str]) -> list[str]:
    """Return the rules of functions that the installed JAX has, those that match a pattern.

    Args:
        patterns: as in a shell, ``jax.lax.*``; a name alone includes its variants. Without any,
            all rules match.

    Raises:
        ImportError: jax is not installed.
    """
    oracle = Oracle(Semantics())
    chosen = [name for name in names() if not patterns or _matches(name, patterns)]
    return [name for name in chosen if oracle.has(name)]


def _matches(name: str, patterns: Sequence[str]) -> bool:
    function = name.partition("[")[0]
    return any(fnmatchcase(function, pattern) for pattern in patterns) or name in patterns


def verify(rules: Sequence[str], sample: int | None = None, seed: int = 0) -> Iterator[Comparison]:
    """Compare rules with the installed JAX, one after the other.

    Args:
        rules: the names of rules, as :func:`matching` gives them.
        sample: how many cells of a rule to take for each of the settings; None takes all.
        seed: chooses them.
    """
    for name in rules:
        compared = 0
        differences: list[Disagreement] = []
        for semantics in SETTINGS:
            asked = (
                list(cells(name, semantics))
                if sample is None
                else sampled(name, semantics, sample, seed)
            )
            with Oracle(semantics) as oracle:
                differences += oracle.disagreements(name, asked)
            compared += len(asked)
        yield Comparison(name, compared, tuple(differences))
