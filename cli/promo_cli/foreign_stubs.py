"""Finds stubs of JAX that other packages have installed.

A stub package for jax is always a folder ``jax-stubs``, whoever wrote it. Of two such folders mypy
takes the first, and two packages in one environment overwrite each other's files. Either way mypy
may silently lose all dtypes, so the command reports foreign stubs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib import metadata
from pathlib import Path
from typing import Final

from promo_cli.command_error import CommandError
from promo_typing.core.stub_variants import MARKED_FILE
from promo_typing.core.stub_variants import PACKAGE as STUBS

_OWNER: Final = "promo-typing"
_OUR_FILE: Final = Path(STUBS, MARKED_FILE)


def check_stubs(own_folders: Sequence[str], environment: Sequence[str], python: str) -> None:
    """Ensure that mypy finds our stubs of JAX and no others.

    Args:
        own_folders: the folders that the configuration of mypy names, searched first.
        environment: the folders in which the checked environment has its packages.
        python: the interpreter of that environment, for messages.

    Raises:
        CommandError: there are foreign stubs, or ours are missing.
    """
    for name in foreign_owners(environment):
        raise CommandError(
            f"{name} has installed its own {STUBS}, which hides the dtypes of {_OWNER}; remove it "
            f"with: {python} -m pip uninstall {name}, then: {python} -m pip install "
            f"--force-reinstall --no-deps {_OWNER}"
        )
    folders = [folder for folder in (*own_folders, *environment) if (Path(folder) / STUBS).is_dir()]
    if not folders:
        raise CommandError(
            f"the environment of {python} has no {STUBS}; "
            f'install it there with: {python} -m pip install "{_OWNER}[mypy]"'
        )
    if not (Path(folders[0]) / _OUR_FILE).is_file():
        raise CommandError(
            f"{Path(folders[0]) / STUBS} is not the {STUBS} of {_OWNER}, and mypy would take it; "
            "remove that folder, or take its parent off mypy_path and MYPYPATH"
        )


def foreign_owners(environment: Iterable[str]) -> Iterable[str]:
    """Return the installed distributions, other than ours, that put files into ``jax-stubs``."""
    for distribution in metadata.distributions(path=list(environment)):
        # The name is compared last because reading it takes ten times as long.
        if _owns_stubs(distribution) and _normalised(distribution.name) != _OWNER:
            yield distribution.name


def _owns_stubs(distribution: metadata.Distribution) -> bool:
    # The text is searched because reading a record with Distribution.files takes 100 times longer.
    record = distribution.read_text("RECORD") or distribution.read_text("SOURCES.txt") or ""
    return record.startswith(f"{STUBS}/") or f"\n{STUBS}/" in record


def _normalised(name: str) -> str:
    return name.lower().replace("_", "-").replace(".", "-")
