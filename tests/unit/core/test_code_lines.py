"""The code of a source is what is left without its words."""

from __future__ import annotations

from promo_typing.core.code_lines import code, code_lines

SOURCE = '''\
"""A module.

It has a long docstring.
"""

import ast
from typing import (
    Any,
    Final,
)

# A comment.
X: Final = "# no comment"  # but this is one
"""An attribute."""


class A:
    """A class."""

    def f(self) -> str:
        """A method."""
        import os  # where it is imported in a function, it is code

        return """no docstring"""
'''
CODE = '''\
X: Final = "# no comment"
class A:
    def f(self) -> str:
        import os
        return """no docstring"""'''


def test_words_are_left_out() -> None:
    assert code(SOURCE) == CODE


def test_code_alone_stays_as_it_is() -> None:
    assert code(CODE) == CODE


def test_lines_keep_their_numbers() -> None:
    lines = code_lines(SOURCE)
    assert all(SOURCE.splitlines()[number - 1].startswith(text) for number, text in lines.items())
    assert list(lines.values()) == CODE.splitlines()
