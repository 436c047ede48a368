"""Comparisons of a dtype by ``is``: ``x.dtype is jnp.float32`` is never true.

``x.dtype`` is an object of ``numpy.dtype``, and ``jnp.float32`` a class that is equal to it. mypy
asks no plugin about ``is``, but it asks about ``x.dtype``. The source then tells whether that
stands in a comparison by ``is``.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final, NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import MypyFile
from mypy.plugin import AttributeContext
from mypy.types import Type

from promo_mypy import errors
from promo_mypy.by_module import ByModule
from promo_mypy.fullnames import BUILTIN_SCALARS, NUMPY_MODULE
from promo_mypy.types.syntax_trees import source_of
from promo_typing.core.dtypes import STRONG
from promo_typing.core.stub_names import NODE_OF_CLASS

_DTYPE: Final = "dtype"


class _Comparison(NamedTuple):
    """A comparison with ``x.dtype``: the other side, and whether the operator is ``is not``."""

    other: ast.expr
    negated: bool


class Identities:
    """Finds comparisons of ``x.dtype`` by ``is``."""

    def __init__(self) -> None:
        """Start without a module."""
        self._found = ByModule(lambda module: dict(_comparisons(module)))

    def dtype(self, ctx: AttributeContext) -> Type:
        """Report ``x.dtype`` where it is compared with a class."""
        if isinstance(ctx.api, TypeChecker):
            found = self._found.of(ctx.api.tree).get((ctx.context.line, ctx.context.column))
            name = _class_name(found.other, ctx.api.tree) if found else None
            if found and name:
                errors.never_identical(ctx.api, ctx.context, name, found.negated)
        return ctx.default_attr_type


def _comparisons(module: MypyFile) -> Iterator[tuple[tuple[int, int], _Comparison]]:
    """The comparisons of a module, by the line and column of the ``x.dtype`` in each."""
    for node in source_of(module.path).nodes:
        if isinstance(node, ast.Compare):
            operands = [node.left, *node.comparators]
            for operator, *both in zip(node.ops, operands, operands[1:], strict=False):
                if isinstance(operator, (ast.Is, ast.IsNot)):
                    negated = isinstance(operator, ast.IsNot)
                    for one, other in (both, both[::-1]):
                        if isinstance(one, ast.Attribute) and one.attr == _DTYPE:
                            yield (one.lineno, one.col_offset), _Comparison(other, negated)


def _class_name(written: ast.expr, module: MypyFile) -> str | None:
    """The source text of a dtype class or a string; None for any other expression."""
    if isinstance(written, ast.Constant):
        return f'"{written.value}"' if isinstance(written.value, str) else None
    fullname = _fullname(written, module)
    owner, _, name = fullname.rpartition(".")
    is_numpy = owner == NUMPY_MODULE and name in STRONG
    known = is_numpy or fullname in BUILTIN_SCALARS or fullname in NODE_OF_CLASS
    return ast.unparse(written) if known else None


def _fullname(written: ast.expr, module: MypyFile) -> str:
    """The full name that a name or attribute refers to; empty if unknown."""
    if isinstance(written, ast.Name):
        found = module.names.get(written.id)
        builtin = f"builtins.{written.id}"
        return (found.fullname or "") if found else builtin if builtin in BUILTIN_SCALARS else ""
    if isinstance(written, ast.Attribute) and isinstance(written.value, ast.Name):
        owner = module.names.get(written.value.id)
        node = owner.node if owner else None
        member = node.names.get(written.attr) if isinstance(node, MypyFile) else None
        return (member.fullname or "") if member else ""
    return ""
