"""Renders functions with overloads and their docstrings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import indent

from promo_stubgen.encode.overloaded import is_mark, marked
from promo_stubgen.ir.signatures import Signature


def overloaded(
    name: str, overloads: Sequence[Signature], first: str, other: str, *, for_plugin: bool = False
) -> Iterator[str]:
    """The lines that define a function with overloads.

    Args:
        name: the name of the function.
        overloads: two or more overloads.
        first: the docstring of the first overload, as a literal.
        other: the docstring of all others, as a literal; the mark gets none.
        for_plugin: whether only mypy with the plugin reads the overloads.
    """
    literal = first
    for signature in marked(overloads, for_plugin=for_plugin):
        yield "@overload"
        if is_mark(signature):
            yield f"def {name}{signature}: ..."
            continue
        yield f"def {name}{signature}:"
        yield indent(literal, "    ")
        literal = other
