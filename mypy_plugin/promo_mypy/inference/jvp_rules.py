"""The JVP rules that a module defines by ``@f.defjvp``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import Decorator, FuncDef, MemberExpr, MypyFile, RefExpr

from promo_mypy.by_module import ByModule
from promo_mypy.statements import statements

_DEFINE: Final = "defjvp"


class JvpRules:
    """Finds the JVP rules of functions."""

    def __init__(self) -> None:
        """Start without a module."""
        self._found = ByModule(lambda module: dict(_rules(module)))

    def of(self, function: Decorator, module: MypyFile) -> FuncDef | None:
        """Return the JVP rule of a function; the last one, if there are several."""
        return self._found.of(module).get(function)


def _rules(module: MypyFile) -> Iterator[tuple[Decorator, FuncDef]]:
    for at in statements(module.defs):
        if isinstance(at.statement, Decorator):
            for each in at.statement.original_decorators:
                match each:
                    case MemberExpr(name=name, expr=RefExpr(node=Decorator() as function)):
                        if name == _DEFINE:
                            yield function, at.statement.func
