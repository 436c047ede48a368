"""Reads and writes baselines: JSON, sorted, with one line for each kind of error.

    {"schema": 1, "files": {"train.py": {"return-value": {"12": 1}}}}

says that ``train.py`` has one ``return-value`` at column 12, in whatever line.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from promo_cli.baseline import Baseline, Key
from promo_cli.command_error import CommandError

_SCHEMA: Final = 1


def read_baseline(path: str) -> Baseline:
    """Read a baseline.

    Raises:
        CommandError: the file does not exist, cannot be read, or is no baseline.
    """
    try:
        data = json.loads(Path(path).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise CommandError(
            f"there is no baseline {path!r}; --update-baseline beside --baseline writes one"
        ) from None
    except (OSError, ValueError) as error:
        raise CommandError(f"cannot read the baseline {path!r}: {error}") from None
    try:
        return Baseline(_folder(path), dict(_entries(data)))
    except (AttributeError, KeyError, TypeError, ValueError):
        raise CommandError(
            f"{path!r} is no baseline that this version of promo knows; delete it, and "
            "--update-baseline writes a new one"
        ) from None


def read_or_new_baseline(path: str) -> Baseline:
    """Read a baseline to update; if the file does not exist, return an empty one.

    Raises:
        CommandError: the file cannot be read, or is no baseline.
    """
    return read_baseline(path) if os.path.lexists(path) else Baseline(_folder(path), {})


def write_baseline(path: str, baseline: Baseline) -> None:
    """Write a baseline; equal baselines give equal files.

    Raises:
        CommandError: the file cannot be written.
    """
    files: dict[str, dict[str, dict[str, int]]] = {}
    for key, count in sorted(baseline.accepted.items()):
        files.setdefault(key.file, {}).setdefault(key.code, {})[str(key.column)] = count
    text = json.dumps({"schema": _SCHEMA, "files": files}, indent=2, ensure_ascii=False)
    try:
        Path(path).write_text(f"{text}\n", encoding="utf-8")
    except OSError as error:
        raise CommandError(f"cannot write the baseline {path!r}: {error.strerror}") from None


def _entries(data: Any) -> Iterator[tuple[Key, int]]:
    if data["schema"] != _SCHEMA:
        raise ValueError(data["schema"])
    for file, codes in data["files"].items():
        for code, columns in codes.items():
            for column, count in columns.items():
                yield Key(file, code, int(column)), int(count)


def _folder(path: str) -> str:
    return os.path.dirname(path) or os.curdir
