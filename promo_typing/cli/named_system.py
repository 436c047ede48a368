"""The promotion systems that commands take: by name, or a lattice of one's own by its file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from promo_typing.cli.command_error import CommandError
from promo_typing.lattice import LatticeError
from promo_typing.lattice.files import SUFFIXES

if TYPE_CHECKING:
    from promo_typing.systems import System


def named_system(name: str) -> System:
    """Return the system of this name, or that of the lattice in this file.

    Raises:
        CommandError: there is no such system, or the file does not hold a lattice.
    """
    # The rules of JAX, on which systems are built, are not needed for JAX's own table.
    from promo_typing.systems import UnknownSystemError, system, system_of_file

    try:
        is_file = Path(name).suffix.lower() in SUFFIXES
        return system_of_file(name) if is_file else system(name)
    except (LatticeError, UnknownSystemError) as error:
        raise CommandError(str(error)) from None
