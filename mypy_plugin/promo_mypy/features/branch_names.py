"""Whether mypy still knows all names that an ``if`` binds when it skips one of the branches.

mypy infers the type of a variable where it is first bound. If that is in a branch that mypy skips,
it reports each place that reads the variable.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef


def in_functions(tree: ast.AST) -> Iterator[tuple[ast.AST, Function | None]]:
    """Yield all nodes of a module, each with the innermost function around it."""
    waiting: list[tuple[ast.AST, Function | None]] = [(tree, None)]
    while waiting:
        node, around = waiting.pop()
        yield node, around
        if isinstance(node, Function | ast.ClassDef):
            around = node if isinstance(node, Function) else None
        waiting.extend((child, around) for child in ast.iter_child_nodes(node))


def are_known(statement: ast.If, around: Function | None) -> bool:
    """Whether each name bound in a branch is also bound in the other, or used nowhere else."""
    branches = (statement.body, statement.orelse)
    both = set.intersection(*({*_bound(each)} for each in branches))
    return all(
        name in both or _is_only_there(name, branch, around)
        for branch in branches
        for name in _bound(branch)
    )


def _is_only_there(name: str, branch: Sequence[ast.stmt], around: Function | None) -> bool:
    """Whether a name is a parameter, or used only in this branch."""
    if around is None or not name.isidentifier():
        return False
    parameters = {node.arg for node in ast.walk(around.args) if isinstance(node, ast.arg)}
    return name in parameters or _mentions([around])[name] == _mentions(branch)[name]


def _mentions(nodes: Iterable[ast.AST]) -> Counter[str]:
    every = [node for each in nodes for node in ast.walk(each)]
    names = [node.id for node in every if isinstance(node, ast.Name)]
    return Counter([*names, *(name for each in every for name in _declared(each))])


def _declared(node: ast.AST) -> Sequence[str]:
    return node.names if isinstance(node, ast.Global | ast.Nonlocal) else ()


def _bound(branch: Iterable[ast.stmt]) -> Iterator[str]:
    """The names and attributes that a branch binds; other bindings as text that is not a name."""
    for statement in branch:
        for node in ast.walk(statement):
            match node:
                case ast.Name(ctx=ast.Store()) | ast.Attribute(ctx=ast.Store()):
                    yield ast.unparse(node)
                case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                    yield f"def {node.name}"
                case ast.alias() | ast.Global() | ast.Nonlocal() | ast.ExceptHandler(name=str()):
                    yield ast.dump(node)
                case ast.MatchAs() | ast.MatchStar() | ast.MatchMapping():
                    yield ast.dump(node)
