"""The command ``promo``: check a program, reveal its dtypes, show and verify the promotion rules.

Exit status: 0 nothing found, 1 findings, 2 wrong usage or an environment that cannot be checked,
130 interrupted, 141 the reader of the output went away.
"""

from __future__ import annotations

import os
import sys

from promo_cli.exit_status import OUTPUT_CLOSED

__all__ = ["command", "main"]


def command() -> None:
    """Run the command with the arguments of the process, and end the process.

    Python's shutdown is skipped: freeing mypy's syntax trees takes as long as building them did.
    mypy's own command does the same.
    """
    status = main()
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except OSError:
        status = status or OUTPUT_CLOSED
    os._exit(status)


def main() -> int:
    """Run the command with the arguments of the process and return its exit status."""
    from promo_cli.app import run

    return run()
