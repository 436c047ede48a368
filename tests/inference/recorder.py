"""Runs a program under JAX, and records the dtype of every expression that is an array."""

from __future__ import annotations

import ast
import sys
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, Final, NamedTuple

import jax

from promo_typing.core.dtypes import WEAK
from promo_typing.lattice.semantics import Semantics

_SEEN: Final = "__seen__"
_WEAK: Final = {Semantics().strong(name): name for name in WEAK}


class Place(NamedTuple):
    """The place of an expression; columns count as in ``promo reveal``."""

    module: str
    line: int
    column: int
    end_line: int
    end_column: int


def place_of(expression: ast.expr, module: str) -> Place:
    """Return the place of an expression of a module."""
    last, end = expression.end_lineno, expression.end_col_offset
    assert last is not None
    assert end is not None
    return Place(module, expression.lineno, expression.col_offset + 1, last, end)


class Recorder:
    """Keeps the dtypes that each expression has had; weak dtypes have their own names."""

    def __init__(self) -> None:
        """Start without any."""
        self.dtypes: dict[Place, set[str]] = defaultdict(set)

    def run(self, sources: Mapping[str, str]) -> None:
        """Execute modules one after the other, by abstract evaluation: nothing is compiled.

        Args:
            sources: the text of each module; a module may import those before it.
        """

        def trace() -> int:
            for name, text in sources.items():
                sys.modules[name] = module = ModuleType(name)
                setattr(module, _SEEN, self._seen)
                exec(self._compiled(name, text), vars(module))
            return 0

        try:
            jax.eval_shape(trace)
        finally:
            for name in sources:
                sys.modules.pop(name, None)

    def _seen(self, place: str, value: object) -> object:
        if isinstance(value, jax.Array):
            name = value.dtype.name
            name = _WEAK.get(name, name) if value.weak_type else name
            self.dtypes[Place(*ast.literal_eval(place))].add(name)
        return value

    def _compiled(self, module: str, text: str) -> Any:
        tree = ast.fix_missing_locations(_Wrapping(module).visit(ast.parse(text)))
        return compile(tree, str(Path(f"{module}.py")), "exec")


class _Wrapping(ast.NodeTransformer):
    """Rewrites a module so that each expression that is read goes to the recorder."""

    def __init__(self, module: str) -> None:
        self._module = module

    def generic_visit(self, node: ast.AST) -> ast.AST:
        inner = super().generic_visit(node)
        if not isinstance(inner, ast.expr) or isinstance(getattr(inner, "ctx", None), ast.Store):
            return inner
        if isinstance(inner, ast.Starred | ast.Slice):
            return inner
        place = ast.Constant(repr(tuple(place_of(inner, self._module))))
        seen = ast.Name(_SEEN, ast.Load())
        return ast.copy_location(ast.Call(seen, [place, inner], []), inner)
