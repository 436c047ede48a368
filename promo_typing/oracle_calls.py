"""How the oracle calls functions that need more than their operands.

A function without an entry is called with its operands alone, arrays of shape (2, 2) or Python
scalars, and with its dtype parameter.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

Invoke: TypeAlias = Callable[[Callable[..., Any], Sequence[Any], Mapping[str, Any]], Any]


@dataclass(frozen=True, slots=True)
class Call:
    """One way to call a function.

    ``shape`` is that of array operands, () at the positions ``scalars``. Integers at the positions
    ``known`` are scalars whose values JAX sees. Operands from position ``literals_from`` on are
    also Python scalars. ``counts`` are the numbers of operands to try, if not as many as the rule
    names. ``open`` says that the supported versions of JAX differ where the rule is open.
    """

    invoke: Invoke = lambda f, x, k: f(*x, **k)
    shape: tuple[int, ...] = (2, 2)
    scalars: tuple[int, ...] = ()
    known: tuple[int, ...] = ()
    literals_from: int = 0
    counts: tuple[int, ...] | None = None
    open: bool = False


NO_LITERALS: Final = 99
"""For ``literals_from``: no operand is a Python scalar, since the shape matters."""


def _arrays(*more: Any, **keywords: Any) -> tuple[Call, ...]:
    """Operands that must have dimensions, and further arguments after them."""
    return (Call(lambda f, x, k: f(*x, *more, **k, **keywords), literals_from=NO_LITERALS),)


def _any_rank(invoke: Invoke, **options: Any) -> tuple[Call, ...]:
    """Operands with and without dimensions, between which the result may differ in weakness."""
    return Call(invoke, **options), Call(invoke, shape=(), **options)


def _open(*calls: Call) -> tuple[Call, ...]:
    return tuple(replace(call, open=True) for call in calls)


_PLAIN: Final = _any_rank(lambda f, x, k: f(*x, **k))

CALLS: Final[dict[str, tuple[Call, ...]]] = {
    "jax.numpy.matmul": _arrays(),
    "jax.numpy.where": _any_rank(lambda f, x, k: f(True, *x, **k)),
    "jax.numpy.array_equal": (*_PLAIN, Call(scalars=(1,))),
    **dict.fromkeys(
        ("jax.numpy.log2", "jax.numpy.hypot", "jax.numpy.frexp", "jax.numpy.ldexp"), _open(*_PLAIN)
    ),
    "jax.numpy.power": (*_PLAIN, Call(known=(1,))),
}
CALLS["jax.numpy.pow"] = CALLS["jax.numpy.power"]


def calls_of(name: str) -> tuple[Call, ...]:
    """Return the ways to call the function or method of a rule."""
    if name in CALLS:
        return CALLS[name]
    return (Call(literals_from=1),) if name.startswith("Array.") else _PLAIN
