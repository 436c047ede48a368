"""The functions of a source text by qualified name, in an order that annotations keep."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TypeAlias

Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef


_Inner: TypeAlias = (
    ast.FunctionDef
    | ast.AsyncFunctionDef
    | ast.ClassDef
    | ast.Lambda
    | ast.ListComp
    | ast.SetComp
    | ast.DictComp
    | ast.GeneratorExp
)
"""Nodes with a scope of their own."""


def all_functions(text: bytes) -> Iterator[tuple[str, Function]]:
    """Yield the functions in the order of the text, those in classes and functions too."""
    yield from _inside(ast.parse(text), "")


def _inside(node: ast.AST, prefix: str) -> Iterator[tuple[str, Function]]:
    for child in ast.iter_child_nodes(node):
        match child:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield f"{prefix}{name}", child
                yield from _inside(child, f"{prefix}{name}.<locals>.")
            case ast.ClassDef(name=name):
                yield from _inside(child, f"{prefix}{name}.")
            case _:
                yield from _inside(child, prefix)


def first_line(node: Function) -> int:
    """Return the first line of a function as Python counts it: the line of its first decorator."""
    return min([node.lineno, *(each.lineno for each in node.decorator_list)])


def last_line(node: Function) -> int:
    """Return the line where the body ends."""
    return node.end_lineno or node.lineno


def own_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a function in source order.

    Of inner functions and comprehensions, only the nodes that may bind a name of this function.
    """
    for child in ast.iter_child_nodes(node):
        yield child
        if not isinstance(child, _Inner):
            yield from own_nodes(child)
            continue
        for each in ast.walk(child):
            if isinstance(each, ast.Nonlocal):
                yield each
            elif isinstance(each, ast.NamedExpr):
                yield each.target
