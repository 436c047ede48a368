"""How a program of a library converts arrays and Python scalars, and adds two of them."""

from __future__ import annotations

from typing import NamedTuple


class Spelling(NamedTuple):
    """Templates for what to write; ``x`` is the operand, ``dtype`` the dtype to convert it to.

    ``flat`` tells that a converted scalar is an array without dimensions to the system, which
    counts less than those with dimensions; ``without_addition`` are dtypes that it cannot add.
    """

    array: str
    scalar: str
    addition: str = "{} + {}"
    flat: bool = False
    without_addition: frozenset[str] = frozenset()
