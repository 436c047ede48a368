"""With the plugin, mypy knows all dtypes of the programs that it knows from the stubs alone."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Final, TypeAlias

import pytest
from mypy import build
from mypy.modulefinder import BuildSource
from mypy.options import Options

from promo_cli.expressions import ArrayExpression, Collector
from promo_cli.finding import Span
from promo_cli.unreached import LookedAt
from tests.static.expectations import MARK, PROGRAMS

KNOWN_LESS: Final = {
    "jax.vmap(jnp.add)(x, y)": "what a transform returns has no name by which to find the rule",
}
"""Expressions for which the plugin knows less, each with the reason."""

REFUSED: Final = "refused"

Expressions: TypeAlias = dict[tuple[str, Span], ArrayExpression]


@pytest.fixture(scope="module", autouse=True)
def deep_recursion() -> None:
    sys.setrecursionlimit(max(2**14, sys.getrecursionlimit()))


def expressions(*plugins: str) -> Expressions:
    """The array expressions of all programs as mypy knows them with these plugins."""
    paths = [str(path) for path in sorted(PROGRAMS.glob("*.py"))]
    options = Options()
    options.plugins = list(plugins)
    options.config_file = options.cache_dir = os.devnull
    options.python_executable = sys.executable
    options.export_types = True
    options.incremental = False
    options.native_parser = False
    collector = Collector(options, paths, lambda _: None, anew=lambda _: False)
    sources = [BuildSource(path, Path(path).stem) for path in paths]
    result = build.build(sources, options, extra_plugins=[collector])
    files = collector.expressions(result, LookedAt(frozenset(), frozenset()))
    return {(path, each.span): each for path, found in files.items() for each in found.arrays}


def test_no_dtype_is_lost() -> None:
    alone, together = expressions(), expressions("promo_mypy.plugin")
    known = {place for place, each in together.items() if each.dtypes is not None}
    lost = {place for place, each in alone.items() if each.dtypes is not None} - known
    assert len(alone) > 1000
    assert {text(*place) for place in lost} - {REFUSED} == KNOWN_LESS.keys()


def text(path: str, span: Span) -> str:
    """The source of an expression on one line; ``REFUSED`` if an error is expected there."""
    line = Path(path).read_text(encoding="utf-8").splitlines()[span.line - 1]
    return REFUSED if line.endswith(MARK) else line[span.column - 1 : span.end_column]
