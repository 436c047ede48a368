"""The pages of ``promo coverage --html`` are complete and escaped, and need no other files.

Only our own pages are replaced.
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

from promo_cli.coverage.html.names import page_name
from tests.cli.conftest import Project

from .conftest import MODEL, PROGRAM
from .pages import Page

NASTY = """\
# -*- coding: utf-8 -*-
import jax.numpy as jnp
from jax import Array

TEXT = '</script><b onmouseover="alert(1)">&amp;</b><!-- {{ 7 * 7 }} {% raw %}'


def wide(gefühl: Array[jnp.bfloat16], 数: Array) -> Array[jnp.bfloat16]:
\t'''Tabs, <i>tags</i>,
\tand two lines.'''
\tprint(f"</style>{gefühl.sum()!r:>{len(TEXT)}} 😀 {数}")
\treturn jnp.maximum(
\t\tgefühl,  # </code>
\t\tjnp.float32(1),
\t) * (数 @ gefühl)


SCALE = jnp.float32(2)


def narrow(x: Array[jnp.bfloat16]) -> Array[jnp.bfloat16]:
    return x * SCALE  # </div>
"""
LATIN = "# coding: latin-1\nimport jax.numpy as jnp\ns = 'é'; x = jnp.ones(3)\n"
ODD_FILES = {
    "nasty.py": NASTY.encode(),
    "windows.py": b"import jax.numpy as jnp\r\nx = jnp.ones(3)\r\ny = x * 2\r\n",
    "latin.py": "# coding: latin-1\nimport jax.numpy as jnp\ns = 'é'; x = jnp.ones(3)\n".encode(
        "latin-1"
    ),
    "empty.py": b"",
    "no_end.py": b"x = 1",
    "form_feed.py": b"x = 1\n\x0c\ny = 2\n",
    "odd name & <b>/a'\"b.py": b"import jax.numpy as jnp\nx = jnp.ones(3)\n",
}


@pytest.fixture(scope="module")
def pages(shared: Project) -> Path:
    for name, text in ODD_FILES.items():
        shared.write(name, text)
    done = shared.promo_here("coverage", *PROGRAM, *ODD_FILES, "--html", "pages")
    assert done.status == 0, done.err
    assert done.err.splitlines()[-1] == "promo: note: wrote pages/index.html"
    return shared.folder / "pages"


def page(pages: Path, path: str) -> Page:
    return Page.read(pages / page_name(path))


def test_there_is_one_page_for_each_file(pages: Path) -> None:
    names = {page_name(path) for path in (*PROGRAM, *ODD_FILES)}
    assert {each.name for each in pages.iterdir()} == {"index.html", *names}


@pytest.mark.parametrize("path", [*ODD_FILES, "model.py"])
def test_the_source_is_shown_as_it_is(path: str, pages: Path, shared: Project) -> None:
    encoding = "latin-1" if path == "latin.py" else "utf-8"
    text = (shared.folder / path).read_text(encoding=encoding)
    lines = text.removesuffix("\n").split("\n") if text else []
    assert page(pages, path).lines == lines


@pytest.mark.parametrize("path", [*ODD_FILES, "model.py", "index"])
def test_no_page_needs_anything_else(path: str, pages: Path) -> None:
    found = Page.read(pages / "index.html") if path == "index" else page(pages, path)
    assert len(found.all("script")) == len(found.all("style")) == 1
    assert not {each.tag for each in found.all()} & {"link", "img", "iframe", "b", "i", "object"}
    assert not any("src" in each.attributes for each in found.all())
    links = {each.attributes["href"] for each in found.all("a")}
    assert not [each for each in links if ":" in each or each.startswith("/")]
    (style,) = found.all("style")
    assert "url(" not in style.text
    assert "@import" not in style.text
    assert "prefers-color-scheme: dark" in style.text
    named = {
        each.attributes.get("name"): each.attributes["content"] for each in found.all("meta")[1:]
    }
    assert named["viewport"] == "width=device-width, initial-scale=1"
    handlers = [name for each in found.all() for name in each.attributes if name.startswith("on")]
    assert handlers == []
    assert found.all("title")[0].text.strip()


def test_every_expression_has_its_dtype(pages: Path, shared: Project) -> None:
    for path in ("train.py", "evaluate.py", "nasty.py", "windows.py"):
        done = shared.promo_here("reveal", path, "--format", "json")
        revealed = json.loads(done.out)["expressions"]
        of_one_line = [each for each in revealed if each["line"] == each["end_line"]]
        assert of_one_line
        shown = [
            (each.text, each.attributes["title"].partition("\n")[0], "u" in each.classes)
            for each in page(pages, path).all(name="e")
        ]
        for each in of_one_line:
            if each["text"] != "(inside an f-string)":
                item = (each["text"], " or ".join(each["types"]), each["dtypes"] is None)
                assert item in shown, (path, item)
        assert all(each.attributes["tabindex"] == "0" for each in page(pages, path).all(name="e"))


def test_what_is_unknown_says_why(pages: Path) -> None:
    (found,) = [
        each.attributes["title"]
        for each in page(pages, "train.py").all(name="e")
        if each.text == "Net()(x) + h"
    ]
    assert found.splitlines() == [
        "Array[Any]",
        "lost by field w of Net in model.py:7",
        "lost by result of encode in model.py:13",
    ]


def test_findings_stand_below_their_line(pages: Path, shared: Project) -> None:
    done = shared.promo_here("check", "nasty.py", "--format", "json")
    expected = [(each["line"], each["message"]) for each in json.loads(done.out)["findings"]]
    assert expected
    shown, line = [], 0
    (source,) = page(pages, "nasty.py").all(name="source")
    for each in source.children:
        if isinstance(each, str):
            continue
        if "line" in each.classes:
            line = int(each.attributes["id"].removeprefix("L"))
        else:
            shown.append((line, each.text))
    assert len(shown) == len(expected)
    for (line, text), (number, message) in zip(shown, expected, strict=True):
        assert line == number
        assert message in text


def test_links_lead_somewhere(pages: Path) -> None:
    for path in pages.iterdir():
        for link in Page.read(path).all("a"):
            name, _, anchor = link.attributes["href"].partition("#")
            target = Page.read(pages / name if name else path)
            ids = {each.attributes.get("id") for each in target.all()}
            assert not anchor or anchor in ids, link


def test_the_index_has_the_numbers(pages: Path) -> None:
    index = Page.read(pages / "index.html")
    rows = [
        [cell.text for cell in (*row.all("th"), *row.all("td"))]
        for row in index.all("tbody")[0].all("tr")
    ]
    by_name = {row[0]: row[1:] for row in rows}
    assert by_name.keys() == {*PROGRAM, *ODD_FILES}
    assert by_name["model.py"] == ["11", "9", "18.2 %", "0"]
    assert by_name["empty.py"] == ["0", "0", "-", "0"]
    first = index.all("ol")[0].all("li")[0]
    assert " ".join(first.text.split()) == (
        "11 result of encode in model.py:13 11 expressions in 3 files, 9 by this alone; "
        "it holds what nothing.encode returned"
    )


def test_only_our_pages_are_replaced(shared: Project) -> None:
    shared.write("alone/model.py", MODEL)
    arguments = ("coverage", "alone/model.py", "--html", "alone/pages")
    assert shared.promo_here(*arguments).status == 0
    folder = shared.folder / "alone" / "pages"
    name = page_name("alone/model.py")
    before = {each.name: each.read_bytes() for each in folder.iterdir()}
    shared.write("alone/pages/notes.txt", "mine")
    assert shared.promo_here(*arguments).status == 0
    after = {each.name: each.read_bytes() for each in folder.iterdir()}
    assert after == {**before, "notes.txt": b"mine"}
    shared.write(f"alone/pages/{name}", "mine, too")
    done = shared.promo_here(*arguments)
    assert done.status == 2
    assert re.search(rf"{re.escape(name)}' was not written by promo coverage", done.err)
    assert (folder / name).read_text() == "mine, too"
    (folder / name).unlink()
    (folder / name).symlink_to(shared.folder / "alone" / "model.py")
    assert shared.promo_here(*arguments).status == 2
    assert (shared.folder / "alone" / "model.py").read_text() == MODEL


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_to(shared: Project) -> None:
    folder = shared.folder / "closed"
    folder.mkdir(mode=0o500)
    done = shared.promo_here("coverage", "model.py", "--html", "closed")
    assert done.status == 2
    assert "permission denied" in done.err


WITHOUT = """\
import sys
sys.modules.update(dict.fromkeys({names!r}))
from promo_cli import main
sys.argv[0] = "promo"
sys.exit(main())
"""


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (["jinja2"], "jinja2 is not installed"),
        (["jinja2", "pygments"], "jinja2 and pygments are not installed"),
    ],
)
def test_without_the_libraries(names: list[str], said: str, shared: Project) -> None:
    script = WITHOUT.format(names=names)
    done = shared.python("-P", "-c", script, "coverage", "model.py", "--html", "none")
    assert done.status == 2
    assert done.err.startswith(f"promo: error: {said}")
    assert 'pip install "promo-typing[html]"' in done.err
    assert not (shared.folder / "none").exists()


def test_other_formats_need_no_library(shared: Project) -> None:
    shared.write("plain.py", "x = 1\n")
    script = WITHOUT.format(names=["jinja2", "markupsafe"])
    done = shared.python("-P", "-c", script, "coverage", "plain.py")
    assert (done.status, done.err) == (0, "")
    assert "No array expressions" in done.out
