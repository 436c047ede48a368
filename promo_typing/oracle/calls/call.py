"""Ways to call a function, and a notation for the usual ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

from promo_typing.core.dtypes import NODES

Invoke: TypeAlias = Callable[[Callable[..., Any], Sequence[Any], Mapping[str, Any]], Any]


@dataclass(frozen=True, slots=True)
class Call:
    """One way to call a function.

    ``invoke`` calls the function with the operands and with keyword arguments: the dtype, and the
    arguments that select a variant of the rule.
    ``shape`` is the shape of array operands; it is () at the positions ``scalars``. Integers at
    the positions ``known`` are scalars whose values JAX sees. Operands from position
    ``literals_from`` on are tried as Python scalars too. Operands at the positions ``not_numpy``
    are never arrays of NumPy, because JAX would take their values into account. ``counts`` are the
    numbers of operands to try, if they differ from what the rule says.
    """

    invoke: Invoke = lambda f, x, k: f(*x, **k)
    shape: tuple[int, ...] = (2, 2)
    scalars: tuple[int, ...] = ()
    known: tuple[int, ...] = ()
    nodes: tuple[str, ...] = tuple(NODES)
    literals_from: int = 0
    not_numpy: tuple[int, ...] = ()
    counts: tuple[int, ...] | None = None


NO_LITERALS: Final = 99
"""For ``literals_from``: no operand is a Python scalar, since the shape matters."""


def arrays(*more: Any, **keywords: Any) -> tuple[Call, ...]:
    """Return a call with operands that must have dimensions, and further arguments after them."""
    return (Call(lambda f, x, k: f(*x, *more, **k, **keywords), literals_from=NO_LITERALS),)


def with_arguments(call: Call, arguments: Mapping[str, Any]) -> Call:
    """Return the same call with further arguments by keyword."""
    if not arguments:
        return call
    return replace(call, invoke=lambda f, x, k: call.invoke(f, x, {**k, **arguments}))


def named(place: int, names: str, given: Mapping[str, Any] | None = None, **options: Any) -> Call:
    """Return a call that gives the operands from a place on by keyword, as many as there are.

    Args:
        place: how many operands are given by position.
        names: the parameters of the others, separated by spaces.
        given: further arguments.
        options: the further fields of :class:`Call`.
    """

    def invoke(f: Callable[..., Any], x: Sequence[Any], k: Mapping[str, Any]) -> Any:
        operands = dict(zip(names.split(), x[place:], strict=False))
        return f(*x[:place], **operands, **(given or {}), **k)

    return Call(invoke, **options)


def sized(name: str, count: int, shape: tuple[int, ...] = (2, 2)) -> dict[str, tuple[Call, ...]]:
    """Give a function that makes results of a given size its calls: without and with a filling.

    Args:
        name: of the function, or of a variant of its rule.
        count: how many operands are given by position; the last one is then the filling.
        shape: of the operands.
    """
    plain = Call(lambda f, x, k: f(*x, size=2, **k), shape, literals_from=NO_LITERALS)
    filling, size = "fill_value", {"size": 2}
    filled = named(count, filling, size, shape=shape, scalars=(count,), literals_from=count)
    return {
        name: (plain,),
        f"{name}[size=...]": (plain,),
        f"{name}[size=...][{filling}=...]": (filled,),
    }


def sequences(shape: tuple[int, ...]) -> tuple[Call, ...]:
    """Call with a list of operands of this shape."""
    return (Call(lambda f, x, k: f(list(x), **k), shape, literals_from=NO_LITERALS),)


def any_rank(invoke: Invoke, **options: Any) -> tuple[Call, ...]:
    """Call with operands with and without dimensions; the results may differ in weakness."""
    return Call(invoke, **options), Call(invoke, shape=(), **options)


PLAIN: Final = any_rank(lambda f, x, k: f(*x, **k))


def for_functions(
    module: str, functions: str, calls: tuple[Call, ...]
) -> dict[str, tuple[Call, ...]]:
    """Give several functions of a module, separated by spaces, the same calls."""
    return {f"{module}.{function}": calls for function in functions.split()}


def after(*more: Any, **keywords: Any) -> tuple[Call, ...]:
    """Call with operands of any rank, and further arguments after them."""
    return any_rank(lambda f, x, k: f(*x, *more, **k, **keywords))


def before(*more: Any) -> tuple[Call, ...]:
    """Call with operands of any rank, and further arguments in front of them."""
    return any_rank(lambda f, x, k: f(*more, *x, **k))
