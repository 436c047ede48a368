"""What mypy says of calls: one run over a module that has a line for each."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from mypy import build
from mypy.main import process_options
from mypy.modulefinder import BuildSource
from mypy.nodes import ExpressionStmt
from mypy.types import Type

from .calls import Call
from .operands import HEADER

ROOT: Final = Path(__file__).parents[3]
CODES: Final = ("dtype-carry", "dtype-branches")
_CONFIGURATION: Final = """\
[mypy]
plugins = promo_mypy.plugin
mypy_path = {root}/stubs:{root}/mypy_plugin:{root}
cache_dir = {cache}

[mypy-jax.experimental.*,jaxlib.*]
follow_imports = skip
"""
_MODULE: Final = "calls"
_ERROR: Final = re.compile(
    r"[^:]+:(?P<line>\d+):(?:\d+:)? error: (?P<text>.*)  \[(?P<code>[\w-]+)\]"
)


class Checked(NamedTuple):
    """The type of a call, and the errors that are reported in it, by their codes."""

    type: Type
    errors: Sequence[tuple[str, str]]


def check(calls: Sequence[Call], folder: Path) -> list[Checked]:
    """Return what mypy says of each call."""
    first = HEADER.count("\n") + 1
    result = _build(HEADER + "".join(f"{call.text}\n" for call in calls), folder)
    types = _types(result)
    errors: list[list[tuple[str, str]]] = [[] for _ in calls]
    for message in result.errors:
        if found := _ERROR.match(message):
            errors[int(found["line"]) - first].append((found["code"], found["text"]))
    return [Checked(types[first + place], errors[place]) for place in range(len(calls))]


def _types(result: build.BuildResult) -> dict[int, Type]:
    """The type of the statement on each line that is an expression."""
    statements = [each for each in result.files[_MODULE].defs if isinstance(each, ExpressionStmt)]
    return {statement.line: result.types[statement.expr] for statement in statements}


def _build(text: str, folder: Path) -> build.BuildResult:
    configuration = folder / "mypy.ini"
    configuration.write_text(_CONFIGURATION.format(root=ROOT, cache=folder / "cache"))
    _, options = process_options(["--config-file", str(configuration), "-c", ""])
    options.export_types = options.preserve_asts = True
    return build.build([BuildSource(f"{_MODULE}.py", _MODULE, text)], options)
