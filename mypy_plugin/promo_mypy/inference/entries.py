"""The entries of a new dictionary, read from the expression that makes it.

Such expressions are ``{"w": w}``, ``dict(w=w)``, ``{**base, "w": w}``, ``dict(base, w=w)``,
``base | {"w": w}`` and ``base.copy()``. A dictionary that is copied, such as ``base``, is an entry
without a key.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from mypy.nodes import (
    CallExpr,
    DictExpr,
    Expression,
    MemberExpr,
    NameExpr,
    OpExpr,
    RefExpr,
    StrExpr,
)

from promo_mypy.fullnames import BUILTIN_DICT

Entry: TypeAlias = tuple[Expression | None, Expression]
"""A key and its value, or None and the dictionary that is copied."""

_DICT: Final = BUILTIN_DICT.rpartition(".")[2]
_COPIES: Final = frozenset({"copy.copy", "copy.deepcopy"})
_METHOD: Final = "copy"
_MERGE: Final = "|"


def entries(made: Expression) -> Sequence[Entry] | None:
    """Return the entries of a new dictionary; None for any other expression.

    If mypy has not analysed the expression yet, names are compared as they are written.
    """
    match made:
        case DictExpr(items=items):
            return items
        case OpExpr(op=op, left=left, right=right) if op == _MERGE:
            return [(None, left), (None, right)]
        case CallExpr(callee=NameExpr(name=name) as called) if name == _DICT:
            is_known = called.fullname in ("", BUILTIN_DICT)
            return given(made) if is_known else None
        case CallExpr(callee=RefExpr(fullname=name), args=[copied]) if name in _COPIES:
            return [(None, copied)]
        case CallExpr(callee=MemberExpr(expr=copied, name=name), args=[]) if name == _METHOD:
            return [(None, copied)]
    return None


def given(call: CallExpr) -> Sequence[Entry]:
    """Return the entries in the arguments of ``dict(base, w=w)``, or of ``update``."""
    names = (None if name is None else StrExpr(name) for name in call.arg_names)
    return [*zip(names, call.args, strict=True)]
