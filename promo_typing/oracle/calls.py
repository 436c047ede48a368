"""How the oracle calls functions that need more than their operands.

A function without an entry is called with its operands alone, arrays of shape (2, 2) or Python
scalars, and with its dtype parameter.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

from promo_typing.dtypes import NODES
from promo_typing.rules import METHODS

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
    nodes: tuple[str, ...] = tuple(NODES)
    literals_from: int = 0
    counts: tuple[int, ...] | None = None
    open: bool = False


NO_LITERALS: Final = 99
"""For ``literals_from``: no operand is a Python scalar, since the shape matters."""


def _arrays(*more: Any, **keywords: Any) -> tuple[Call, ...]:
    """Operands that must have dimensions, and further arguments after them."""
    return (Call(lambda f, x, k: f(*x, *more, **k, **keywords), literals_from=NO_LITERALS),)


def _sequences(shape: tuple[int, ...]) -> tuple[Call, ...]:
    return (Call(lambda f, x, k: f(list(x), **k), shape, literals_from=NO_LITERALS),)


def _any_rank(invoke: Invoke, **options: Any) -> tuple[Call, ...]:
    """Operands with and without dimensions, between which the result may differ in weakness."""
    return Call(invoke, **options), Call(invoke, shape=(), **options)


def _open(*calls: Call) -> tuple[Call, ...]:
    return tuple(replace(call, open=True) for call in calls)


_PLAIN: Final = _any_rank(lambda f, x, k: f(*x, **k))


def _numpy(functions: str, calls: tuple[Call, ...]) -> dict[str, tuple[Call, ...]]:
    return {f"jax.numpy.{function}": calls for function in functions.split()}


def _methods(methods: str, calls: tuple[Call, ...]) -> dict[str, tuple[Call, ...]]:
    return {f"Array.{method}": calls for method in methods.split()}


def _after(*more: Any, **keywords: Any) -> tuple[Call, ...]:
    """Operands of any rank, and further arguments after them."""
    return _any_rank(lambda f, x, k: f(*x, *more, **k, **keywords))


def _before(*more: Any) -> tuple[Call, ...]:
    """Operands of any rank, and further arguments in front of them."""
    return _any_rank(lambda f, x, k: f(*more, *x, **k))


def _average(function: Callable[..., Any], x: Sequence[Any], keywords: Mapping[str, Any]) -> Any:
    return function(x[0], weights=x[1]) if len(x) == 2 else function(x[0])


_FUNCTIONS: Final = {
    **_numpy("where", _before(True)),
    **_numpy("array_equal", (*_PLAIN, Call(scalars=(1,)))),
    **_numpy("log2 hypot frexp ldexp spacing", _open(*_PLAIN)),
    **_numpy("power pow", (*_PLAIN, Call(known=(1,)))),
    **_numpy("matmul matvec vecmat vecdot", _arrays()),
    **_numpy("tensordot", _arrays(axes=1)),
    **_numpy("cross", (Call(shape=(3,), literals_from=NO_LITERALS),)),
    **_numpy("trace diagonal", _arrays()),
    **_numpy("average", _open(Call(_average, literals_from=NO_LITERALS, counts=(1, 2)))),
    **_numpy("std var nanstd nanvar nansum nanprod nanmean", _open(*_PLAIN)),
    **_numpy("max min amax amin nanmax nanmin ptp", _open(*_PLAIN)),
    **_numpy("quantile percentile nanquantile nanpercentile", (Call(scalars=(1,)),)),
    **_numpy("cumulative_sum cumulative_prod", _arrays(axis=0)),
    **_numpy("zeros ones empty eye identity", (Call(lambda f, x, k: f(3, **k)),)),
    **_numpy("tri", _open(Call(lambda f, x, k: f(3, **k)))),
    **_numpy("indices", (Call(lambda f, x, k: f((3,), **k)),)),
    **_numpy("bartlett blackman hamming hanning", (Call(lambda f, x, k: f(3, **k)),)),
    **_numpy("full", _before((2, 2))),
    **_numpy("arange", _open(Call(nodes=(), counts=(1, 2, 3)))),
    **_numpy("geomspace logspace", _open(*_PLAIN)),
    **_numpy("full_like", _any_rank(lambda f, x, k: f(*x, **k), literals_from=NO_LITERALS)),
    **_numpy("astype", (Call(lambda f, x, k: f(x[0], k.get("dtype"))),)),
    **_numpy("vdot", _arrays()),
    **_numpy(
        "bincount", (Call(lambda f, x, k: f(x[0], length=3), (2,), literals_from=NO_LITERALS),)
    ),
    **_numpy(
        "einsum",
        _open(Call(lambda f, x, k: f(",".join(["ij"] * len(x)), *x), literals_from=NO_LITERALS)),
    ),
}
"""The functions of jax.numpy."""

_SHAPE_FUNCTIONS: Final = {
    **_numpy("reshape resize", _arrays((4,))),
    **_numpy("broadcast_to", _arrays((2, 2))),
    **_numpy("permute_dims", _arrays((1, 0))),
    **_numpy("expand_dims roll", _after(0)),
    **_numpy("tile", _after((1,))),
    **_numpy("squeeze transpose ravel", _PLAIN),
    **_numpy("moveaxis swapaxes", _arrays(0, 1)),
    **_numpy("rollaxis repeat", _arrays(1)),
    **_numpy("partition argpartition", _open(*_arrays(1))),
    **_numpy("rot90 sort argsort fliplr flipud flip tril triu diag diagflat", _arrays()),
    **_numpy("matrix_transpose diff", _arrays()),
    **_numpy("take", _any_rank(lambda f, x, k: f(x[0], 0, **k))),
    **_numpy("pad", _arrays(1)),
    **_numpy("delete", _arrays(0)),
    **_numpy("insert", (Call(lambda f, x, k: f(x[0], 0, x[1], 0), scalars=(1,), literals_from=1),)),
    **_numpy(
        "take_along_axis",
        (Call(lambda f, x, k: f(x[0], x[0].argsort(0), 0), literals_from=NO_LITERALS),),
    ),
    **_numpy(
        "extract", (Call(lambda f, x, k: f(True, x[0], size=1), (1,), literals_from=NO_LITERALS),)
    ),
    **_numpy("argwhere flatnonzero", _arrays(size=2)),
    **_numpy(
        "concatenate stack concat hstack vstack dstack column_stack block", _sequences((2, 2))
    ),
    **_numpy("append", _arrays()),
    **_numpy("split array_split hsplit vsplit", _arrays(2)),
    **_numpy("dsplit", (Call(lambda f, x, k: f(x[0], 2), (2, 2, 2), literals_from=NO_LITERALS),)),
    **_numpy("unstack", _arrays()),
    **_numpy("searchsorted", (Call(shape=(2,), literals_from=1),)),
    **_numpy("digitize", (Call(shape=(2,), literals_from=NO_LITERALS),)),
}
"""Those that need arguments which say something about shapes."""

_SELF: Final = Call(literals_from=1), Call(shape=(), literals_from=1)

_METHODS: Final = {
    **{
        f"Array.{method}": tuple(replace(c, literals_from=max(c.literals_from, 1)) for c in calls)
        for method in METHODS
        if (calls := {**_FUNCTIONS, **_SHAPE_FUNCTIONS}.get(f"jax.numpy.{method}"))
    },
    "Array.__getitem__": _arrays(0),
    "Array.mT": _arrays(),
    "Array.sort": _arrays(),
    **{f"Array.{m}": (Call(scalars=(1,), literals_from=1),) for m in METHODS if m[:3] == "at."},
}

CALLS: Final[dict[str, tuple[Call, ...]]] = {**_FUNCTIONS, **_SHAPE_FUNCTIONS, **_METHODS}


def calls_of(name: str) -> tuple[Call, ...]:
    """Return the ways to call the function or method of a rule."""
    if name in CALLS:
        return CALLS[name]
    return _SELF if name.startswith("Array.") else _PLAIN
