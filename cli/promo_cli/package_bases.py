"""Tells mypy where the packages of a program lie if their modules are named by their paths.

Two scripts with the same name in folders without ``__init__.py`` are one module to mypy, which
gives up. With ``--explicit-package-bases`` mypy names each module by its path. But then it names
the package ``src/model`` ``src.model``, and does not find ``import model`` unless ``src`` is in
``MYPYPATH``.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from promo_cli.source import source

_FOLDER: Final = "src"
_NAMED: Final = re.compile(rf"\s*(?:from|import)\s+{_FOLDER}\b")
_VARIABLE: Final = "MYPYPATH"


@contextmanager
def as_packages_lie(files: Iterable[str]) -> Iterator[None]:
    """Put ``src`` into ``MYPYPATH`` within the block, if it has packages and no file imports it."""
    before = os.environ.get(_VARIABLE)
    if _is_base(Path(_FOLDER)) and not any(map(_names_it, files)):
        os.environ[_VARIABLE] = os.pathsep.join(filter(None, (before, _FOLDER)))
    try:
        yield
    finally:
        os.environ.pop(_VARIABLE, None)
        if before is not None:
            os.environ[_VARIABLE] = before


def _is_base(folder: Path) -> bool:
    """Whether a folder contains packages but is none itself, and shares no name with its parent.

    A name that is also beside the folder would be ambiguous.
    """
    if (folder / "__init__.py").exists() or not any(folder.glob("*/__init__.py")):
        return False
    return not any((folder.parent / each.name).exists() for each in folder.iterdir())


def _names_it(file: str) -> bool:
    """Whether a file imports the folder itself: ``from src.model import Model``."""
    return any(_NAMED.match(line) for line in source(file).lines)
