"""The docstrings of functions in the stubs: the dtype of the result, and a link.

pyright and ty take the docstring of the first overload that has one. For an object that is called
as a function they take the string below its declaration.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from textwrap import indent, wrap
from typing import Final

from promo_stubgen.encode.branches import branched
from promo_typing.rules import FUNCTIONS
from promo_typing.rules.catalogue.without_rule import WITHOUT_RULE
from promo_typing.rules.describe import describe
from promo_typing.rules.dtype_words import listed

_PAGE: Final = "https://docs.jax.dev/en/latest/_autosummary/{}.html"
_WIDTH: Final = 88
_SHORT_WIDTH: Final = 104
"""The width for which a docstring in a class, with quotes, has lines under 120 characters."""


@cache
def docstring(function: str) -> str:
    """The docstring of a public function, as a literal."""
    paragraphs = [_title(function), *_dtype(function), _PAGE.format(function)]
    text = "\n\n".join("\n".join(wrap(each, _WIDTH, break_long_words=False)) for each in paragraphs)
    return f'"""{text}\n"""'


def _title(function: str) -> str:
    rule = FUNCTIONS.get(function)
    names = [each.name for each in branched(rule).rule.operands] if rule else []
    return f"{function} of {listed(names)}." if names else f"{function}."


def _dtype(function: str) -> Iterator[str]:
    if function in FUNCTIONS:
        yield f"dtype: {describe(FUNCTIONS[function])}"
    elif function in WITHOUT_RULE:
        yield f"dtype: {WITHOUT_RULE[function]}."


@cache
def short_docstring(function: str) -> str:
    """The docstring of further overloads, as a literal.

    It is short. pyright shows the docstring of the called overload, or JAX's own if it has none.
    """
    return _short(" ".join((_title(function), *_dtype(function))))


@cache
def rule_docstring(function: str) -> str:
    """The docstring of shared overloads, which names no function, as a literal."""
    return _short(" ".join(_dtype(function)))


def _short(words: str) -> str:
    return '"""{}"""'.format("\n".join(wrap(words, _SHORT_WIDTH, break_long_words=False)))


def document_fragment(module: str, text: str) -> str:
    """A fragment with docstrings added to the first overloads of public functions."""
    lines = text.splitlines()
    for function in reversed(list(_first_overloads(ast.parse(text).body))):
        body = function.body[0]
        if ast.unparse(body) == "..." and not function.name.startswith("_"):
            head = lines[body.lineno - 1][: body.col_offset].rstrip()
            margin = " " * (function.col_offset + 4)
            literal = indent(docstring(f"{module}.{function.name}"), margin)
            lines[body.lineno - 1] = f"{head}\n{literal}"
    return "\n".join((*lines, ""))


def _first_overloads(statements: Iterable[ast.stmt]) -> Iterator[ast.FunctionDef]:
    """The first definition of each function, in each branch of an ``if``."""
    seen: set[str] = set()
    for statement in statements:
        if isinstance(statement, ast.If):
            yield from _first_overloads(statement.body)
            yield from _first_overloads(statement.orelse)
        elif isinstance(statement, ast.FunctionDef) and statement.name not in seen:
            seen.add(statement.name)
            yield statement
