"""Switches between two declarations: a plain one, and overloads that encode the rule.

The mypy plugin knows the rules, and needs only the parameters of a declaration. Reading the
overloads would be most of the work of a cold start. So the plugin sets a platform of its own in
JAX's modules, for which the stubs have plain declarations. Every other type checker has another
platform, and sees the overloads. :mod:`promo_stubgen.render.splitting` then moves the overloads to
modules of their own, which mypy with the plugin never reads.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from textwrap import indent
from typing import Final

from promo_typing.core.stub_names import PLUGIN_PLATFORM

CONDITION: Final = f"sys.platform == '{PLUGIN_PLATFORM}'"
_INDENT: Final = "    "


def switch(plain: Iterable[str], promoting: Iterable[str]) -> Iterator[str]:
    """The lines of a top-level switch, or of the declaration alone if both are the same."""
    texts = "\n".join(plain), "\n".join(promoting)
    if texts[0] == texts[1]:
        yield texts[0]
        return
    yield f"if {CONDITION}:"
    yield indent(texts[0], _INDENT)
    yield "else:"
    yield indent(texts[1], _INDENT)


def with_import(text: str) -> str:
    """The text of a stub with the import for its switches."""
    needed = f"\nif {CONDITION}:" in text and "\nimport sys\n" not in f"\n{text}"
    return f"import sys\n{text}" if needed else text


def is_switch(statement: ast.stmt) -> bool:
    """Whether a statement was written by :func:`switch`."""
    return isinstance(statement, ast.If) and ast.unparse(statement.test) == CONDITION
