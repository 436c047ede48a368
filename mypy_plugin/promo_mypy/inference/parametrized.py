"""The arguments that marks and decorators give to a test, in each of its cases.

These are pytest's ``@pytest.mark.parametrize("x, y", [(1, 2), ...])``, and absl's
``@parameterized.parameters((1, 2), ...)``, ``named_parameters`` and ``product``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import Final, TypeAlias

from mypy.nodes import (
    ARG_NAMED,
    ARG_POS,
    CallExpr,
    DictExpr,
    Expression,
    FloatExpr,
    FuncDef,
    IntExpr,
    ListExpr,
    MemberExpr,
    NameExpr,
    StarExpr,
    StrExpr,
    TupleExpr,
)
from mypy.server.subexpr import get_subexpressions

from promo_mypy.inference.fixtures import words
from promo_mypy.inference.names import name_of

Case: TypeAlias = Mapping[str, Expression | None]
"""The values of parameters, by name; None for an unknown value."""

_HARMLESS: Final = frozenset({"variants", "all_variants", "expectedFailure"})
"""Decorators that do not change the arguments of a test."""
_SKIPPING: Final = "skip"
_MARK: Final = "mark"
_PARAM: Final = "param"
_NAME_OF_CASE: Final = "testcase_name"
_MOST_CASES: Final = 64


def cases(function: FuncDef, decorators: Sequence[Expression]) -> Sequence[Case] | None:
    """Return the arguments of a test in each case; None if it has an unknown decorator."""
    tables = [_table(function, each) for each in decorators]
    found: list[Case] = [{}]
    for table in tables:
        if table is None:
            return None
        if len(table) * len(found) > _MOST_CASES:
            table = [_unknown(name for case in table for name in case)]
        found = [{**first, **other} for first, other in product(found, table)]
    return found


def _table(function: FuncDef, decorator: Expression) -> Sequence[Case] | None:
    """The cases of one decorator; None if it is an unknown one."""
    called = decorator.callee if isinstance(decorator, CallExpr) else decorator
    path = _path(called)
    if path[-1:] == ["parametrize"] and _MARK in path and isinstance(decorator, CallExpr):
        return _parametrized(decorator)
    if _MARK in path:
        return [_unknown(words([decorator, *get_subexpressions(decorator)]))]
    if isinstance(decorator, CallExpr) and path[-1:] == ["product"]:
        return _products(decorator)
    if isinstance(decorator, CallExpr) and path[-1:] in (["parameters"], ["named_parameters"]):
        return _listed(function, decorator, is_named=path[-1] == "named_parameters")
    is_harmless = bool(path) and (path[-1] in _HARMLESS or path[-1].startswith(_SKIPPING))
    return [{}] if is_harmless else None


def _path(name: Expression) -> list[str]:
    match name:
        case MemberExpr(expr=owner):
            return [*_path(owner), name.name]
        case NameExpr():
            return [name.name]
        case CallExpr(callee=callee):
            return _path(callee)
    return []


def _unknown(names: Iterable[str]) -> Case:
    return dict.fromkeys(names, None)


def _parametrized(mark: CallExpr) -> Sequence[Case]:
    """The cases of ``parametrize(names, values)``."""
    names_by_position = iter(("argnames", "argvalues", "indirect", "ids", "scope"))
    given = zip(mark.arg_names, mark.args, strict=True)
    written = {name or next(names_by_position, ""): value for name, value in given}
    names, values = _written_names(written.get("argnames")), _items(written.get("argvalues"))
    rows = [_row(each, len(names)) for each in values or ()]
    if values is None or "indirect" in written or any(row is None for row in rows):
        return [_unknown(names)]
    return [dict(zip(names, row, strict=True)) for row in rows if row is not None]


def _written_names(names: Expression | None) -> Sequence[str]:
    match names:
        case StrExpr(value=value):
            return [part.strip() for part in value.split(",") if part.strip()]
        case ListExpr(items=items) | TupleExpr(items=items):
            return [each.value for each in items if isinstance(each, StrExpr)]
    return []


def _items(values: Expression | None) -> Sequence[Expression] | None:
    """The items of a written list or tuple; None for anything else, or with ``*xs`` in it."""
    if not isinstance(values, ListExpr | TupleExpr):
        return None
    return None if any(isinstance(each, StarExpr) for each in values.items) else values.items


def _row(value: Expression, count: int) -> Sequence[Expression] | None:
    """The values of one case; None unless exactly ``count`` values are written there."""
    if isinstance(value, CallExpr) and name_of(value.callee) == _PARAM:
        given = zip(value.arg_kinds, value.args, strict=True)
        row: Sequence[Expression] | None = [each for kind, each in given if kind == ARG_POS]
    else:
        row = [value] if count == 1 else _items(value)
    return row if row is not None and len(row) == count else None


def _products(decorator: CallExpr) -> Sequence[Case]:
    """The cases of ``product(x=[...], y=[...])``."""
    if any(kind != ARG_NAMED for kind in decorator.arg_kinds):
        return [_unknown(words([decorator, *get_subexpressions(decorator)]))]
    columns: dict[str, Sequence[Expression | None]] = {
        name: _items(value) or [None]
        for name, value in zip(decorator.arg_names, decorator.args, strict=True)
        if name is not None
    }
    return [dict(zip(columns, row, strict=True)) for row in product(*columns.values())]


def _listed(function: FuncDef, decorator: CallExpr, *, is_named: bool) -> Sequence[Case] | None:
    """The cases of ``parameters((1, 2), ...)``, or of ``named_parameters(("name", 1, 2), ...)``."""
    names = [name for name in function.arg_names[1:] if name is not None]
    match decorator.args:
        case [ListExpr(items=written)]:
            pass
        case written:
            pass
    found = [_listed_case(each, names, is_named=is_named) for each in written]
    if any(kind != ARG_POS for kind in decorator.arg_kinds) or None in found:
        return [_unknown(names)]
    return [each for each in found if each is not None]


def _listed_case(case: Expression, names: Sequence[str], *, is_named: bool) -> Case | None:
    match case:
        case TupleExpr() | ListExpr():
            values = (_items(case) or [])[is_named:]
            return dict(zip(names, values, strict=False)) if 0 < len(values) <= len(names) else None
        case IntExpr() | FloatExpr() if not is_named:
            return {names[0]: case} if names else None
        case DictExpr(items=pairs):
            return _by_key(pairs)
        case CallExpr(callee=NameExpr(name="dict"), arg_names=given, args=values):
            found = zip(given, values, strict=True)
            return {name: value for name, value in found if name and name != _NAME_OF_CASE}
    return None


def _by_key(pairs: Sequence[tuple[Expression | None, Expression]]) -> Case | None:
    if not all(isinstance(key, StrExpr) for key, _ in pairs):
        return None
    found = {key.value: value for key, value in pairs if isinstance(key, StrExpr)}
    return {name: value for name, value in found.items() if name != _NAME_OF_CASE}
