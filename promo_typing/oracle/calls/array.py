"""Methods of arrays, and of ``array.at[...]``."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from promo_typing.oracle.calls import numpy
from promo_typing.oracle.calls.call import Call, arrays
from promo_typing.rules import METHODS

SELF: Final = Call(literals_from=1), Call(shape=(), literals_from=1)

CALLS: Final[dict[str, tuple[Call, ...]]] = {
    **{
        f"Array.{method}": tuple(replace(c, literals_from=max(c.literals_from, 1)) for c in calls)
        for method in METHODS
        if (calls := numpy.CALLS.get(f"jax.numpy.{method}"))
    },
    "Array.__getitem__": arrays(0),
    "Array.mT": arrays(),
    "Array.sort": arrays(),
    **{f"Array.{m}": (Call(scalars=(1,), literals_from=1),) for m in METHODS if m[:3] == "at."},
}
