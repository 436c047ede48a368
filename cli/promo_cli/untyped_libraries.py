"""Gives mypy stubs and sources of libraries that do not say that they have types.

See :mod:`promo_typing.core.library_sources`. The stubs lie in the folder ``untyped``.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Final

from mypy.build import default_data_dir
from mypy.modulefinder import (
    BuildSource,
    FindModuleCache,
    ModuleNotFoundReason,
    compute_search_paths,
)
from mypy.options import Options

from promo_typing.core.library_sources import SOURCES, imported, path_below, source_name
from promo_typing.core.program_files import program_files

_STUBS: Final = Path(__file__).with_name("untyped")
_FUNCTION: Final = re.compile(r"^def ([a-z]\w*)", re.MULTILINE)
_ALIAS: Final = re.compile(r"^from (?P<module>\S+) import \w+ as (?P<name>\w+)", re.MULTILINE)
_SOURCE_OPTIONS: Final[dict[str, object]] = {
    # The user cannot change the library. mypy would drop the bodies of functions for that.
    "ignore_errors": True,
    "preserve_asts": True,
}


def added(sources: list[BuildSource], options: Options) -> list[BuildSource]:
    """Return the stubs and sources of the libraries that a program uses.

    A library has none if it has types, or if the program has its own package of that name.

    Args:
        sources: the modules of the program.
        options: mypy's options, to which those for the added sources are added.
    """
    paths = compute_search_paths(sources, options, default_data_dir())
    finder = FindModuleCache(paths, None, options)
    texts = [*map(_text, _files(sources))]
    found = list[BuildSource]()
    for package in sorted({package for each in texts for package in imported(each)}):
        if finder.find_module(package) is ModuleNotFoundReason.FOUND_WITHOUT_TYPE_HINTS:
            stubs, using = [*_stubs(package)], [each for each in texts if package in imported(each)]
            found += [*stubs, *_sources(package, stubs, using, paths.package_path)]
    own = {each.module: _SOURCE_OPTIONS for each in found if each.path and _is_source(each.path)}
    options.per_module_options.update(own)
    options.build_per_module_cache()
    return found


def _files(sources: Iterable[BuildSource]) -> Iterable[Path]:
    """The files of the program, and those below the current folder, which mypy may follow."""
    checked = (Path(each.path) for each in sources if each.path)
    return dict.fromkeys(chain(checked, program_files(Path.cwd())))


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""  # mypy reports the error.


def _stubs(package: str) -> Iterator[BuildSource]:
    for path in sorted((_STUBS / package).rglob("*.pyi")):
        below = path.relative_to(_STUBS).with_suffix("").parts
        yield BuildSource(str(path), ".".join(_without_init(below)))


def _without_init(parts: Sequence[str]) -> Sequence[str]:
    return parts[:-1] if parts[-1] == "__init__" else parts


def _sources(
    package: str, stubs: Sequence[BuildSource], texts: Iterable[str], folders: Sequence[str]
) -> Iterator[BuildSource]:
    """The sources of modules with functions that the program calls, or one of these sources."""
    named = {each: _names(each, stubs) for each in SOURCES[package]}
    rest = [*texts]
    while rest:
        text = rest.pop()
        for module in [each for each, names in named.items() if names.search(text)]:
            del named[module]
            paths = (Path(folder, path_below(module)) for folder in folders)
            path = next(filter(Path.is_file, paths), None)
            if path is not None:  # Else the installed version does not have it.
                rest.append(_text(path))
                yield BuildSource(str(path), source_name(module))


def _names(module: str, stubs: Iterable[BuildSource]) -> re.Pattern[str]:
    """The names in a program for the functions of a module: ``tree_norm`` and ``tree.norm``."""
    names = set[str]()
    for stub in stubs:
        text = _text(Path(stub.path or ""))
        if stub.module == module:
            names.update(_FUNCTION.findall(text))
        aliases = (each for each in _ALIAS.finditer(text) if each["module"] == module)
        names.update(rf"{_last(stub.module)}\.{each['name']}" for each in aliases)
    return re.compile(rf"\b(?:{'|'.join(sorted(names))})\b")


def _last(module: str) -> str:
    return module.rpartition(".")[-1]


def _is_source(path: str) -> bool:
    return os.path.splitext(path)[1] == ".py"
