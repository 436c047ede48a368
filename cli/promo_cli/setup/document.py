"""Tables of settings in files, independent of the format."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple, Protocol

from promo_cli.command_error import CommandError
from promo_cli.replace_file import replace_file


class Change(NamedTuple):
    """A setting to write; with ``appended`` the value is added to the end of a list."""

    key: str
    value: str | bool
    appended: bool = False


class Document(Protocol):
    """Settings of one tool in one file. The rest of the file is not changed."""

    path: Path

    @property
    def label(self) -> str:
        """The file, and the table in it."""
        raise NotImplementedError

    @property
    def text(self) -> str:
        """The text of the file with all changes."""
        raise NotImplementedError

    def stated(self) -> Mapping[str, object] | None:
        """Return the settings of the tool; None if the file has no place for them."""
        raise NotImplementedError

    def change(self, change: Change) -> None:
        """Write a setting."""
        raise NotImplementedError

    def shown(self, key: str) -> str:
        """Render a setting in the syntax of the file."""
        raise NotImplementedError


def read(path: Path) -> str:
    """Return the text of a file, which is empty if there is none.

    Raises:
        CommandError: it cannot be read.
    """
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return ""
    except (OSError, ValueError) as error:
        raise CommandError(f"cannot read {str(path)!r}: {error}") from None


def save(document: Document) -> None:
    """Write a document into its file, and keep the file's line endings.

    Raises:
        CommandError: it cannot be written.
    """
    path, text = document.path, document.text
    if path.exists() and b"\r\n" in path.read_bytes():
        text = text.replace("\n", "\r\n")
    replace_file(path, text.encode())


def with_header(text: str, header: str) -> str:
    """Return a text with the header of a new table at its end, after an empty line."""
    before = f"{text.rstrip()}\n\n" if text.strip() else ""
    return f"{before}[{header}]\n"
