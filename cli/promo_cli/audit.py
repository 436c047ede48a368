"""``promo audit``: report the dtype conversions of a function that nobody wrote."""

from __future__ import annotations

import contextlib
import sys

import click

from promo_cli.audit_arguments import argument, imported, provided, traced, use_x64
from promo_cli.audit_formats import FORMATS, from_here
from promo_cli.command_error import CommandError
from promo_cli.console import say
from promo_cli.options import lints_setting
from promo_typing.core.lints import LintSet


@click.command()
@click.argument("function", metavar="MODULE:FUNCTION")
@click.option("--arg", "texts", multiple=True, help="An argument: bf16[8,128], or a literal.")
@click.option(
    "--args", "provider", metavar="MODULE:FUNCTION", help="A function that returns the arguments."
)
@click.option(
    "--static",
    "statics",
    multiple=True,
    type=click.IntRange(min=0),
    help="The position of an argument that is not traced, counted from 0; may be repeated.",
)
@lints_setting
@click.option("--format", "style", type=click.Choice(list(FORMATS)), default="text")
@click.option("--max-bytes", type=click.IntRange(min=0), help="The most bytes for all findings.")
@click.option(
    "--forbid",
    multiple=True,
    type=click.Choice(["widening", "lossy", "64-bit"]),
    help="A kind of implicit conversion that fails the audit; may be repeated.",
)
@click.option("--x64/--no-x64", default=None, help="Trace with jax_enable_x64 or without it.")
def audit(
    function: str,
    texts: tuple[str, ...],
    provider: str | None,
    statics: tuple[int, ...],
    lints: LintSet | None,
    style: str,
    max_bytes: int | None,
    forbid: tuple[str, ...],
    x64: bool | None,
) -> int:
    """Trace a function and list its implicit conversions, the most expensive first.

    Errors are listed, and conversions whose code is in the set of lints. Nothing is executed on a
    device.

    The exit status is 1 if the findings exceed the budget of --max-bytes, or if a conversion,
    listed or not, has a flag that --forbid names.
    """
    if texts and provider:
        raise CommandError("give the arguments by --arg or by --args, not by both")
    use_x64(x64)
    from promo_runtime.auditing import Flag

    # The report goes to standard output; prints of the user's code must not mix with it.
    with contextlib.redirect_stdout(sys.stderr):
        fn = imported(function)
        given = provided(provider) if provider else tuple(argument(text) for text in texts)
        report = traced(function, fn, given, statics, lints)
    FORMATS[style](report)
    broken = report.violations(max_bytes=max_bytes, forbid={Flag(name) for name in forbid})
    for message in broken:
        say("error", from_here(message))
    return 1 if broken else 0
