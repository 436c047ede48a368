"""``promo verify``: the rules against the installed JAX."""

from __future__ import annotations

from collections.abc import Sequence

import click

from promo_cli.command_error import CommandError
from promo_cli.console import output, progress
from promo_cli.jax_version import warn_of_unsupported_jax

_SHOWN = 20
"""So many differences of one rule are printed."""


@click.command()
@click.argument("patterns", metavar="[NAME]...", nargs=-1)
@click.option(
    "--sample",
    type=click.IntRange(min=1),
    help="Compare so many cells of a rule under each of the settings, and those of bools and of "
    "weak dtypes alone; without it, all.",
)
@click.option("--seed", type=int, default=0, help="Chooses the cells of the sample.")
@click.option(
    "-j",
    "--jobs",
    type=click.IntRange(min=1),
    default=1,
    help="Compare so many rules at a time, in processes of their own.",
)
def verify(patterns: Sequence[str], sample: int | None, seed: int, jobs: int) -> int:
    """Compare the rules with the installed JAX: dtypes, weakness and refusals.

    NAME is a function, jax.numpy.exp, a method, Array.sum, or a pattern, 'jax.lax.*'; without any,
    all rules are compared. That takes hours of a core: --jobs 8 shares them among eight, and
    --sample 10 is a matter of a minute or two.
    """
    rules = _rules(patterns)
    warn_of_unsupported_jax()
    from promo_typing.oracle.verify import verify as compare

    console = output()
    compared = different = 0
    with progress("comparing") as step:
        for number, comparison in enumerate(compare(rules, sample, seed, jobs), 1):
            step(f"{number} of {len(rules)} rules, {comparison.name}")
            compared += comparison.compared
            different += len(comparison.differences)
            for difference in comparison.differences[:_SHOWN]:
                console.print(str(difference), markup=False)
    console.print(f"{_summary(len(rules), compared)}: {different} differ", markup=False)
    return 1 if different else 0


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


def _summary(rules: int, compared: int) -> str:
    import jax

    return f"{compared} cells of {rules} rules compared with jax {jax.__version__}"
