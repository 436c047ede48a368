"""What the source tells about a string that a program builds, such as the name of an attribute."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mypy.nodes import CallExpr, Expression, ListExpr, MemberExpr, OpExpr, StrExpr


def pattern_of(expression: Expression) -> re.Pattern[str]:
    """Return a pattern that a string fits: ``get_.*_config`` for ``f"get_{name}_config"``."""
    return re.compile("".join(".*" if e is None else re.escape(e) for e in _parts(expression)))


def package_in(expression: Expression) -> str | None:
    """Return the first part of a dotted name in a string; None if it is not written in full."""
    first = next(_parts(expression), None) or ""
    package, dot, _ = first.partition(".")
    is_whole = bool(dot) or isinstance(expression, StrExpr)
    return package if package and is_whole else None


def _parts(expression: Expression) -> Iterator[str | None]:
    """The written parts of a string; None stands for a part that is computed."""
    match expression:
        case StrExpr(value=written):
            yield written
        case OpExpr(op="+", left=left, right=right):
            yield from _parts(left)
            yield from _parts(right)
        case CallExpr(
            callee=MemberExpr(name="join", expr=StrExpr(value="")), args=[ListExpr(items=items)]
        ):
            for each in items:  # mypy represents an f-string as ``"".join([...])``.
                yield from _parts(each)
        case _:
            yield None
