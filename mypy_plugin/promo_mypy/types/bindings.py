"""Names that stand for one thing wherever a module binds them."""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from collections.abc import Iterator

from mypy.nodes import MypyFile


class Bindings:
    """The names that are only ever assigned one and the same name, for one module at a time."""

    def __init__(self) -> None:
        """Start without a module."""
        self._module: MypyFile | None = None
        self._renamed: frozenset[str] = frozenset()

    def is_renamed(self, name: str, module: MypyFile) -> bool:
        """Whether a name is bound by ``name = some.other.name`` alone, and always by the same.

        In whatever scope: two variables of one name are taken for one.
        """
        if module is not self._module:
            self._module, self._renamed = module, frozenset(_renamed(module))
        return name in self._renamed


def _renamed(module: MypyFile) -> Iterator[str]:
    try:
        with open(module.path, encoding="utf-8") as file:
            tree = ast.parse(file.read())
    except (OSError, ValueError, SyntaxError):
        return
    bound = Counter(name for node in ast.walk(tree) for name in _names_bound(node))
    values: dict[str, list[str]] = defaultdict(list)
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.value, (ast.Name, ast.Attribute)):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    values[target.id].append(ast.unparse(node.value))
    for name, written in values.items():
        if len(written) == bound[name] and len(set(written)) == 1:
            yield name


def _names_bound(node: ast.AST) -> Iterator[str | None]:
    """The names that a piece of syntax by itself gives a value."""
    if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
        yield node.id
    elif isinstance(node, ast.arg):
        yield node.arg
    elif isinstance(node, ast.alias):
        yield (node.asname or node.name).partition(".")[0]
    elif isinstance(node, ast.MatchMapping):
        yield node.rest
    elif isinstance(node, _NAMED):
        yield node.name


_NAMED = (
    ast.FunctionDef,
    ast.AsyncFunctionDef,
    ast.ClassDef,
    ast.ExceptHandler,
    ast.MatchAs,
    ast.MatchStar,
)
