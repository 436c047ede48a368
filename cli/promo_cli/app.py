"""The group of subcommands, and how their errors are reported."""

from __future__ import annotations

import errno
from importlib import import_module
from importlib.util import find_spec
from typing import Final, NamedTuple

import click

from promo_cli.command_error import CommandError
from promo_cli.console import OutputClosedError, discard_output, say
from promo_cli.exit_status import INTERRUPTED, OUTPUT_CLOSED
from promo_cli.project_metadata import version

_DISK_FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
_UNINSTALLED = "(not installed, run from its sources)"
_EXTRA: Final = ("mypy", "tomlkit", "configupdater")
"""The packages of the extra ``mypy``."""


class _Subcommand(NamedTuple):
    """The module that has a command of the same name, and whether it needs the extra ``mypy``."""

    module: str
    needs_mypy: bool


_SUBCOMMANDS: Final = {
    "annotate": _Subcommand("promo_cli.annotate.command", needs_mypy=True),
    "audit": _Subcommand("promo_cli.audit", needs_mypy=False),
    "check": _Subcommand("promo_cli.check", needs_mypy=True),
    "coverage": _Subcommand("promo_cli.coverage.command", needs_mypy=True),
    "diff": _Subcommand("promo_cli.diff", needs_mypy=False),
    "doctor": _Subcommand("promo_cli.doctor.command", needs_mypy=False),
    "explain": _Subcommand("promo_cli.explain", needs_mypy=False),
    "init": _Subcommand("promo_cli.init", needs_mypy=True),
    "lattice": _Subcommand("promo_cli.lattice", needs_mypy=False),
    "reveal": _Subcommand("promo_cli.reveal", needs_mypy=True),
    "stubs": _Subcommand("promo_cli.stubs.command", needs_mypy=False),
    "table": _Subcommand("promo_cli.table", needs_mypy=False),
    "verify": _Subcommand("promo_cli.verify", needs_mypy=False),
}


class _Subcommands(click.Group):
    """Imports a subcommand only when it is used: most do without mypy, which is slow to import."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(_SUBCOMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _SUBCOMMANDS:
            return None
        module, needs_mypy = _SUBCOMMANDS[cmd_name]
        missing = [name for name in _EXTRA if find_spec(name) is None] if needs_mypy else []
        if missing:
            return _unavailable(cmd_name, missing)
        command: click.Command = getattr(import_module(module), cmd_name)
        return command


def _unavailable(name: str, missing: list[str]) -> click.Command:
    """Return a command that reports what is missing, whatever its arguments are."""
    install = 'pip install "promo-typing[mypy]"'

    @click.command(
        name,
        short_help=f"Not available; it needs: {install}",
        add_help_option=False,
        context_settings={"ignore_unknown_options": True},
    )
    @click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
    def unavailable(arguments: tuple[str, ...]) -> None:
        names = " and ".join(missing)
        raise CommandError(
            f"{names} not installed; install what promo {name} needs with: {install}"
        )

    return unavailable


@click.group(
    name="promo", cls=_Subcommands, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(version() or _UNINSTALLED, prog_name="promo", message="%(prog)s %(version)s")
def promo() -> None:
    """Static dtype checking for JAX."""


def run() -> int:
    """Run the command and return its exit status; errors in the input are reported, not raised."""
    try:
        status = promo.main(prog_name="promo", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        return 2
    except CommandError as error:
        say("error", str(error))
        return 2
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except OutputClosedError:
        discard_output()
        return OUTPUT_CLOSED
    except OSError as error:
        if error.errno not in _DISK_FULL:
            raise
        say("error", f"cannot write: {error.strerror}")
        return 2
    return status if isinstance(status, int) else 0
