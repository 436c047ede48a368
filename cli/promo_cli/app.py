"""The group of subcommands, and what becomes of their errors."""

from __future__ import annotations

import errno

import click

from promo_cli import (
    OUTPUT_CLOSED,
    audit,
    check,
    diff,
    explain,
    init,
    lattice,
    reveal,
    table,
    verify,
)
from promo_cli.annotate.command import annotate
from promo_cli.command_error import CommandError
from promo_cli.console import OutputClosedError, discard_output, say
from promo_cli.coverage.command import coverage
from promo_cli.project_metadata import version

_INTERRUPTED = 130
_DISK_FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
_UNINSTALLED = "(not installed, run from its sources)"


@click.group(
    name="promo",
    commands=[
        annotate,
        audit.audit,
        check.check,
        coverage,
        diff.diff,
        explain.explain,
        init.init,
        lattice.lattice,
        reveal.reveal,
        table.table,
        verify.verify,
    ],
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(version() or _UNINSTALLED, prog_name="promo", message="%(prog)s %(version)s")
def promo() -> None:
    """Static dtype checking for JAX."""


def run() -> int:
    """Run the command and return its exit status; nothing is raised for bad input."""
    try:
        status = promo.main(prog_name="promo", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        return 2
    except CommandError as error:
        say("error", str(error))
        return 2
    except (click.Abort, KeyboardInterrupt):
        return _INTERRUPTED
    except OutputClosedError:
        discard_output()
        return OUTPUT_CLOSED
    except OSError as error:
        if error.errno not in _DISK_FULL:
            raise
        say("error", f"cannot write: {error.strerror}")
        return 2
    return status if isinstance(status, int) else 0
