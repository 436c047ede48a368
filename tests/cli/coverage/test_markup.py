"""Lines of source as HTML: no character is lost, no element crosses another one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from promo_cli.coverage.html.markup import Tip, marked_up
from promo_cli.coverage.html.names import INDEX, page_name
from promo_cli.coverage.html.nesting import Piece, events, pieces
from promo_cli.coverage.html.tokens import tokens
from promo_cli.finding import Span

from .pages import Page

CODE = st.text(st.sampled_from("abx01<>&\"' \t()[]{}#\\é\u2028\x0c😀\rf"), max_size=30)


def tip(number: int) -> Tip:
    return Tip(f'<{number}> & "', number % 2 == 0)


@given(CODE, st.lists(st.tuples(st.integers(0, 30), st.integers(1, 30))))
def test_the_text_is_kept_and_pieces_are_nested(line: str, spans: list[tuple[int, int]]) -> None:
    found = [
        Piece(start, min(start + size, len(line)), number)
        for number, (start, size) in enumerate(spans)
        if start < len(line)
    ]
    (words,) = tokens([line])
    page = Page.parsed(str(marked_up(words, events(found), tip)).replace("\r", "&#13;"))
    assert page.text == line
    shown = page.all(name="e")
    assert sorted(each.attributes["title"] for each in shown) == sorted(
        tip(piece.number).text for piece in found
    )
    for each in shown:
        assert ("u" in each.classes) == (not tip(int(each.attributes["title"][1:-5])).is_known)


@given(st.lists(CODE, min_size=1, max_size=6))
def test_tokens_are_the_lines(lines: list[str]) -> None:
    assert ["".join(token.text for token in each) for each in tokens(lines)] == lines


def test_parts_are_in_their_wholes() -> None:
    # x * (y + 1)
    found = [Piece(0, 11, 0), Piece(0, 1, 1), Piece(5, 10, 2), Piece(5, 6, 3)]
    assert [tuple(each) for each in events(found)] == [
        *((0, 0), (0, 1), (1, None), (5, 2), (5, 3), (6, None), (10, None), (11, None))
    ]


def test_an_expression_of_several_lines_has_a_piece_in_each() -> None:
    span = Span(2, 5, 4, 3)
    texts = {2: "x = f(", 3: "    y,", 4: "  )", 5: "z"}
    found = {
        line: list(pieces(line, text, [(7, span)])) for line, text in texts.items() if line < 5
    }
    assert found == {2: [Piece(4, 6, 7)], 3: [Piece(4, 6, 7)], 4: [Piece(2, 3, 7)]}


PATHS = ["a.py", "A.py", "a/b.py", "a-b.py", "a\\b.py", "../a.py", "/x/a.py", "ü.py", "ö.py"]
PATHS += [
    "index",
    "x" * 300 + ".py",
    "y" * 300 + ".py",
    "<b>.py",
    "a b.py",
    "-.py",
    ".py",
    "a\udcff.py",
]


def test_names_of_pages_are_unique() -> None:
    names = [page_name(each).lower() for each in PATHS]
    assert len({*names, INDEX}) == len(PATHS) + 1


@pytest.mark.parametrize("path", PATHS)
def test_names_of_pages_are_safe(path: str) -> None:
    name = page_name(path)
    assert name.isascii()
    assert len(name) < 120
    assert not name.startswith((".", "-"))
    assert not set('/\\:*?"<>| %#') & set(name)
    assert name == page_name(path)
