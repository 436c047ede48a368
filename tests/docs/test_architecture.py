"""The page on the architecture agrees with the sources of the packages."""

from __future__ import annotations

import re

from tests.docs.architecture import PAGE, architecture, page, words
from tests.layout.layers import ROOTS


def test_the_page_is_fresh() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert text == page(text), "run python -m tests.docs.architecture"


def test_the_page_names_every_package_and_folder() -> None:
    text = PAGE.read_text(encoding="utf-8")
    rows = set(re.findall(r"^\| `(\S+)` \| \S", text, re.MULTILINE))
    expected = {
        f"{root.folder}/{folder.name}"
        for root in ROOTS
        for folder in root.path.iterdir()
        if (folder / "__init__.py").exists()
    }
    assert expected <= rows
    alt = re.search(r'alt="(.*?)"', text)
    assert alt is not None
    assert {*re.findall(r"\w+", alt[1])} >= architecture().keys()


def test_words_name_the_levels() -> None:
    edges = {"a": ("b", "c"), "b": ("d",), "c": ("e",), "d": ("e",), "e": ()}
    assert words(edges) == "a at the bottom; then b and c; then d; then e at the top"
