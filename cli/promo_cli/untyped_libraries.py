"""Stubs of functions that the plugin knows, for libraries which do not say that they have types.

mypy takes such a library for Any and asks the plugin nothing about it. The stubs in the folder
``untyped`` name the few functions that the plugin answers. Everything else there stays Any.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Final

_FOLDER: Final = Path(__file__).with_name("untyped")
_LIBRARIES: Final = sorted(each.parent.name for each in _FOLDER.glob("*/__init__.pyi"))
_TYPED: Final = ("py.typed", "__init__.pyi")
"""Files of a package that has types; mypy reads those, and so stubs would only hide them."""


def stubs(modules: Iterable[str], environment: Iterable[str], bases: Iterable[str]) -> list[str]:
    """Return the folder of the stubs, for mypy's search path; empty if a library has types.

    Args:
        modules: the modules of the program.
        environment: the folders in which the checked environment has its packages.
        bases: the folders in which mypy looks for the program's own packages.
    """
    own = {each.partition(".")[0] for each in modules}
    own.update(name for base in (os.curdir, *bases) for name in _LIBRARIES if _is_in(base, name))
    typed = {name for each in environment for name in _LIBRARIES if _is_typed(Path(each), name)}
    return [] if typed.union(own).intersection(_LIBRARIES) else [str(_FOLDER)]


def _is_in(base: str, name: str) -> bool:
    return Path(base, name).is_dir() or Path(base, f"{name}.py").is_file()


def _is_typed(folder: Path, name: str) -> bool:
    inline = any((folder / name / file).is_file() for file in _TYPED)
    return inline or (folder / f"{name}-stubs").is_dir()
