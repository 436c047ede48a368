"""Methods of arrays, and of ``array.at[...]``."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from promo_typing.oracle.calls import numpy
from promo_typing.oracle.calls.call import NO_LITERALS, Call, arrays, sized
from promo_typing.rules import METHODS

SELF: Final = Call(literals_from=1), Call(shape=(), literals_from=1)


def _as_int16(array: Any) -> Any:
    return array.astype("int16")


CALLS: Final[dict[str, tuple[Call, ...]]] = {
    **{
        f"Array.{method}": tuple(replace(c, literals_from=max(c.literals_from, 1)) for c in calls)
        for method in METHODS
        if (calls := numpy.CALLS.get(f"jax.numpy.{method}"))
    },
    "Array.__getitem__": arrays(0),
    "Array.mT": arrays(),
    **sized("Array.nonzero", 1),
    "Array.compress": (
        Call(
            lambda f, x, k: f(x[0], x[0][:, 0] == x[0][:, 0], 0, size=1), literals_from=NO_LITERALS
        ),
    ),
    "Array.sort": arrays(),
    # Elements of any dtype can be combined into elements of any other: JAX takes 2, 5, 10 or 21
    # elements of 6 bits for one element of a wider dtype.
    "Array.view": (Call(shape=(2, 384 * 5 * 7), literals_from=NO_LITERALS),),
    "Array.choose": (
        Call(
            lambda f, x, k: f(x[0], list(x[1:]), mode="clip"),
            literals_from=NO_LITERALS,
            counts=(2, 3),
        ),
    ),
    **{f"Array.{m}": (Call(scalars=(1,), literals_from=1),) for m in METHODS if m[:3] == "at."},
    "Array.at.get": (
        Call(literals_from=1),
        Call(lambda f, x, k: f(*x, mode="fill", fill_value=1), literals_from=1),
    ),
    "Array.at.apply": (
        Call(lambda f, x, k: f(x[0], lambda y: y), literals_from=NO_LITERALS),
        Call(lambda f, x, k: f(x[0], _as_int16), literals_from=NO_LITERALS),
    ),
}
