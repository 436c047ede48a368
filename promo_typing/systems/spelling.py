"""How a program of a library converts arrays and Python scalars, and adds two of them."""

from __future__ import annotations

from typing import NamedTuple


class Spelling(NamedTuple):
    """Templates for the source of a conversion of the operand ``x`` to ``dtype``.

    ``array`` converts arrays, ``scalar`` Python scalars. ``flat`` tells whether a converted scalar
    is an array without dimensions, which the system ranks below arrays with dimensions.
    ``without_addition`` has the dtypes that the library cannot add.
    """

    array: str
    scalar: str
    addition: str = "{} + {}"
    flat: bool = False
    without_addition: frozenset[str] = frozenset()
