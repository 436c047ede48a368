"""The parts of a file that are kept because mypy frees its tree when it has checked it."""

from __future__ import annotations

from typing import NamedTuple

from mypy.nodes import Expression

from promo_cli.unchecked import Body
from promo_mypy.statements import Placed


class Listed(NamedTuple):
    """What is kept of a file that was just read."""

    path: str
    expressions: list[Expression]
    statements: list[Placed]
    functions: list[Body]
