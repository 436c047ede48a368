"""``promo verify``: compares the rules with the installed JAX."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import click

from promo_cli.command_error import CommandError
from promo_cli.console import output, progress
from promo_cli.jax_version import warn_of_unsupported_jax
from promo_typing.oracle.ledger import FOLDER, Entry, Ledger

if TYPE_CHECKING:
    from promo_typing.oracle.numpy import NumPyComparison
    from promo_typing.oracle.verify import Comparison

    _Comparison: TypeAlias = Comparison | NumPyComparison

_LEAST_NUMPY = 2
_SHOWN = 20
"""At most this many differences of a rule are printed."""


@click.command()
@click.argument("patterns", metavar="[NAME]...", nargs=-1)
@click.option("--all", "again", is_flag=True, help="Compare rules in the ledger, too.")
@click.option(
    "--sample",
    type=click.IntRange(min=1),
    help="Compare only this many cells of each rule under each setting, and the cells of bools and "
    "of weak dtypes. The ledger is not used.",
)
@click.option("--seed", type=int, default=0, help="The seed for the cells of the sample.")
@click.option(
    "-j",
    "--jobs",
    type=click.IntRange(min=1),
    default=lambda: os.cpu_count() or 1,
    show_default="the number of cores",
    help="The number of processes, each of which compares one rule at a time.",
)
@click.option(
    "--ledger",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    default=FOLDER,
    show_default="that of promo_typing",
    help="The folder of the ledger, which has a file for each version of JAX.",
)
@click.option(
    "--numpy",
    "of_numpy",
    is_flag=True,
    help="Compare the rules of NumPy's own functions with the installed NumPy 2 instead; it takes "
    "seconds.",
)
def verify(
    patterns: Sequence[str],
    again: bool,
    sample: int | None,
    seed: int,
    jobs: int,
    folder: Path,
    of_numpy: bool,
) -> int:
    """Compare the rules with the installed JAX: dtypes, weakness and refusals.

    NAME is a function, jax.numpy.exp, a method, Array.sum, or a pattern, 'jax.lax.*'; without any,
    all rules are compared. A rule that agrees in all its cells is written to the ledger, and is not
    compared again until it changes; --all compares it anyway. All rules take hours of processor
    time; --sample 10 takes a minute or two.
    """
    if of_numpy:
        return _verify_numpy(patterns, again, folder)
    rules = _rules(patterns)
    warn_of_unsupported_jax()
    ledger = None if sample else _jax_ledger(folder)
    if ledger and not patterns:
        ledger.keep(rules)
    asked = rules if ledger is None or again else ledger.lacking(rules)
    comparisons = _compared(asked, sample, seed, jobs)
    found = comparisons if ledger is None else ledger.recorded(comparisons)
    return _report(rules, asked, found, _jax())


def _verify_numpy(patterns: Sequence[str], again: bool, folder: Path) -> int:
    from promo_typing.oracle.numpy import compared, fingerprint, names

    rules = [
        name for name in names() if not patterns or any(fnmatchcase(name, p) for p in patterns)
    ]
    if not rules:
        raise CommandError(
            f"no function of NumPy with a rule is called {' or '.join(patterns)}; write a full "
            "name such as numpy.sqrt, or a pattern such as 'numpy.linalg.*'"
        )
    version = _numpy_version()
    ledger = _Ledger(Ledger(f"numpy-{version}", folder), fingerprint)
    if not patterns:
        ledger.keep(rules)
    asked = rules if again else ledger.lacking(rules)
    return _report(rules, asked, ledger.recorded(map(compared, asked)), f"numpy {version}")


def _report(
    rules: Sequence[str], asked: Sequence[str], found: Iterable[_Comparison], library: str
) -> int:
    """Print the differences, and how many cells were compared; return the exit status."""
    console = output()
    finished = compared = different = 0
    with progress("comparing") as step:
        for comparison in found:
            finished += 1
            step(f"{finished} of {len(asked)} rules, {comparison.name}")
            compared += comparison.compared
            different += len(comparison.differences)
            for difference in comparison.differences[:_SHOWN]:
                console.print(str(difference), markup=False)
    console.print(f"{_summary(finished, compared, library)}: {different} differ", markup=False)
    if len(asked) < len(rules):
        before = len(rules) - len(asked)
        console.print(f"the ledger has {before} rules, which were compared before", markup=False)
    return 1 if different else 0


def _compared(
    rules: Sequence[str], sample: int | None, seed: int, jobs: int
) -> Iterator[Comparison]:
    from promo_typing.oracle.verify import verify as compare
    from promo_typing.oracle.workers import WorkerLostError

    try:
        yield from compare(rules, sample, seed, jobs)
    except WorkerLostError as error:
        raise CommandError(
            f"{error}; what was finished is in the ledger: run it again, with fewer --jobs"
        ) from None


def _jax_ledger(folder: Path) -> _Ledger:
    import jax

    from promo_typing.oracle.fingerprints import fingerprint

    return _Ledger(Ledger(jax.__version__, folder), fingerprint)


class _Ledger:
    """The ledger for one version of a library."""

    def __init__(self, ledger: Ledger, fingerprint: Callable[[str], str]) -> None:
        self._ledger = ledger
        self._fingerprint = fingerprint

    def lacking(self, rules: Sequence[str]) -> list[str]:
        """Return the rules without an entry for their present form."""
        return self._ledger.lacking({name: self._fingerprint(name) for name in rules})

    def keep(self, rules: Sequence[str]) -> None:
        """Remove the entries of rules that no longer exist."""
        self._ledger.keep(rules)

    def recorded(self, comparisons: Iterable[_Comparison]) -> Iterator[_Comparison]:
        """Record each rule as soon as it is compared, so that a run can be interrupted."""
        for comparison in comparisons:
            name = comparison.name
            if comparison.differences:
                self._ledger.strike(name)
            else:
                entry = Entry(name, self._fingerprint(name), comparison.compared)
                self._ledger.record(entry)
            yield comparison


def _rules(patterns: Sequence[str]) -> list[str]:
    try:
        from promo_typing.oracle.verify import matching

        rules = matching(patterns)
    except ImportError as error:
        raise CommandError(f"the rules are compared with JAX, but {error}") from None
    if not rules:
        raise CommandError(
            "the installed JAX has no function with a rule that is called "
            f"{' or '.join(patterns)}; write a full name such as jax.numpy.exp, or a pattern such "
            "as 'jax.lax.*'"
        )
    return rules


def _summary(rules: int, compared: int, library: str) -> str:
    return f"{compared} cells of {rules} rules compared with {library}"


def _jax() -> str:
    import jax

    return f"jax {jax.__version__}"


def _numpy_version() -> str:
    import numpy as np

    if int(np.__version__.partition(".")[0]) < _LEAST_NUMPY:
        raise CommandError(
            f"the rules are those of NumPy 2, but numpy {np.__version__} is installed"
        )
    return np.__version__
