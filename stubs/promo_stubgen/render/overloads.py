"""Renders a function with overloads, each with what an editor shows of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import indent

from promo_stubgen.encode.overloaded import marked
from promo_stubgen.ir.signatures import Signature


def overloaded(name: str, overloads: Sequence[Signature], first: str, other: str) -> Iterator[str]:
    """The lines that define a function with overloads.

    Args:
        name: of the function.
        overloads: two or more.
        first: the docstring of the first overload, as a literal.
        other: that of the others, without the mark behind them, which no call fits.
    """
    *called, mark = marked(overloads)
    literal = first
    for signature in called:
        yield "@overload"
        yield f"def {name}{signature}:"
        yield indent(literal, "    ")
        literal = other
    yield "@overload"
    yield f"def {name}{mark}: ..."
