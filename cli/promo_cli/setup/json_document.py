"""Settings in a JSON file, which may have comments and trailing commas, as pyright's may."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from promo_cli.command_error import CommandError
from promo_cli.setup.document import Change, read

_COMMENT: Final = re.compile(r'("(?:\\.|[^"\\])*")|//[^\n]*|/\*.*?\*/', re.DOTALL)
_TRAILING_COMMA: Final = re.compile(r'("(?:\\.|[^"\\])*")|,(?=\s*[}\]])')
_FIRST_KEY: Final = re.compile(r'\{(?P<indent>\s*)(?=")')


class JsonDocument:
    """The object of a JSON file. New settings are inserted as text, at its beginning."""

    def __init__(self, path: Path) -> None:
        """Read the file.

        Raises:
            CommandError: it cannot be read.
        """
        self.path = path
        self.text = read(path)
        self._check()

    def _check(self) -> None:
        try:
            stated = self.stated()
        except ValueError as error:
            raise CommandError(f"{self.path}: {error}") from None
        if not isinstance(stated, dict | None):
            raise CommandError(f"{self.path}: expected an object")

    @property
    def label(self) -> str:
        """The file."""
        return str(self.path)

    def stated(self) -> Mapping[str, object] | None:
        """Return the settings of the tool; None if there is no file."""
        if not self.text.strip():
            return None
        plain = _TRAILING_COMMA.sub(_blank, _COMMENT.sub(_blank, self.text))
        found: Mapping[str, object] = json.loads(plain)
        return found

    def change(self, change: Change) -> None:
        """Write a new setting; an existing one cannot be changed."""
        setting = f"{json.dumps(change.key)}: {json.dumps(change.value)}"
        # Comments are blanked out, so positions are those in the file.
        plain = _COMMENT.sub(_blank, self.text)
        first = _FIRST_KEY.search(plain)
        if first is not None:
            space = first["indent"]
            behind = space[space.rfind("\n") :] if "\n" in space else " "
            at, added = first.end(), f"{setting},{behind}"
        elif "{" in plain:
            at, added = plain.index("{") + 1, f"\n  {setting}\n"
        else:
            self.text, at, added = "{}\n", 1, f"\n  {setting}\n"
        self.text = self.text[:at] + added + self.text[at:]

    def shown(self, key: str) -> str:
        """Render a setting in the syntax of the file."""
        return f"{json.dumps(key)}: {json.dumps((self.stated() or {})[key])}"


def _blank(match: re.Match[str]) -> str:
    """Replace a comment by spaces, keeping its line breaks; leave strings as they are."""
    return match[1] or re.sub(r"[^\n]", " ", match[0])
