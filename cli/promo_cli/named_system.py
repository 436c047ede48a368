"""Promotion systems as commands take them: by name, or as a file with a lattice."""

from __future__ import annotations

from pathlib import Path

from promo_cli.command_error import CommandError
from promo_typing.lattice import LatticeError
from promo_typing.lattice.files import SUFFIXES
from promo_typing.systems import System, UnknownSystemError, system, system_of_file


def named_system(name: str) -> System:
    """Return the system of this name, or a system of the lattice in this file.

    Raises:
        CommandError: there is no such system, or the file does not hold a lattice.
    """
    try:
        is_file = Path(name).suffix.lower() in SUFFIXES
        return system_of_file(name) if is_file else system(name)
    except (LatticeError, UnknownSystemError) as error:
        raise CommandError(str(error)) from None
