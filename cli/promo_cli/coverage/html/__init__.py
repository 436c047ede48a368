"""Pages with the source of each file and the dtype of every expression in it.

The pages need no network and no further files. jinja2 and pygments come with an extra, so they are
imported only when pages are written.
"""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

from promo_cli.command_error import CommandError
from promo_cli.console import say
from promo_cli.coverage.html.names import INDEX, page_name
from promo_cli.replace_file import replace_file

if TYPE_CHECKING:
    from promo_cli.coverage.measure import Coverage

_LIBRARIES: Final = ("jinja2", "pygments")
_MARK: Final = b'<meta name="generator" content="promo coverage">'
"""The mark of our pages: no file without it is overwritten."""


def require_writable(folder: str) -> None:
    """Ensure that pages can be made, and that their folder exists.

    Raises:
        CommandError: a library is not installed, or the folder cannot be made or written to.
    """
    absent = [name for name in _LIBRARIES if find_spec(name) is None]
    if absent:
        verb = "is" if len(absent) == 1 else "are"
        raise CommandError(
            f"{' and '.join(absent)} {verb} not installed, which --html needs: "
            'pip install "promo-typing[html]"'
        )
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        raise CommandError(f"cannot make the folder {folder!r}: {error.strerror}") from None
    if not os.access(folder, os.W_OK | os.X_OK):
        raise CommandError(f"cannot write into {folder!r}: permission denied")


def write_pages(coverage: Coverage, folder: str) -> None:
    """Write the index and a page for each file; pages that are there already are replaced.

    Raises:
        CommandError: a file with the name of a page is not one of ours, or cannot be written.
    """
    from promo_cli.coverage.html.pages import Pages

    pages = Pages(coverage)
    paths = {file.path: Path(folder, page_name(file.path)) for file in coverage.files}
    index = Path(folder, INDEX)
    for path in (index, *paths.values()):
        _require_ours(path)
    for file in coverage.files:
        replace_file(paths[file.path], pages.of_file(file).encode())
    replace_file(index, pages.index().encode())
    say("note", f"wrote {index}")


def _require_ours(path: Path) -> None:
    if not os.path.lexists(path):
        return
    try:
        is_ours = path.is_file() and not path.is_symlink() and _MARK in path.read_bytes()
    except OSError as error:
        raise CommandError(f"cannot read {str(path)!r}: {error.strerror}") from None
    if not is_ours:
        raise CommandError(
            f"{str(path)!r} was not written by promo coverage, and is left as it is; "
            "name another folder for --html"
        )
