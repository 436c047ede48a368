"""Settings in an INI file; ConfigUpdater keeps its comments and its layout."""

from __future__ import annotations

import configparser
from collections.abc import Mapping
from pathlib import Path

from configupdater import ConfigUpdater

from promo_cli.command_error import CommandError
from promo_cli.setup.document import Change, read, with_header


class IniDocument:
    """A section of an INI file. Its values are texts; the items of a list have commas between."""

    def __init__(self, path: Path, section: str) -> None:
        """Read the file.

        Raises:
            CommandError: it cannot be read.
        """
        self.path = path
        self._section = section
        self._parse(read(path))

    def _parse(self, text: str) -> None:
        self._file = ConfigUpdater()
        try:
            self._file.read_string(text)
        except configparser.Error as error:
            raise CommandError(f"{self.path}: {' '.join(str(error).split())}") from None

    @property
    def label(self) -> str:
        """The file, and the section in it."""
        return f"{self.path}: [{self._section}]"

    @property
    def text(self) -> str:
        """The text of the file with all changes."""
        return str(self._file)

    def stated(self) -> Mapping[str, object] | None:
        """Return the settings of the tool; None if the file has no place for them."""
        if not self._file.has_section(self._section):
            return None
        return {key: option.value for key, option in self._file[self._section].items()}

    def change(self, change: Change) -> None:
        """Write a setting."""
        if not self._file.has_section(self._section):
            self._parse(with_header(self.text, self._section))
        value = str(change.value).lower() if isinstance(change.value, bool) else change.value
        present = self._file[self._section].get(change.key)
        if present is None:
            self._add(change.key, value)
        elif change.appended:
            *lines, last = [*filter(None, (present.value or "").splitlines())] or [""]
            last = f"{last.rstrip(', ')}, {value}".removeprefix(", ")
            present.set_values([*lines, last]) if lines else setattr(present, "value", last)
        else:
            present.value = value

    def _add(self, key: str, value: str) -> None:
        """Add an option below the last one, before the blank lines at the end of the section."""
        section = self._file[self._section]
        last = next(reversed([*section.iter_options()]), None)
        if last is None:
            section[key] = value
        else:
            last.add_after.option(key, value)

    def shown(self, key: str) -> str:
        """Render a setting in the syntax of the file."""
        return f"{key} = {(self.stated() or {})[key]}"
