"""Compares the dtypes that ``promo reveal`` shows with those of a run under JAX."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import astuple, dataclass, field
from pathlib import Path

from promo_cli.expressions import ArrayExpression
from promo_cli.mypy_run import run_mypy
from promo_typing.core.dtypes import NODES

from .recorder import Place, Recorder, place_of


@dataclass
class Tally:
    """The numbers of executed expressions and of those with known dtype, and the differences."""

    known: int = 0
    unknown: list[str] = field(default_factory=list)
    differences: list[str] = field(default_factory=list)


def revealed(folder: Path, names: list[str]) -> dict[Place, frozenset[str] | None]:
    """Return the dtypes of the array expressions of some modules; None if unknown."""
    run = run_mypy([str(folder / f"{name}.py") for name in names], {}, lambda _: None)
    assert not run.blocked, run.complaints
    return {
        Place(Path(path).stem, *astuple(each.span)): _concrete(each)
        for path, expressions in run.expressions.items()
        for each in expressions
    }


def _concrete(expression: ArrayExpression) -> frozenset[str] | None:
    """The dtypes of an expression; None if mypy has joined them to an abstract dtype."""
    dtypes = frozenset(expression.dtypes or ())
    return dtypes if dtypes and all(each in NODES for each in dtypes) else None


def compare(folder: Path, sources: Mapping[str, str]) -> Tally:
    """Check and execute a program, and compare each expression at the top of a module.

    In the body of a function or lambda, an expression may have another dtype in each call.
    """
    for name, text in sources.items():
        (folder / f"{name}.py").write_text(text)
    recorder, tally = Recorder(), Tally()
    recorder.run(sources)
    said = revealed(folder, list(sources))
    top = frozenset(_top(sources))
    for place, dtypes in recorder.dtypes.items():
        if place not in top:
            continue
        known = said.get(place)
        text = "\n".join(_lines(sources, place))
        if known is None:
            tally.unknown.append(text)
            continue
        tally.known += 1
        if not dtypes <= known:
            tally.differences.append(f"{place}: JAX {sorted(dtypes)}, mypy {sorted(known)}: {text}")
    return tally


def _top(sources: Mapping[str, str]) -> Iterator[Place]:
    """The places of the expressions outside functions, lambdas and classes."""
    inner = (ast.FunctionDef, ast.ClassDef, ast.Lambda)
    for name, text in sources.items():
        waiting: list[ast.AST] = [ast.parse(text)]
        while waiting:
            node = waiting.pop()
            if isinstance(node, ast.expr):
                yield place_of(node, name)
            waiting += (each for each in ast.iter_child_nodes(node) if not isinstance(each, inner))


def _lines(sources: Mapping[str, str], place: Place) -> Iterator[str]:
    lines = sources[place.module].splitlines()[place.line - 1 : place.end_line]
    if len(lines) == 1:
        lines = [lines[0][place.column - 1 : place.end_column]]
    yield from lines
