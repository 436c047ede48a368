"""Answers of mypy's own plugin do not change, although mypy asks our plugin first."""

from __future__ import annotations

from pathlib import Path

from mypy import api

PROGRAM = """\
import ctypes
import dataclasses
import enum
import functools

numbers = (ctypes.c_int * 3)(1, 2, 3)
reveal_type(numbers[0])
reveal_type([each for each in numbers])
numbers[0] = "x"

@dataclasses.dataclass
class Point:
    x: int

reveal_type(dataclasses.replace(Point(1), x=2))
dataclasses.replace(Point(1), x="s")

class Color(enum.Enum):
    RED = 1
    BLUE = "b"

reveal_type(Color.RED.value)
reveal_type(Color.BLUE.name)

def shown(color: Color) -> None:
    reveal_type(color.value)

reveal_type(functools.partial(shown, Color.RED))

@functools.singledispatch
def size(x: object) -> int:
    return 1

@size.register
def _(x: str, y: int) -> str:
    return ""

size(1, 2)
"""


def checked(folder: Path, configuration: str) -> str:
    (folder / "program.py").write_text(PROGRAM)
    (folder / "mypy.ini").write_text(configuration)
    files = ["--config-file", str(folder / "mypy.ini"), str(folder / "program.py")]
    output, errors, _ = api.run(["--cache-dir", str(folder / "cache"), *files])
    assert not errors
    return output


def test_they_answer_with_the_plugin_and_inference(tmp_path: Path) -> None:
    alone = checked(tmp_path, "[mypy]\n")
    assert alone.count("Revealed type") == 7
    assert alone.count("error:") == 4
    ours = "[mypy]\nplugins = promo_mypy.plugin\n[promo-typing]\ninfer = true\n"
    assert checked(tmp_path, ours) == alone
