"""Reads the first paragraphs of the docstrings of the installed JAX."""

from __future__ import annotations

import inspect
import pkgutil
import re
import warnings
from collections.abc import Callable
from functools import cache
from typing import Final, NamedTuple

from promo_cli.command_error import CommandError

_ROLE: Final = re.compile(r":[\w:]+:`~?([^`]+?)(?:\s*<[^`>]*>)?`")
_LINK: Final = re.compile(r"`([^`]+?)\s*<[^`>]*>`_+")


class WordsOfJax(NamedTuple):
    """The version of the installed JAX, and a function that returns its text about a full name."""

    version: str
    of: Callable[[str], str | None]


def words_of_jax() -> WordsOfJax:
    """Import JAX and return its texts.

    Raises:
        CommandError: JAX is not installed, or cannot be imported.
    """
    try:
        import jax
    except Exception as error:
        raise CommandError(
            f"the docstrings are those of JAX, which cannot be imported: {error}"
        ) from None
    return WordsOfJax(jax.__version__, first_paragraph)


@cache
def first_paragraph(function: str) -> str | None:
    """Return the first paragraph of a function's docstring; None if JAX lacks either.

    Sphinx's roles are left out: ``:func:`numpy.sin``` becomes ```numpy.sin```.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            docstring = inspect.getdoc(pkgutil.resolve_name(function))
        except (AttributeError, ImportError):
            return None
    first = " ".join((docstring or "").strip().partition("\n\n")[0].split())
    if first.startswith((".. ", ">>>")):
        return None
    return _LINK.sub(r"\1", _ROLE.sub(r"`\1`", first)) or None
