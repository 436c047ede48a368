"""Finds from the source who gave a value its dtype: NumPy, a default, or a request."""

from __future__ import annotations

import ast
import enum
import functools
import inspect
from collections.abc import Callable, Iterable
from types import ModuleType
from typing import Any, Final, TypeAlias

import jax.numpy as jnp
import numpy as np

from promo_runtime.auditing.frames import ASKS
from promo_runtime.auditing.source import Source

_LIKE: Final = {
    **dict.fromkeys(("array", "asarray"), 0),
    **dict.fromkeys(("zeros_like", "ones_like", "empty_like", "full_like"), 0),
    "full": 1,
}
"""Functions whose result has the dtype of an argument, and the position of that argument."""

_DEPTH: Final = 16

_Of: TypeAlias = Callable[..., "Bringer | None"]
"""A function that returns who gave some parts of an expression their dtype."""


class Bringer(enum.Enum):
    """Who or what gave a value its dtype."""

    NUMPY = "NumPy"
    DEFAULT = "the default dtype of JAX"
    REQUEST = "who asked for it"


@functools.lru_cache(maxsize=4096)
def of_expression(
    source: Source, expression: ast.AST, dtype: str, depth: int = _DEPTH
) -> Bringer | None:
    """Return who gave an expression its dtype, None if the source does not tell.

    A name is followed to its value if it is bound only once.
    """

    def of(*parts: ast.expr | None) -> Bringer | None:
        found = (of_expression(source, part, dtype, depth - 1) for part in parts if part)
        return combined(each for each in found if each)

    if not depth:
        return None
    match expression:
        case ast.Name() | ast.Attribute() if (value := source.imported(expression)) is not None:
            return _of_value(value)
        case ast.Name():
            return of(source.value_of(expression))
        case ast.Attribute(value=value):
            return of(value)
        case ast.BinOp(left=left, right=right):
            return of(left, right)
        case ast.UnaryOp(operand=value) | ast.Subscript(value=value):
            return of(value)
        case ast.Call():
            return _of_call(source, expression, dtype, of)
    return None


def operands_of(node: ast.AST) -> list[ast.expr]:
    """Return the operands of an operation."""
    match node:
        case ast.BinOp(left=left, right=right):
            return [left, right]
        case ast.AugAssign(target=target, value=value):
            return [target, value]
        case ast.Compare(left=left, comparators=others):
            return [left, *others]
        case ast.Call(func=function, args=args, keywords=keywords):
            of_method = [function.value] if isinstance(function, ast.Attribute) else []
            return [*of_method, *args, *(word.value for word in keywords)]
    return []


def _of_call(source: Source, call: ast.Call, dtype: str, of: _Of) -> Bringer | None:
    function = source.imported(call.func)
    if function is None:
        method = call.func if isinstance(call.func, ast.Attribute) else None
        return of(method.value) if method is not None and method.attr != "astype" else None
    if _is_of(function, np):
        return Bringer.NUMPY
    if not _is_of(function, jnp):
        return None
    if isinstance(function, type(jnp.float32)):
        return Bringer.REQUEST if jnp.dtype(function).name == dtype else None
    asked = _asked(function, call)
    if asked is None:
        return of(*call.args)
    if asked:
        return Bringer.REQUEST if _may_be(source.imported(asked[0]), dtype) else None
    position = _LIKE.get(getattr(function, "__name__", ""))
    like = call.args[position : position + 1] if position is not None else []
    return of(*like) if like and not _is_display(like[0]) else Bringer.DEFAULT


def combined(found: Iterable[Bringer]) -> Bringer | None:
    """Return who gave a result its dtype: a request counts before NumPy, NumPy before a default."""
    each = set(found)
    return next((one for one in (Bringer.REQUEST, *Bringer) if one in each), None)


def _is_display(expression: ast.expr) -> bool:
    """Whether an expression is a display of numbers, as in ``[0.5] * 8``."""
    if isinstance(expression, ast.BinOp):
        return _is_display(expression.left) or _is_display(expression.right)
    return isinstance(expression, (ast.List, ast.Tuple, ast.ListComp, ast.Constant))


def _asked(function: Any, call: ast.Call) -> list[ast.expr] | None:
    """The arguments of a call that may be the dtype, None if the function takes no dtype."""
    try:
        parameters = inspect.signature(function).parameters
    except (TypeError, ValueError):
        return None
    position = next((n for n, name in enumerate(parameters) if name in ASKS), None)
    if position is None:
        return None
    given = [word.value for word in call.keywords if word.arg in ASKS or word.arg is None]
    starred = [each for each in call.args if isinstance(each, ast.Starred)]
    return [*given, *starred, *call.args[position : position + 1]]


def _may_be(requested: Any, dtype: str) -> bool:
    """Whether the requested dtype is this one, or is unknown and may be."""
    try:
        return requested is None or jnp.dtype(requested).name == dtype
    except TypeError:
        return True


def _of_value(value: Any) -> Bringer | None:
    return Bringer.NUMPY if isinstance(value, (np.generic, np.ndarray)) else None


def _is_of(function: Any, library: ModuleType) -> bool:
    root = library.__name__.split(".")[0]
    module = getattr(
        type(function) if isinstance(function, np.ufunc) else function, "__module__", ""
    )
    return str(module).split(".")[0] == root
