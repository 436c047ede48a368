"""The expressions of a program whose value is an array of JAX, with their dtypes.

mypy frees the syntax tree of a file as soon as it has checked the file. So the expressions are
listed before, when mypy has just parsed the file and asks its plugins for further dependencies.
Their types are looked up after the run. mypy checks the body of a function with constrained type
variables once for each choice, in copies of the body that only the function itself refers to.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from mypy.build import BuildResult  # first, since those below import one another
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
from promo_cli.listed import Listed
from promo_cli.losses.program import Losses
from promo_cli.source import source
from promo_cli.unchecked import Unchecked, bodies, is_left_out, unchecked_functions
from promo_cli.unreached import LookedAt, unreached
from promo_mypy.statements import statements


@dataclass(frozen=True, slots=True)
class ArrayExpression:
    """An expression whose value is an array, or may be one.

    Attributes:
        span: its place.
        types: its types as mypy prints them, several if its function is checked several times.
        dtypes: the dtypes that it may have; None if one of them is unknown. ``floating`` or ``D``
            stands for an abstract dtype or a type variable.
        cause: why the dtype is not known; None if it is known, or if an operand is the cause.
    """

    span: Span
    types: tuple[str, ...]
    dtypes: tuple[str, ...] | None
    cause: Cause | None


class Expressions(NamedTuple):
    """The array expressions of a file.

    ``may_be_arrays`` counts further expressions of type Any, which may be arrays. ``unknown`` has
    mypy's own expressions at each place where the dtype is not known.
    """

    arrays: list[ArrayExpression]
    may_be_arrays: int
    unknown: dict[Span, list[Expression]]


class Collector(Plugin):
    """Lists the expressions of the files to report on, and makes mypy check these files anew.

    mypy's cache has neither expressions nor the bodies of functions, which inference needs. So
    ``report_config_data`` returns other data in every run for the files of the program, which makes
    mypy check them anew. All other files get the same data each time, and come from the cache.
    """

    def __init__(
        self,
        options: Options,
        paths: Iterable[str],
        step: Callable[[str], None],
        *,
        anew: Callable[[str], bool],
    ) -> None:
        """Take the files to report on, and a callback for progress.

        ``anew`` says for the path of any other file whether mypy must check it anew, too.
        """
        super().__init__(options)
        self._paths = frozenset(os.path.abspath(path) for path in paths)
        self._step = step
        self._anew = anew
        self._run = os.urandom(8).hex()
        self._listed: dict[str, Listed] = {}

    def get_additional_deps(self, file: MypyFile) -> list[tuple[int, str, int]]:
        """Add no dependencies, but list the expressions of the file."""
        self._step(f"reading {file.fullname}")
        if os.path.abspath(file.path) in self._paths:
            placed = list(statements(file.defs))
            found = bodies(each.statement for each in placed)
            self._listed[file.fullname] = Listed(file.path, get_subexpressions(file), placed, found)
        return []

    def report_config_data(self, ctx: ReportConfigContext) -> str | None:
        """Return data for mypy's cache that makes it check a file again."""
        if not ctx.is_check:
            self._step(f"checked {ctx.id}")
        reported = os.path.abspath(ctx.path) in self._paths
        return self._run if reported or self._anew(ctx.path) else None

    def expressions(self, result: BuildResult, looked_at: LookedAt) -> dict[str, Expressions]:
        """Return the array expressions of each file, by its path and in their order there.

        Args:
            result: the result of mypy.
            looked_at: the expressions that inference has checked.
        """
        return {
            module.path: self._expressions(module, result.files[name], result, looked_at)
            for name, module in self._listed.items()
        }

    def _expressions(
        self, module: Listed, file: MypyFile, result: BuildResult, looked_at: LookedAt
    ) -> Expressions:
        left = set(unreached(module.statements, looked_at))
        options = result.graph[file.fullname].options
        checked = [each for each in _without_unchecked(module, options) if each not in left]
        found = [*checked, *_expanded(file)]
        inside = (each.statement for each in module.statements)
        known = Arrays(inside, found, result.types)
        placed = _placed(module.path, (each for each in found if known.is_array(each)))
        described = [_described(*each, known, self.options) for each in placed.items()]
        unknown = {each.span: placed[each.span] for each in described if each.dtypes is None}
        open_places = {_span(each) for each in found if known.is_open(each)}
        return Expressions(sorted(described, key=_position), len(open_places), unknown)

    def losses(
        self,
        result: BuildResult,
        found: Mapping[str, Expressions],
        inferred: Collection[Expression],
    ) -> Losses:
        """Return the expressions without a dtype, ready to be traced to where it was lost.

        Args:
            result: the result of mypy.
            found: the array expressions of each file.
            inferred: the expressions in functions that inference has checked.
        """
        unknown = {path: each.unknown for path, each in found.items()}
        return Losses(unknown, self._listed.values(), result, inferred)

    def statements(self) -> Iterator[Statement | FuncDef]:
        """Yield the statements of all files."""
        placed = (each for module in self._listed.values() for each in module.statements)
        return (each.statement for each in placed)

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


def _without_unchecked(module: Listed, options: Options) -> list[Expression]:
    """The expressions of a file, except in functions that mypy skips: there all types are Any."""
    left = {
        each for body in module.functions if is_left_out(body, options) for each in body.expressions
    }
    return [each for each in module.expressions if each not in left]


def _placed(path: str, expressions: Iterable[Expression]) -> dict[Span, list[Expression]]:
    """The expressions, grouped by their places."""
    found: dict[Span, list[Expression]] = {}
    for expression in expressions:
        found.setdefault(source(path).from_bytes(_span(expression)), []).append(expression)
    return found


def _position(expression: ArrayExpression) -> tuple[int, int, int, int]:
    span = expression.span
    return span.line, span.column, span.end_line, span.end_column


def _span(node: Expression) -> Span:
    end_line, end_column = node.end_line or node.line, node.end_column or node.column + 1
    return Span(node.line, node.column + 1, end_line, end_column)


def _described(
    span: Span, seen: Sequence[Expression], known: Arrays, options: Options
) -> ArrayExpression:
    types = [known.type(each) for each in seen]
    texts = dict.fromkeys(format_type_bare(typ, options) for typ in types)
    names = dict.fromkeys(dtype_of(array) for typ in types for array in arrays(typ))
    dtypes = tuple(name for name in names if name is not None)
    causes = (known.cause(each) for each in seen)
    return ArrayExpression(
        span,
        tuple(texts),
        dtypes if not any(map(known.is_unknown, seen)) else None,
        next((cause for cause in causes if cause is not None), None),
    )
