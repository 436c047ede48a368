"""The pictures in docs/ are those that the command draws now.

Only visible shapes and texts are compared, since versions of matplotlib write files differently.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

import pytest

from .pictures import FOLDER, NAMES, THEMES, draw

NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
COLOUR = re.compile(r"#[0-9a-f]{6}")
SVG = "{http://www.w3.org/2000/svg}"


class Seen(NamedTuple):
    """A shape or a text: its place in points, its colours, and whether it is dashed."""

    text: str
    place: list[float]
    colours: list[str]
    dashed: bool


def seen(path: Path) -> list[Seen]:
    found = []
    for element in ElementTree.parse(path).iter():
        if element.tag in (f"{SVG}path", f"{SVG}text"):
            style = element.get("style", "")
            place = element.get("d") or f"{element.get('x')} {element.get('y')}"
            numbers = [float(number) for number in NUMBER.findall(place)]
            colours = sorted(COLOUR.findall(style))
            found.append(Seen(element.text or "", numbers, colours, "dasharray" in style))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", NAMES)
def test_a_picture_is_the_one_that_is_drawn_today(name: str, theme: str, tmp_path: Path) -> None:
    draw(name, theme, tmp_path / "picture.svg")
    kept, drawn = seen(FOLDER / f"{name}-{theme}.svg"), seen(tmp_path / "picture.svg")
    assert len(kept) > 20
    assert [(each.text, each.colours, each.dashed) for each in kept] == [
        (each.text, each.colours, each.dashed) for each in drawn
    ]
    for one, other in zip(kept, drawn, strict=True):
        assert one.place == pytest.approx(other.place, abs=1.0), one.text


def test_there_is_no_other_picture() -> None:
    expected = {f"{name}-{theme}.svg" for name in NAMES for theme in THEMES}
    assert {path.name for path in FOLDER.iterdir()} == expected
