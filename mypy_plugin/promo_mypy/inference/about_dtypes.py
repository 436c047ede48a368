"""Which expressions of a function ask for a dtype, such as ``x.dtype.kind``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy.nodes import AssignmentStmt, Expression, MemberExpr, NameExpr, Statement
from mypy.server.subexpr import get_subexpressions

from promo_mypy.statements import statements

_DTYPE: Final = "dtype"
_ABOUT_DTYPES: Final = frozenset({"kind", "itemsize", "iscomplexobj", "isrealobj"})


class AboutDtypes:
    """Tells which expressions of a function are about dtypes, by the names in them."""

    def __init__(self, body: Sequence[Statement]) -> None:
        """Look for the variables of the function that hold something about a dtype."""
        self._names: set[str] = set()
        for placed in statements(body):
            match placed.statement:
                case AssignmentStmt(lvalues=targets, rvalue=value) if self.is_about(value):
                    self._names.update(t.name for t in targets if isinstance(t, NameExpr))

    def is_about(self, expression: Expression) -> bool:
        """Whether an expression asks for a dtype, or names a variable whose value does."""
        return any(
            _DTYPE in each.name or each.name in _ABOUT_DTYPES or each.name in self._names
            for each in get_subexpressions(expression)
            if isinstance(each, NameExpr | MemberExpr)
        )
