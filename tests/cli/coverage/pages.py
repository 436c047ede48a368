"""Reads pages as a browser does, without running their scripts."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from typing import Self

_VOID = frozenset({"meta", "br", "img", "link", "input", "wbr"})


@dataclass
class Element:
    """An element; ``children`` are elements and texts."""

    tag: str
    attributes: dict[str, str]
    children: list[Element | str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "".join(each if isinstance(each, str) else each.text for each in self.children)

    @property
    def classes(self) -> list[str]:
        return self.attributes.get("class", "").split()

    def all(self, tag: str = "", name: str = "") -> list[Element]:
        """The elements inside, by their tag and their class."""
        found = []
        for each in self.children:
            if isinstance(each, Element):
                if tag in ("", each.tag) and (not name or name in each.classes):
                    found.append(each)
                found += each.all(tag, name)
        return found


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open = [Element("", {})]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {name: value or "" for name, value in attrs})
        self.open[-1].children.append(element)
        if tag not in _VOID:
            self.open.append(element)

    def handle_endtag(self, tag: str) -> None:
        assert self.open[-1].tag == tag, f"</{tag}> ends <{self.open[-1].tag}>"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)


class Page(Element):
    """A parsed page; it fails if elements are not closed in order."""

    @classmethod
    def read(cls, path: Path) -> Self:
        return cls.parsed(path.read_text(encoding="utf-8"))

    @classmethod
    def parsed(cls, text: str) -> Self:
        reader = _Reader()
        reader.feed(text)
        reader.close()
        (root,) = reader.open
        return cls("", {}, root.children)

    @property
    def lines(self) -> list[str]:
        """The lines of source that the page shows."""
        return [line.all("code")[0].text for line in self.all(name="line")]
