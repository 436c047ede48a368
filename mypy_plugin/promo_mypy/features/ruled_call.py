"""Calls of functions with rules, as the modules that answer and report on them see these."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from promo_mypy.types.expressions import Value
from promo_mypy.types.symbols import Operand
from promo_typing.rules import Rule


class Call(NamedTuple):
    """A call of a function with a rule; operands of unknown dtype are None.

    ``describe`` writes the operation with the names of its operands, for a message. ``dtype`` is
    what the dtype argument asks for, empty if there is none. ``written`` gives the operands as the
    program has them; nothing if that is not known.
    """

    function: str
    rule: Rule
    operands: Sequence[Operand | None]
    describe: Callable[[Sequence[str]], str]
    dtype: Operand | None = ()
    written: Callable[[], Sequence[Value]] = list
