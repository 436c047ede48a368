"""A call of a function that has a rule, as all that answers it and reports on it sees it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from promo_mypy.types.expressions import Value
from promo_mypy.types.symbols import Operand
from promo_typing.rules import Rule


class Call(NamedTuple):
    """A call whose operands are known as far as their types tell; None is unknown.

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
