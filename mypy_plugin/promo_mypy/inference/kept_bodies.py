"""Which bodies of functions mypy checks and keeps.

For mypy, ``preserve_asts`` means two things: to keep the bodies of all modules that it has checked,
and to check the bodies of the module that has the option, although its errors are ignored.
Inference needs the first for the whole run, and the second for no library.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from mypy.options import Options

from promo_typing.core import library_sources

_EACH_MODULE: Final = "*.*"
"""A pattern for module names by which mypy makes options of its own for each module."""
_OPTION: Final = "preserve_asts"


def leave_out_bodies_of_libraries(options: Options) -> None:
    """Give the modules options of their own, which :func:`keep_bodies` does not change.

    Where the configuration ignores the errors of the program's own files, they share the options,
    so that mypy checks their bodies.
    """
    if options.ignore_errors or options.follow_imports != "normal":
        return
    sections = options.per_module_options
    section = {**sections.get(_EACH_MODULE, {}), _OPTION: False}
    options.per_module_options = {**sections, _EACH_MODULE: section}
    options.build_per_module_cache()


def keep_bodies(options: Options, modules: Iterable[str]) -> None:
    """Make mypy keep bodies, once it has read all files.

    If the option were set earlier, mypy would also read the bodies of libraries.

    Args:
        options: the options of the run.
        modules: the names of the modules that mypy has read.
    """
    options.preserve_asts = True
    for each in filter(library_sources.is_name, modules):
        options.clone_for_module(each).preserve_asts = False
