"""Compares rules with the installed JAX under all settings, in several processes if wanted."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase
from functools import cache, partial
from typing import Final, NamedTuple, TypeAlias

from promo_typing.lattice.semantics import Semantics
from promo_typing.oracle.cells import SETTINGS, Answer, Cell, Disagreement, cells, sampled
from promo_typing.oracle.judge import Oracle
from promo_typing.oracle.subjects import names
from promo_typing.oracle.workers import in_processes

_PROCESS_BYTES: Final = 1000 << 20
"""A process that takes more memory is replaced, so that two of them stay under three gigabytes."""


class Comparison(NamedTuple):
    """The comparison of one rule with JAX; ``compared`` counts the cells under all settings."""

    name: str
    compared: int
    differences: tuple[Disagreement, ...]


def matching(patterns: Sequence[str]) -> list[str]:
    """Return the names of rules that match a pattern, for functions that the installed JAX has.

    Args:
        patterns: patterns as in a shell, ``jax.lax.*``. The name of a function includes all rules
            for its arguments. Without patterns all rules match.

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
    """Compare rules with the installed JAX, and yield each as it is finished.

    Args:
        rules: the names of rules, as :func:`matching` gives them.
        sample: the number of cells of a rule to take under each of the settings; None takes all.
        seed: the seed that chooses the sample.
        jobs: the number of rules to compare at a time. With more than one, each is compared in its
            own process, since JAX's settings are global.

    Raises:
        WorkerLostError: the system has ended one of the processes.
    """
    compare = partial(compared, sample=sample, seed=seed)
    if jobs == 1:
        yield from map(compare, rules)
    else:
        yield from in_processes(partial(_settled, compare), rules, jobs, _PROCESS_BYTES)


def compared(
    name: str,
    sample: int | None = None,
    seed: int = 0,
    settings: Sequence[Semantics] = SETTINGS,
) -> Comparison:
    """Compare one rule with the installed JAX under these settings, in this process."""
    asked = {semantics: _questions(name, semantics, sample, seed) for semantics in settings}
    answers = _answers(name, asked)
    differences: list[Disagreement] = []
    for semantics, questions in asked.items():
        with Oracle(semantics) as oracle:
            known = [answers[semantics][cell] for cell in questions]
            differences += oracle.judged(name, questions, known)
    return Comparison(name, sum(map(len, asked.values())), tuple(differences))


def _questions(name: str, semantics: Semantics, sample: int | None, seed: int) -> Sequence[Cell]:
    """The distinct cells of a rule, or a sample of them."""
    if sample is not None:
        return sampled(name, semantics, sample, seed)
    return list(dict.fromkeys(cells(name, semantics)))


_Answers: TypeAlias = dict[Cell, tuple[Answer, ...]]


def _answers(name: str, asked: Mapping[Semantics, Sequence[Cell]]) -> dict[Semantics, _Answers]:
    """JAX's answers under all settings; those that ``explicit_x64`` cannot change are asked once.

    To find them, JAX is asked under ``explicit_x64="error"``. An answer other than that error would
    be the same if 64-bit dtypes were truncated or allowed, since none was requested.
    """
    answers: dict[Semantics, _Answers] = {}
    for semantics, questions in asked.items():
        error = replace(semantics, explicit_x64="error")
        if error not in answers:
            alike = [{*q} for s, q in asked.items() if replace(s, explicit_x64="error") == error]
            shared = set.intersection(*alike) if alike[1:] else set()
            several = _observed(name, error, [cell for cell in questions if cell in shared])
            answers[error] = _without_x64_error(several)
        known = answers[error]
        rest = [cell for cell in questions if cell not in known]
        answers[semantics] = known | _observed(name, semantics, rest)
    return answers


def _observed(name: str, semantics: Semantics, questions: Sequence[Cell]) -> _Answers:
    with Oracle(semantics) as oracle:
        return dict(zip(questions, oracle.observed(name, questions, in_turn=True), strict=True))


def _without_x64_error(answers: _Answers) -> _Answers:
    return {
        cell: several
        for cell, several in answers.items()
        if not any(answer.refusal == "x64" for answer in several)
    }


def _settled(compare: Callable[[str], Comparison], name: str) -> Comparison:
    """Compare in a worker process, in which garbage collections skip the modules of JAX."""
    _settle()
    return compare(name)


@cache
def _settle() -> None:
    Oracle(Semantics())
    gc.freeze()
