"""``promo coverage``: the share of known dtypes, file by file, and what would make it larger."""

from __future__ import annotations

import click

from promo_cli.console import progress, say
from promo_cli.jax_version import warn_of_unsupported_jax
from promo_cli.options import dtype_settings, require_readable, settings
from promo_cli.shares import fail_under_option, is_too_small


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@dtype_settings
@click.option(
    "--format",
    "style",
    type=click.Choice(["text", "markdown", "json"]),
    default="text",
    help="The output format; text is the default.",
)
@click.option("--html", "folder", metavar="DIR", help="Write a page for each file, and an index.")
@fail_under_option
def coverage(
    paths: tuple[str, ...],
    x64: bool | None,
    promotion: str | None,
    style: str,
    folder: str | None,
    fail_under: float | None,
) -> int:
    """Show how many of the array expressions in files and folders have a known dtype.

    Below are the places where most expressions have lost their dtype: an annotation there recovers
    them. --html writes pages with the source and the dtype of each expression in it.

    The exit status is 1 if fewer dtypes are known than --fail-under requires, 2 if the program
    could not be checked, and otherwise 0, even if there are errors.
    """
    from promo_cli.coverage import html
    from promo_cli.coverage.formats import FORMATS
    from promo_cli.coverage.measure import measured
    from promo_cli.formats.text import write_text_findings
    from promo_cli.mypy_run import run_mypy

    for path in paths:
        require_readable(path)
    if folder is not None:
        html.require_writable(folder)
    warn_of_unsupported_jax()
    with progress("checking") as step:
        run = run_mypy(paths, settings(x64, promotion), step)
    for note in run.notes:
        say("note", note)
    for complaint in run.complaints:
        say("error" if run.blocked else "warning", complaint)
    if run.blocked:
        write_text_findings(run.findings)
        return 2
    for each in run.unparsable:
        say("warning", f"{each.file} cannot be parsed, and is left out: {each.message}")
    run.only_dtypes()
    found = measured(run)
    if folder is not None:
        html.write_pages(found, folder)
    FORMATS[style](found)
    return 1 if is_too_small(found.summary.share, fail_under) else 0
