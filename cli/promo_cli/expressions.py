"""The expressions of a program whose value is an array of JAX, with their dtypes.

mypy frees the tree of a file as soon as it is checked. So the expressions are listed before, when
mypy asks its plugins for further dependencies of a file that it has just read; their types are
looked up after the run. The body of a function with constrained type variables is checked once
for each choice, as a copy that only the function itself keeps.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from mypy.build import BuildResult  # before the modules below, which import one another
from mypy.messages import format_type_bare
from mypy.nodes import (
    Decorator,
    Expression,
    FuncDef,
    MypyFile,
    OverloadedFuncDef,
    Statement,
    SymbolNode,
)
from mypy.options import Options
from mypy.plugin import Plugin, ReportConfigContext
from mypy.server.subexpr import get_subexpressions

from promo_cli.array_types import arrays, dtype_of
from promo_cli.causes import Arrays, Cause
from promo_cli.finding import Span
from promo_cli.source import source
from promo_cli.statements import statements
from promo_cli.unchecked import Body, Unchecked, bodies, is_left_out, unchecked_functions


@dataclass(frozen=True, slots=True)
class ArrayExpression:
    """An expression whose value is an array, or may be one.

    ``types`` are its types as mypy prints them, several if its function is checked several times.
    ``dtypes`` are the dtypes that it may have; they are None if one of them is unknown, and names
    such as ``floating`` or ``D`` stand for an abstract dtype or a type variable.
    ``cause`` is why the dtype is not known, None if it is known or that follows from another one.
    """

    span: Span
    types: tuple[str, ...]
    dtypes: tuple[str, ...] | None
    cause: Cause | None


class Expressions(NamedTuple):
    """The array expressions of a file, and how many of type Any may be arrays or something else."""

    arrays: list[ArrayExpression]
    may_be_arrays: int


class _Module(NamedTuple):
    """What is kept of a file that was just read."""

    path: str
    expressions: list[Expression]
    statements: list[Statement]
    functions: list[Body]


class Collector(Plugin):
    """Lists the expressions of the files to be reported on, and has mypy check those anew.

    mypy keeps no expressions in its cache, and no bodies of functions, which inference needs.
    ``report_config_data`` is different in every run for the files of the program and constant for
    all others, which therefore come from the cache.
    """

    def __init__(
        self,
        options: Options,
        paths: Iterable[str],
        step: Callable[[str], None],
        *,
        anew: Callable[[str], bool],
    ) -> None:
        """Take the files to report on, whom to tell what mypy is at, and what to check anew."""
        super().__init__(options)
        self._paths = frozenset(os.path.abspath(path) for path in paths)
        self._step = step
        self._anew = anew
        self._run = os.urandom(8).hex()
        self._listed: dict[str, _Module] = {}

    def get_additional_deps(self, file: MypyFile) -> list[tuple[int, str, int]]:
        """Add none; list the expressions."""
        self._step(f"reading {file.fullname}")
        if os.path.abspath(file.path) in self._paths:
            listed = list(statements(file))
            self._listed[file.fullname] = _Module(
                file.path, get_subexpressions(file), listed, bodies(listed)
            )
        return []

    def report_config_data(self, ctx: ReportConfigContext) -> str | None:
        """Return what makes mypy check a file again."""
        if not ctx.is_check:
            self._step(f"checked {ctx.id}")
        reported = os.path.abspath(ctx.path) in self._paths
        return self._run if reported or self._anew(ctx.path) else None

    def expressions(self, result: BuildResult) -> dict[str, Expressions]:
        """Return the array expressions of each file, by its path and in their order there."""
        return {
            module.path: self._expressions(module, result.files[name], result)
            for name, module in self._listed.items()
        }

    def _expressions(self, module: _Module, file: MypyFile, result: BuildResult) -> Expressions:
        checked = _without_unchecked(module, result.graph[file.fullname].options)
        found = [*checked, *_expanded(file)]
        known = Arrays(module.statements, found, result.types)
        return Expressions(
            _array_expressions(module.path, found, known, self.options),
            len({_span(each) for each in found if known.is_open(each)}),
        )

    def functions(self) -> dict[str, list[FuncDef]]:
        """Return the functions of each file, by its path."""
        return {
            module.path: [each.function for each in module.functions]
            for module in self._listed.values()
        }

    def unchecked(self, result: BuildResult) -> list[Unchecked]:
        """Return the functions that mypy did not look into."""
        return [
            each
            for name, module in self._listed.items()
            for each in unchecked_functions(
                module.path, module.functions, result.types, result.graph[name].options
            )
        ]


def _expanded(file: MypyFile) -> Iterator[Expression]:
    for _, symbol, _ in file.local_definitions():
        for function in _functions(symbol.node):
            for variant in function.expanded:
                if variant is not function:
                    yield from get_subexpressions(variant)


def _functions(node: SymbolNode | None) -> Iterator[FuncDef]:
    if isinstance(node, FuncDef):
        yield node
    elif isinstance(node, Decorator):
        yield node.func
    elif isinstance(node, OverloadedFuncDef):
        for item in node.items:
            yield from _functions(item)


def _without_unchecked(module: _Module, options: Options) -> list[Expression]:
    """The expressions but for those to which mypy gives the type Any without looking at them."""
    left = {
        each for body in module.functions if is_left_out(body, options) for each in body.expressions
    }
    return [each for each in module.expressions if each not in left]


def _array_expressions(
    path: str, expressions: Iterable[Expression], known: Arrays, options: Options
) -> list[ArrayExpression]:
    found: dict[Span, list[Expression]] = {}
    for expression in expressions:
        if known.is_array(expression):
            found.setdefault(_span(expression), []).append(expression)
    result = [_described(path, span, seen, known, options) for span, seen in found.items()]
    return sorted(result, key=lambda found: (found.span.line, found.span.column, *_end(found)))


def _end(expression: ArrayExpression) -> tuple[int, int]:
    return expression.span.end_line, expression.span.end_column


def _span(node: Expression) -> Span:
    end_line, end_column = node.end_line or node.line, node.end_column or node.column + 1
    return Span(node.line, node.column + 1, end_line, end_column)


def _described(
    path: str, span: Span, seen: Sequence[Expression], known: Arrays, options: Options
) -> ArrayExpression:
    types = [known.type(each) for each in seen]
    texts = dict.fromkeys(format_type_bare(typ, options) for typ in types)
    names = dict.fromkeys(dtype_of(array) for typ in types for array in arrays(typ))
    dtypes = tuple(name for name in names if name is not None)
    causes = (known.cause(each) for each in seen)
    return ArrayExpression(
        source(path).from_bytes(span),
        tuple(texts),
        dtypes if not any(map(known.is_unknown, seen)) else None,
        next((cause for cause in causes if cause is not None), None),
    )
