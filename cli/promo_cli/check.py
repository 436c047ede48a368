"""``promo check``: find dtype mistakes; with ``--all``, everything else that mypy finds, too."""

from __future__ import annotations

import click

from promo_cli.accepted_findings import accept_findings, leave_out_accepted
from promo_cli.console import progress, say
from promo_cli.formats import FORMATS
from promo_cli.formats.text import summarised
from promo_cli.jax_version import warn_of_unsupported_jax
from promo_cli.options import dtype_settings, lints_setting, require_readable, settings
from promo_cli.shares import fail_under_option, is_too_small


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@dtype_settings
@lints_setting
@click.option(
    "--format",
    "style",
    type=click.Choice(list(FORMATS)),
    default="text",
    help="The output format of the findings; github makes annotations of a pull request.",
)
@click.option("--baseline", metavar="FILE", help="Hide the errors in this file.")
@click.option("--update-baseline", is_flag=True, help="Write all errors to the baseline.")
@fail_under_option
@click.option("--all", "everything", is_flag=True, help="Show all of mypy's errors.")
@click.option("--verbose", is_flag=True, help="Name the functions that were not checked.")
def check(
    paths: tuple[str, ...],
    x64: bool | None,
    promotion: str | None,
    lints: str | None,
    style: str,
    baseline: str | None,
    update_baseline: bool,
    fail_under: float | None,
    everything: bool,
    verbose: bool,
) -> int:
    """Check files and folders with mypy, its dtype plugin and the stubs of JAX.

    The command shows the errors of promo-typing, and mypy's errors whose expected and found types
    differ in the dtype of an array. All others are counted; they do not decide the exit status.

    The settings of mypy in mypy.ini, pyproject.toml or setup.cfg apply. Unless they say otherwise,
    a variable may be assigned an array of another dtype (allow_redefinition), and functions without
    annotations are checked. If there are no settings, a library without types is no error. Without
    an option or a setting, x64 and strict promotion follow statements at the top of the program's
    files, and x64 the settings of pytest.

    The exit status is 0 if there is no error, 1 if there are some, 2 if the program could not be
    checked.
    """
    from promo_cli.mypy_run import run_mypy

    if update_baseline and baseline is None:
        raise click.UsageError("--update-baseline needs --baseline FILE")
    for path in paths:
        require_readable(path)
    warn_of_unsupported_jax()
    with progress("checking") as step:
        run = run_mypy(paths, settings(x64, promotion, lints), step)
    for note in run.notes:
        say("note", note)
    for complaint in run.complaints:
        say("error" if run.blocked else "warning", complaint)
    if run.blocked and not run.findings:
        return 2
    if not everything:
        run.only_dtypes()
    if verbose:
        for each in (*run.unchecked, *run.given_up):
            say("note", str(each))
    # The findings are those of a part of the program: they must not become the baseline.
    is_in_part = run.blocked or bool(update_baseline and run.unparsable)
    if baseline is not None and not is_in_part:
        (accept_findings if update_baseline else leave_out_accepted)(run, baseline)
    FORMATS[style](run)
    if is_in_part:
        if update_baseline:
            say("error", "nothing is written to the baseline: not all files can be parsed")
        return 2
    failed = any(found.is_error for found in run.findings)
    return 1 if is_too_small(summarised(run).share, fail_under) or failed else 0
