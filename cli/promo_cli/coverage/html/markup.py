"""A line of source as HTML: coloured, with its expressions marked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from markupsafe import Markup

from promo_cli.coverage.html.nesting import Event
from promo_cli.coverage.html.tokens import Token


class Tip(NamedTuple):
    """The tooltip of an expression, and whether its dtype is known."""

    text: str
    is_known: bool


def marked_up(found: Sequence[Token], marks: Iterable[Event], tip: Callable[[int], Tip]) -> Markup:
    """Return a line as HTML.

    Args:
        found: the tokens of the line.
        marks: where expressions begin and end in the line.
        tip: returns the tooltip of an expression, given its number.
    """
    return Markup("").join(_parts(found, iter(marks), tip))


def _parts(
    found: Sequence[Token], marks: Iterator[Event], tip: Callable[[int], Tip]
) -> Iterator[Markup]:
    position, mark = 0, next(marks, None)
    for text, kind in found:
        end, done = position + len(text), 0
        while mark is not None and mark.position < end:
            cut = mark.position - position
            yield _coloured(text[done:cut], kind)
            yield _tag(mark, tip)
            done, mark = cut, next(marks, None)
        yield _coloured(text[done:], kind)
        position = end
    while mark is not None:
        yield _tag(mark, tip)
        mark = next(marks, None)


def _coloured(text: str, kind: str) -> Markup:
    if not text:
        return Markup("")
    return Markup('<span class="{}">{}</span>').format(kind, text) if kind else Markup.escape(text)


def _tag(mark: Event, tip: Callable[[int], Tip]) -> Markup:
    if mark.opened is None:
        return Markup("</span>")
    said = tip(mark.opened)
    names = "e" if said.is_known else "e u"
    return Markup('<span class="{}" tabindex="0" title="{}">').format(names, said.text)
