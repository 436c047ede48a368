"""Where the packages of a program lie if mypy cannot tell the names of its modules by itself.

Two scripts of one name in folders without ``__init__.py`` are one module to mypy, which gives up.
With ``--explicit-package-bases`` each has the name of its path. But then a package in ``src`` is
``src.model`` to mypy, and ``import model`` is not found, unless ``src`` is told to be a base.
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
    """Tell mypy that ``src`` is a base while the block lasts, if the files import as if it is."""
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
    """Whether a folder is no package, and has one; and nothing of a name that is also beside it."""
    if (folder / "__init__.py").exists() or not any(folder.glob("*/__init__.py")):
        return False
    return not any((folder.parent / each.name).exists() for each in folder.iterdir())


def _names_it(file: str) -> bool:
    """Whether a file imports the folder itself: ``from src.model import Model``."""
    return any(_NAMED.match(line) for line in source(file).lines)
