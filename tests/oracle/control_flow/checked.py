"""mypy's answers about calls, from one run over a module with a line for each call."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from itertools import accumulate
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
CODES: Final = ("dtype-carry", "dtype-branches", "dtype-gradient")
_CONFIGURATION: Final = """\
[mypy]
plugins = promo_mypy.plugin
mypy_path = {root}/stubs:{root}/mypy_plugin:{root}
cache_dir = {cache}

[promo-typing]
infer = {infer}

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


def check(calls: Sequence[Call], folder: Path, *, infer: bool) -> list[Checked]:
    """Return mypy's answer for each call, with or without inference in bodies."""
    sources = [f"{call.source}\n" for call in calls]
    last = list(accumulate((each.count("\n") for each in sources), initial=HEADER.count("\n")))
    result = _build(HEADER + "".join(sources), folder, infer=infer)
    types = _types(result)
    errors: list[list[tuple[str, str]]] = [[] for _ in calls]
    for message in result.errors:
        if found := _ERROR.match(message):
            # An error in a definition belongs to the call below it.
            place = bisect_left(last, int(found["line"])) - 1
            errors[place].append((found["code"], found["text"]))
    return [Checked(types[last[place + 1]], errors[place]) for place in range(len(calls))]


def _types(result: build.BuildResult) -> dict[int, Type]:
    """The type of the statement on each line that is an expression."""
    statements = [each for each in result.files[_MODULE].defs if isinstance(each, ExpressionStmt)]
    return {statement.line: result.types[statement.expr] for statement in statements}


def _build(text: str, folder: Path, *, infer: bool) -> build.BuildResult:
    # The cache beside the folder holds JAX's stubs for the next run, with or without inference.
    cache = folder.parent / "cache_of_calls"
    configuration = folder / "mypy.ini"
    configuration.write_text(_CONFIGURATION.format(root=ROOT, cache=cache, infer=infer))
    _, options = process_options(["--config-file", str(configuration), "-c", ""])
    options.export_types = options.preserve_asts = True
    return build.build([BuildSource(f"{_MODULE}.py", _MODULE, text)], options)
