"""Calls of functions with rules, in the form in which they are answered and reported."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from promo_mypy.types.expressions import Value
from promo_mypy.types.symbols import Operand
from promo_typing.rules import Rule


class Call(NamedTuple):
    """A call of a function with a rule.

    Attributes:
        function: the name of the function, which is the key of its rule.
        rule: the rule, selected for the arguments.
        operands: the dtypes of the operands; None if unknown.
        describe: returns the operation in words, for a message, from the names of the operands.
        dtype: the dtypes that the dtype argument requests; empty if there is none, None if unknown.
        written: returns the expressions and types of the operands; empty if they are not known.
    """

    function: str
    rule: Rule
    operands: Sequence[Operand | None]
    describe: Callable[[Sequence[str]], str]
    dtype: Operand | None = ()
    written: Callable[[], Sequence[Value]] = list
