"""The public names, and the classes, in the source of a module."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Final

_PUBLIC_DUNDERS: Final = frozenset(
    {
        *("__array_api_version__", "__array_namespace_info__"),
        *("__all__", "__version__", "__version_info__"),
    }
)


def public_names(module: ModuleType) -> list[str]:
    """The names that a module exports, including deprecated ones that still work.

    A name that the module only imports, without ``as`` and outside ``__all__``, is not exported.
    """
    deprecated = getattr(module, "_deprecations", {})
    offered = {
        name
        for name in {*dir(module), *_PUBLIC_DUNDERS & set(vars(module))}
        if name in _PUBLIC_DUNDERS or (not name.startswith("_") and _is_offered(module, name))
    }
    return sorted(offered | {name for name, (_, value) in deprecated.items() if value is not None})


def defined_classes(module: ModuleType) -> frozenset[str]:
    """The classes whose definition stands at the top level of a module."""
    tree = _tree(module)
    return frozenset(each.name for each in _statements(tree) if isinstance(each, ast.ClassDef))


def class_definition(value: type) -> ast.ClassDef | None:
    """The syntax tree of a class; None if it is compiled."""
    for module in modules_that_name(value):
        for statement in _statements(_tree(module)):
            if isinstance(statement, ast.ClassDef) and statement.name == value.__name__:
                return statement
    return None


def modules_that_name(value: type) -> Iterator[ModuleType]:
    """The modules of JAX that have a class under its ``__name__``."""
    for name, module in list(sys.modules.items()):
        if name.startswith("jax.") and vars(module).get(value.__name__) is value:
            yield module


def _is_offered(module: ModuleType, name: str) -> bool:
    exported = getattr(module, "__all__", None)
    return name in exported if exported is not None else name not in _private_imports(module)


@cache
def _private_imports(module: ModuleType) -> frozenset[str]:
    """The names that a module imports without exporting them.

    A module with nothing but ``from`` imports exports all of them (``jax.dtypes.issubdtype``).
    """
    private: set[str] = set()
    offered: set[str] = set()
    statements = list(_statements(_tree(module)))
    facade = all(isinstance(each, ast.ImportFrom) for each in statements)
    for statement in statements:
        if isinstance(statement, (ast.Import, ast.ImportFrom)):
            for each in statement.names:
                name = each.asname or each.name.partition(".")[0]
                renamed = isinstance(statement, ast.ImportFrom) and each.asname is not None
                (offered if renamed or facade else private).add(name)
    return frozenset(private - offered)


@cache
def _tree(module: ModuleType) -> ast.Module:
    if module.__file__ is None or not module.__file__.endswith(".py"):
        return ast.Module([], [])
    return ast.parse(Path(module.__file__).read_text(encoding="utf-8"))


def _statements(tree: ast.Module | ast.If | ast.Try) -> Iterator[ast.stmt]:
    """The statements at the top level of a module, including those under ``if`` and ``try``."""
    for statement in tree.body:
        yield statement
        if isinstance(statement, (ast.If, ast.Try)):
            yield from _statements(statement)
