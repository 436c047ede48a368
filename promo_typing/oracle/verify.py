"""Compares many rules with the installed JAX, under all settings."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from functools import partial
from typing import NamedTuple

from promo_typing.lattice.semantics import Semantics
from promo_typing.oracle.cells import SETTINGS, Disagreement, cells, sampled
from promo_typing.oracle.judge import Oracle
from promo_typing.oracle.subjects import names


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


def verify(
    rules: Sequence[str], sample: int | None = None, seed: int = 0, jobs: int = 1
) -> Iterator[Comparison]:
    """Compare rules with the installed JAX, in their order.

    Args:
        rules: the names of rules, as :func:`matching` gives them.
        sample: how many cells of a rule to take for each of the settings; None takes all.
        seed: chooses them.
        jobs: how many rules to compare at a time; more than one have processes of their own, since
            JAX's settings are global.
    """
    compare = partial(_compare, sample, seed)
    if jobs == 1:
        yield from map(compare, rules)
        return
    # JAX has threads, which a fork would lose. An interrupt is for this process, which ends the
    # others: a rule that was begun may take minutes.
    context = multiprocessing.get_context("spawn")
    with context.Pool(jobs, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as processes:
        yield from processes.imap(compare, rules)


def _compare(sample: int | None, seed: int, name: str) -> Comparison:
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
    return Comparison(name, compared, tuple(differences))
