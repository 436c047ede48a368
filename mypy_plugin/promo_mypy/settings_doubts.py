"""Functions that may run with x64 on, although it is off where they are defined.

JAX's settings hold for what is called inside ``with jax.enable_x64(True):``, wherever it is
defined. A function is in doubt if a name in such a block, or in another function in doubt, is its
name; and a function inside another one that has such a block, since it may be called there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from mypy.nodes import FuncDef, MemberExpr, MypyFile, NameExpr
from mypy.server.subexpr import get_subexpressions

from promo_mypy.blocks import Region
from promo_mypy.statements import statements
from promo_typing.core.module_names import closed


class _Function(NamedTuple):
    """A function of a module, with the lines of its definition and of the outermost one around."""

    name: str
    lines: range
    around: range


def lines_in_doubt(module: MypyFile, regions: Sequence[Region]) -> Collection[int]:
    """Return the lines of a module where x64 is off, but may be on when they run.

    ``regions`` has the settings by line; the first region is the whole module.
    """
    usual, *inner = regions
    wide = [range(each.first, each.last + 1) for each in inner if _may_be_wide(each, usual)]
    if not wide:
        return ()
    functions, mentioned = list(_functions(module)), _Mentioned(module)
    near = {each.name for each in functions if any(_within(at, each.around) for at in wide)}

    def called_by(name: str) -> Iterator[str]:
        return (each for one in functions if one.name == name for each in mentioned.on(one.lines))

    names = closed({*near, *(name for at in wide for name in mentioned.on(at))}, called_by)
    return frozenset(line for each in functions if each.name in names for line in each.lines)


def _may_be_wide(region: Region, usual: Region) -> bool:
    """Whether x64 may be on in a region, and is off elsewhere."""
    is_off = usual.semantics is not None and not usual.semantics.x64
    return is_off and (region.semantics is None or region.semantics.x64)


def _within(inner: range, outer: range) -> bool:
    return outer.start <= inner.start < outer.stop


def _functions(module: MypyFile) -> Iterator[_Function]:
    """The functions of a module; only for one inside another, the lines of the outermost one."""
    nowhere = range(0)
    for placed in statements(module.defs):
        function = placed.statement
        if isinstance(function, FuncDef):
            around = _lines(placed.functions[0]) if placed.functions else nowhere
            yield _Function(function.name, _lines(function), around)


def _lines(function: FuncDef) -> range:
    return range(function.line, (function.end_line or function.line) + 1)


class _Mentioned:
    """The names that a module mentions, by line."""

    def __init__(self, module: MypyFile) -> None:
        self._names: dict[int, set[str]] = {}
        for each in get_subexpressions(module):
            if isinstance(each, NameExpr | MemberExpr):
                self._names.setdefault(each.line, set()).add(each.name)

    def on(self, lines: range) -> set[str]:
        """Return the names on these lines."""
        return set().union(*(self._names.get(line, ()) for line in lines))
