"""Installs a variant of the stubs in place of the standard ones, and restores those.

Some checkers prefer the stubs of the environment to all others. While a variant is installed, the
standard stubs are kept beside it, in a folder that no checker looks at. The folder of the stubs is
never half written. If a run is interrupted between the two steps of the exchange, the next run
finds the standard stubs in the other folder.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import promo_typing
from promo_cli.command_error import CommandError
from promo_cli.foreign_stubs import foreign_owners
from promo_cli.stubs.documented import documented, is_as_written, is_documented, is_standard
from promo_cli.stubs.variant_files import (
    put,
    read_package,
    replace,
    standard_package,
    variant_files,
    written_beside,
)
from promo_cli.stubs.words_of_jax import WordsOfJax
from promo_typing.core.stub_variants import MARKED_FILE, PACKAGE, STANDARD, Variant, variant_in

KEPT: Final = f".{PACKAGE}-installed"
"""The folder beside the stubs that keeps the standard ones while a variant is installed."""

_OF_SOURCES: Final = f"stubs/{PACKAGE}"


def packages_folder() -> Path:
    """Return the folder that this package is in: site-packages, or the root of its sources."""
    return Path(promo_typing.__file__).resolve().parent.parent


def own_standard_package() -> Path:
    """Return the stubs for JAX's default settings that belong to this package.

    Raises:
        CommandError: they have been changed, or are missing.
    """
    folder = packages_folder()
    return standard_package(folder / PACKAGE, folder / KEPT, folder / _OF_SOURCES)


def stub_files(
    variant: Variant, standard: Mapping[str, str], words: WordsOfJax | None
) -> dict[str, str]:
    """Return the files of a variant, with JAX's docstrings if ``words`` is given.

    Raises:
        CommandError: the standard stubs are not what promo-typing has installed.
    """
    files = variant_files(variant, standard)
    return files if words is None else documented(files, words.of, words.version)


def install(variant: Variant, folder: Path, words: WordsOfJax | None = None) -> bool:
    """Install a variant into a folder; return whether that changed anything.

    Args:
        variant: the settings that the stubs are for.
        folder: the folder of the packages, such as site-packages.
        words: JAX's docstrings, if the stubs shall have them.

    Raises:
        CommandError: the folder cannot be written, does not have our stubs, or has changes of
            somebody else that would be lost.
    """
    if variant == STANDARD and words is None:
        return restore(folder)
    place, kept = _places(folder)
    standard = read_package(standard_package(place, kept))
    files = stub_files(variant, standard, words)
    if place.is_dir():
        current = read_package(place)
        if current == files:
            return False
        _require_made_of(standard, current, place)
    try:
        with written_beside(place, files) as new:
            if is_standard(place):
                if kept.exists():  # standard stubs of an older version
                    shutil.rmtree(kept)
                put(new, place, kept)
            else:
                replace(new, place)
    except OSError as error:
        raise _cannot_write(folder, error) from None
    return True


def restore(folder: Path) -> bool:
    """Restore the standard stubs of a folder; return whether that changed anything.

    Raises:
        CommandError: for the reasons of :func:`install`.
    """
    place, kept = _places(folder)
    try:
        if is_standard(place):
            if kept.exists():  # An upgrade of the package has already put the standard stubs back.
                shutil.rmtree(kept)
            return False
        standard = read_package(standard_package(place, kept))
        if place.is_dir():
            _require_made_of(standard, read_package(place), place)
        replace(kept, place)
    except OSError as error:
        raise _cannot_write(folder, error) from None
    return True


def _places(folder: Path) -> tuple[Path, Path]:
    """The folder of the stubs, and the folder that keeps the standard stubs meanwhile."""
    place, kept = folder / PACKAGE, folder / KEPT
    if not place.is_dir() and not kept.is_dir():
        raise CommandError(
            f"promo-typing is not installed but run from its sources in {folder}, which would be "
            "changed; write the stubs into a folder with: promo stubs DIR"
        )
    for name in foreign_owners([str(folder)]):
        raise CommandError(
            f"{name} has installed its own {PACKAGE} in {folder}; remove it with: "
            f"pip uninstall {name}"
        )
    return place, kept


def _require_made_of(standard: Mapping[str, str], current: Mapping[str, str], place: Path) -> None:
    """Ensure that the stubs in a folder can be generated again, so that nothing is lost."""
    if not _is_ours(standard, current, variant_in(place)):
        raise CommandError(
            f"{place} has files that are not of promo-typing or have been changed; nothing was "
            "done. Move that folder away, then run this again"
        )


def _is_ours(
    standard: Mapping[str, str], current: Mapping[str, str], variant: Variant | None
) -> bool:
    if variant is None:
        return False
    if is_documented(current[MARKED_FILE]):
        return is_as_written(current)
    return variant_files(variant, standard) == current


def _cannot_write(folder: Path, error: OSError) -> CommandError:
    return CommandError(
        f"cannot write to {folder}: {error.strerror}; nothing was changed. Where the environment "
        "may not be written, write the stubs into a folder with: promo stubs DIR"
    )
