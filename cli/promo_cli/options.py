"""Arguments and options that several subcommands share."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from typing import Any, TypeVar

import click

from promo_cli.command_error import CommandError
from promo_typing.core.configuration import PROMOTION
from promo_typing.core.lints import LINT_SETS

_Command = TypeVar("_Command", bound=Callable[..., Any])


def dtype_settings(command: _Command) -> _Command:
    """Add to a command the options that correspond to settings of the plugin."""
    x64 = click.option(
        "--x64/--no-x64",
        default=None,
        help="Whether the program runs with jax_enable_x64; by default the configuration decides.",
    )
    promotion = click.option(
        "--promotion",
        type=click.Choice(PROMOTION),
        help="The jax_numpy_dtype_promotion of the program.",
    )
    return x64(promotion(command))


def lints_setting(command: _Command) -> _Command:
    """Add to a command the option that corresponds to the setting ``lints``."""
    return click.option(
        "--lints",
        type=click.Choice(LINT_SETS),
        help="The set of lints; by default, and for single modules, the configuration decides.",
    )(command)


def settings(
    x64: bool | None, promotion: str | None, lints: str | None = None
) -> dict[str, object]:
    """Return the settings of the plugin that the options ask for."""
    given: dict[str, object] = {"x64": x64, "promotion": promotion, "lints": lints}
    return {key: value for key, value in given.items() if value is not None}


def require_readable(path: str) -> None:
    """Ensure that a path exists and can be read.

    Raises:
        CommandError: the path does not exist, may not be read, or is a pipe or a device.
    """
    if not os.path.lexists(path):
        raise CommandError(f"there is no file or folder {path!r}")
    try:
        mode = os.stat(path).st_mode
        if stat.S_ISDIR(mode):
            os.listdir(path)
        elif stat.S_ISREG(mode):
            open(path, "rb").close()
        else:
            raise CommandError(f"{path!r} is neither a file nor a folder")
    except OSError as error:
        raise CommandError(f"cannot read {path!r}: {error.strerror}") from None
