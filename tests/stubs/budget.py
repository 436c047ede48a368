"""Counts the overloads of the stubs, and compares them with limits.

``python -m tests.stubs.budget`` lowers the limits in ``budget.toml`` to the present numbers. It
never raises or adds a limit: that is done by hand, so that a reader sees it.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import promo_stubgen
from promo_stubgen.render.splitting import PREFIX

STUBS: Final = Path(promo_stubgen.__file__).resolve().parent.parent / "jax-stubs"
FILE: Final = Path(__file__).with_suffix(".toml")
_ENTRY: Final = re.compile(r'(?P<key>(?P<quote>"?)(?P<name>[\w.]+)"?) = (?P<number>[\d_]+)')


@dataclass(frozen=True, slots=True)
class Size:
    """The size of the stubs: the number of overloads of each function, and the bytes."""

    overloads: Mapping[str, int]
    bytes: int

    @property
    def total(self) -> int:
        """The number of all overloads."""
        return sum(self.overloads.values())


@dataclass(frozen=True, slots=True)
class Budget:
    """The limits of the stubs' size.

    Attributes:
        total: the limit for all overloads.
        bytes: the limit for all files together.
        function: the limit for the overloads of a function that is not listed.
        over: the limits of the listed functions, by name.
        reasons: why these functions need more overloads, by name.
    """

    total: int
    bytes: int
    function: int
    over: Mapping[str, int]
    reasons: Mapping[str, str]


def load() -> Budget:
    """Read the budget.

    Raises:
        KeyError: a group lacks its reason, or a limit is missing.
        ValueError: a function is in two groups.
    """
    data = tomllib.loads(FILE.read_text(encoding="utf-8"))
    over: dict[str, int] = {}
    reasons: dict[str, str] = {}
    for group in data["groups"]:
        if again := over.keys() & group["functions"].keys():
            raise ValueError(f"in two groups: {', '.join(sorted(again))}")
        over |= group["functions"]
        reasons |= dict.fromkeys(group["functions"], group["reason"])
    limits = data["limits"]
    return Budget(limits["overloads"], limits["bytes"], limits["function"], over, reasons)


def size(folder: Path = STUBS) -> Size:
    """Measure the stubs in a folder."""
    texts = {path.relative_to(folder): path.read_text("utf-8") for path in folder.rglob("*.pyi")}
    found: Counter[str] = Counter()
    for path, text in texts.items():
        own = Counter(_overloads(ast.parse(text).body, _module(path)))
        found |= own  # Overloads for the plugin and for others are of one function.
    return Size(found, sum(len(text.encode()) for text in texts.values()))


def _module(path: Path) -> str:
    """The module whose functions a stub declares; also for the stub with their overloads."""
    stem = path.stem.removeprefix(PREFIX).removeprefix("_") if PREFIX in path.stem else path.stem
    return ".".join(("jax", *path.parent.parts, *([stem] if stem not in ("", "__init__") else [])))


def _overloads(statements: Iterable[ast.stmt], owner: str) -> Iterator[str]:
    """The full name of the function of each overload."""
    for statement in statements:
        match statement:
            case ast.ClassDef(name=name, body=body):
                yield from _overloads(body, f"{owner}.{name}")
            case ast.If(body=body, orelse=orelse):
                yield from _overloads((*body, *orelse), owner)
            case ast.FunctionDef(name=name, decorator_list=[ast.Name(id="overload"), *_]):
                yield f"{owner}.{name}"
            case _:
                pass


def lowered(text: str, found: Size, function: int) -> str:
    """The text of the budget with all limits lowered to the numbers found."""
    limits = {"overloads": found.total, "bytes": found.bytes, "function": function}
    lines = (_lowered(line, {**found.overloads, **limits}, function) for line in text.splitlines())
    return "\n".join((*(line for line in lines if line is not None), ""))


def _lowered(line: str, found: Mapping[str, int], function: int) -> str | None:
    """A line of the budget, lowered; None for a function that need not be listed any more."""
    entry = _ENTRY.fullmatch(line)
    if entry is None:
        return line
    number = min(int(entry["number"]), found.get(entry["name"], 0))
    if entry["quote"] and number <= function:
        return None
    return f"{entry['key']} = {number}"


def main() -> None:
    """Lower the limits to the present size of the stubs."""
    text = lowered(FILE.read_text(encoding="utf-8"), size(), load().function)
    FILE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
