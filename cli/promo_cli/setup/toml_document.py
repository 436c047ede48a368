"""Settings in a TOML file; tomlkit keeps its comments and its layout."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from pathlib import Path
from typing import Any

import tomlkit
from tomlkit.exceptions import ParseError

from promo_cli.command_error import CommandError
from promo_cli.setup.document import Change, read, with_header


class TomlDocument:
    """A table of a TOML file; without a name of a table, the whole file."""

    def __init__(self, path: Path, *table: str) -> None:
        """Read the file.

        Raises:
            CommandError: it cannot be read.
        """
        self.path = path
        self._table = table
        self._parse(read(path))

    def _parse(self, text: str) -> None:
        try:
            self._file = tomlkit.parse(text)
        except ParseError as error:
            raise CommandError(f"{self.path}: {error}") from None

    @property
    def label(self) -> str:
        """The file, and the table in it."""
        return f"{self.path}: [{'.'.join(self._table)}]" if self._table else str(self.path)

    @property
    def text(self) -> str:
        """The text of the file with all changes."""
        return tomlkit.dumps(self._file)

    def stated(self) -> Mapping[str, object] | None:
        """Return the settings of the tool; None if the file has no place for them."""
        found: Any = self._file.unwrap()
        for name in self._table:
            found = found.get(name) if isinstance(found, dict) else None
        if not self._table and not self.path.exists():
            return found or None
        return found if isinstance(found, dict) else None

    def change(self, change: Change) -> None:
        """Write a setting."""
        if self.stated() is None and self._table:
            self._parse(with_header(self.text, ".".join(self._table)))
        table: Any = reduce(lambda found, name: found[name], self._table, self._file)
        present = table.get(change.key)
        if not change.appended:
            table[change.key] = change.value
        elif isinstance(present, list):
            present.append(change.value)
        elif present:
            table[change.key] = f"{present}, {change.value}"
        else:
            table[change.key] = [change.value]

    def shown(self, key: str) -> str:
        """Render a setting in the syntax of the file."""
        value: Any = (self.stated() or {})[key]
        return f"{key} = {tomlkit.item(value).as_string()}"
