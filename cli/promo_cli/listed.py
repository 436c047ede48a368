"""The parts of a file's syntax tree that are kept: mypy frees the tree once it is checked."""

from __future__ import annotations

from typing import NamedTuple

from mypy.nodes import Expression

from promo_cli.unchecked import Body
from promo_mypy.statements import Placed


class Listed(NamedTuple):
    """The expressions, statements and functions of a file that mypy has just read."""

    path: str
    expressions: list[Expression]
    statements: list[Placed]
    functions: list[Body]
