"""Reads the files of a project that get annotations, and rewrites them."""

from __future__ import annotations

import hashlib
import os
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import libcst as cst

from promo_cli.annotate.changes import Change
from promo_cli.annotate.file_facts import FileFacts
from promo_cli.annotate.program_names import ProgramNames
from promo_cli.annotate.rewriting import Choice, Rewritten, SourceText, Style
from promo_recorder.scope import is_source

_GENERATED: Final = re.compile(rb"@generated|do not edit|automatically generated", re.IGNORECASE)
_HEAD_LINES: Final = 10
_LOWER_BOUND: Final = re.compile(r">=\s*3\.(\d+)")
_TYPE_PARAMETERS_SINCE: Final = 12


@dataclass
class Files:
    """The current texts of the files to annotate, by path.

    ``refused`` has a message for each file that cannot be annotated, ``skipped`` one for each file
    that should not be, such as a generated one.
    """

    texts: dict[str, bytes] = field(default_factory=dict)
    refused: list[str] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)


def read_files(facts: Mapping[str, FileFacts], sources: Sequence[Path]) -> Files:
    """Read the files that have facts, and refuse those that were changed since they ran."""
    found = Files()
    for path in sorted(facts):
        if not any(is_source(path, str(each)) for each in sources):
            continue
        try:
            text = Path(path).read_bytes()
        except OSError as error:
            found.refused.append(f"cannot read {shown(path)}: {error.strerror}")
            continue
        if facts[path].digests != {hashlib.sha256(text).hexdigest()}:
            found.refused.append(f"{shown(path)} was changed since it ran; run it again")
        elif _is_generated(text):
            found.skipped.append(f"{shown(path)} is generated, as its head says")
        else:
            found.texts[path] = text
    return found


def _is_generated(text: bytes) -> bool:
    head = text.split(b"\n", _HEAD_LINES)[:_HEAD_LINES]
    return any(each.lstrip().startswith(b"#") and _GENERATED.search(each) for each in head)


class Rewriter:
    """Rewrites the files of a project in each round, those whose choice of annotations changed.

    A file that is not valid Python is refused.
    """

    def __init__(self, files: Files, facts: Mapping[str, FileFacts], style: Style) -> None:
        """Take the files, their facts, and the style of the annotations."""
        self.files = files
        self.facts = facts
        self._style = style
        self._names = ProgramNames()
        self._sources: dict[str, SourceText] = {}
        self._last: dict[str, tuple[Choice, Rewritten]] = {}

    def rewritten(self, choice: Choice) -> dict[str, Rewritten]:
        """Return the new texts of the files, by path."""
        found = {}
        for path in list(self.files.texts):
            try:
                found[path] = self._rewritten(path, choice.of_file(path))
            except cst.ParserSyntaxError as error:
                self._refuse(path, f"{shown(path)}:{error.raw_line}: libcst cannot read it")
            except (UnicodeDecodeError, LookupError, SyntaxError):
                self._refuse(path, f"cannot decode {shown(path)}: declare its encoding in line 1")
            except RecursionError:
                self._refuse(path, f"{shown(path)}: an expression is nested too deeply")
        return found

    def _rewritten(self, path: str, choice: Choice) -> Rewritten:
        if path not in self._sources:
            self._sources[path] = SourceText(path, self.files.texts[path], self._names)
        chosen, found = self._last.get(path, (None, None))
        if found is None or chosen != choice:
            found = self._sources[path].rewritten(self.facts[path], self._style, choice)
            self._last[path] = choice, found
        return found

    def _refuse(self, path: str, reason: str) -> None:
        del self.files.texts[path]
        self.files.refused.append(reason)


def changes(files: Files, rewritten: Mapping[str, Rewritten]) -> Iterator[Change]:
    """Yield the files whose text changes."""
    for path, new in rewritten.items():
        old = files.texts[path]
        if new.text != old:
            yield Change(Path(path), old, new.text, cst.parse_module(old).encoding)


def shown(path: str) -> str:
    """Return a path relative to the current folder, if it is below that."""
    return os.path.relpath(path) if Path(path).is_relative_to(Path.cwd()) else path


def has_type_parameters(sources: Iterable[Path]) -> bool:
    """Whether all Python versions that a project supports have the syntax ``def f[D](...)``."""
    if sys.version_info < (3, _TYPE_PARAMETERS_SINCE):
        return False
    for source in sources:
        for folder in (source, *source.parents):
            bound = _least_python(folder / "pyproject.toml")
            if bound is not None:
                return bound >= _TYPE_PARAMETERS_SINCE
    return False


def _least_python(path: Path) -> int | None:
    try:
        project = tomllib.loads(path.read_text(encoding="utf-8")).get("project", {})
    except (OSError, ValueError):
        return None
    found = _LOWER_BOUND.search(str(project.get("requires-python", "")))
    return None if found is None else int(found[1])
