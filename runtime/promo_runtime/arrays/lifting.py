"""Lifts operations on plain arrays to operations on arrays of engines."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax

from promo_runtime.arrays.array import EngineArray, unwrapped, wrapped
from promo_runtime.arrays.executor import Executor
from promo_runtime.errors import EngineError


def lifted(
    operation: Callable[..., Any], arguments: Any, engine: Executor
) -> Callable[..., Any] | None:
    """Return the lifted operation if an argument is an engine's array; otherwise None.

    The lifted operation unwraps the engine's arrays in its arguments, calls ``operation``, and
    wraps the result.

    Raises:
        EngineError: the lifted operation is called with an array of another engine.
    """
    if not _arrays_in(arguments):
        return None

    def run(*operands: Any, **options: Any) -> Any:
        given = operands, options
        _check_one_engine([*(each.engine for each in _arrays_in(given)), engine])
        plain, named = jax.tree.map(unwrapped, given, is_leaf=EngineArray.is_one)
        return wrapped(operation(*plain, **named), engine)

    return run


def _arrays_in(arguments: Any) -> list[EngineArray]:
    leaves = jax.tree.leaves(arguments, is_leaf=EngineArray.is_one)
    return [each for each in leaves if type(each) is EngineArray]


def _check_one_engine(engines: list[Executor]) -> None:
    first = engines[0]
    for other in engines[1:]:
        if other is not first and other != first:
            raise EngineError(_mixed(first, other))


def _mixed(one: Executor, other: Executor) -> str:
    return (
        f"arrays of two engines, with the promotion systems {one.system!r} and {other.system!r}, "
        "in one operation; take one engine, or give it the plain array: engine.asarray(x.value)"
        + ("" if one.system != other.system else f" ({one!r} and {other!r})")
    )
