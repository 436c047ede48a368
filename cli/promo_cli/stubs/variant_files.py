"""Builds the stubs for other settings of JAX from the standard ones and stored differences."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from promo_cli.command_error import CommandError
from promo_cli.stubs.documented import is_standard
from promo_typing.core.line_differences import DifferenceError, parsed
from promo_typing.core.stub_variants import (
    DIFFERENCES,
    PACKAGE,
    VARIANTS,
    Variant,
    difference_file,
)

REINSTALL: Final = "pip install --force-reinstall --no-deps promo-typing"


def read_package(folder: Path) -> dict[str, str]:
    """Return the texts of all files below a folder by their paths.

    Raises:
        CommandError: one cannot be read.
    """
    try:
        return {
            path.relative_to(folder).as_posix(): path.read_bytes().decode()
            for path in sorted(folder.rglob("*"))
            if path.is_file()
        }
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"cannot read {folder}: {error}") from None


def standard_package(*folders: Path) -> Path:
    """Return the first of some folders with the stubs for JAX's default settings.

    Raises:
        CommandError: no folder has them.
    """
    for folder in folders:
        if is_standard(folder):
            return folder
    raise CommandError(
        f"{folders[0]} is not the {PACKAGE} that promo-typing has installed; install it anew with: "
        f"{REINSTALL}"
    )


def variant_files(variant: Variant, standard: Mapping[str, str]) -> dict[str, str]:
    """Return the files of a variant, built from the standard stubs.

    Raises:
        CommandError: a standard stub is not the one that promo-typing has installed.
    """
    if variant.beside is None:
        return dict(standard)
    files = variant_files(VARIANTS[variant.beside], standard)
    differences = parsed((DIFFERENCES / difference_file(variant)).read_text(encoding="utf-8"))
    for path, difference in differences.items():
        try:
            files[path] = difference.apply(files[path])
        except (KeyError, DifferenceError):
            raise CommandError(
                f"{path} in {PACKAGE} is not the one that promo-typing has installed; another "
                f"package or a hand has changed it; install it anew with: {REINSTALL}"
            ) from None
    return files


@contextmanager
def written_beside(place: Path, files: Mapping[str, str]) -> Iterator[Path]:
    """Write files into a temporary folder beside ``place``, from where it can be moved there.

    Raises:
        OSError: the folder cannot be written.
    """
    folder = Path(tempfile.mkdtemp(prefix=f".{place.name}-new-", dir=place.parent))
    try:
        folder.chmod(0o755)
        for path, text in files.items():
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(text.encode())
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def put(new: Path, place: Path, aside: Path) -> None:
    """Move the folder at ``place`` aside, and ``new`` into its place; on failure change nothing.

    Raises:
        OSError: a folder cannot be moved.
    """
    moved = place.exists()
    if moved:
        place.rename(aside)
    try:
        new.rename(place)
    except BaseException:
        if moved:
            aside.rename(place)
        raise


def replace(new: Path, place: Path) -> None:
    """Move a folder into a place, and delete the folder that was there.

    Raises:
        OSError: a folder cannot be moved.
    """
    with tempfile.TemporaryDirectory(
        prefix=f".{place.name}-old-", dir=place.parent, ignore_cleanup_errors=True
    ) as old:
        put(new, place, Path(old, place.name))
