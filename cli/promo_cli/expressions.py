"""The expressions of a program whose value is an array of JAX, with their dtypes.

mypy frees the tree of a file as soon as it is checked. So the expressions are listed before, when
mypy asks its plugins for further dependencies of a file that it has just read; their types are
looked up after the run. The body of a function with constrained type variables is checked once
for each choice, as a copy that only the function itself keeps.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from mypy.build import BuildResult  # before the modules below, which import one another
from mypy.messages import format_type_bare
from mypy.nodes import Decorator, Expression, FuncDef, MypyFile, OverloadedFuncDef, SymbolNode
from mypy.options import Options
from mypy.plugin import Plugin, ReportConfigContext
from mypy.server.subexpr import get_subexpressions
from mypy.types import (
    AnyType,
    Instance,
    ProperType,
    Type,
    TypeVarType,
    UnionType,
    flatten_nested_unions,
    get_proper_type,
)

from promo_cli.finding import Span
from promo_cli.source import source
from promo_cli.unchecked import Body, Unchecked, bodies, unchecked_functions
from promo_typing.core.stub_names import ARRAY, NODE_OF_CLASS


@dataclass(frozen=True, slots=True)
class ArrayExpression:
    """An expression whose value is an array, or may be one.

    ``types`` are its types as mypy prints them, several if its function is checked several times.
    ``dtypes`` are the dtypes that it may have; they are None if one of them is unknown, and names
    such as ``floating`` or ``D`` stand for an abstract dtype or a type variable.
    """

    span: Span
    types: tuple[str, ...]
    dtypes: tuple[str, ...] | None


class _Module(NamedTuple):
    """What is kept of a file that was just read."""

    path: str
    expressions: list[Expression]
    functions: list[Body]


class Collector(Plugin):
    """Lists the expressions of the files to be reported on, and has mypy check those anew.

    mypy keeps no expressions in its cache. ``report_config_data`` is different in every run for
    these files and constant for all others, which therefore come from the cache.
    """

    def __init__(self, options: Options, paths: Iterable[str], step: Callable[[str], None]) -> None:
        """Take the files to report on, and whom to tell what mypy is at."""
        super().__init__(options)
        self._paths = frozenset(os.path.abspath(path) for path in paths)
        self._step = step
        self._run = os.urandom(8).hex()
        self._listed: dict[str, _Module] = {}

    def get_additional_deps(self, file: MypyFile) -> list[tuple[int, str, int]]:
        """Add none; list the expressions."""
        self._step(f"reading {file.fullname}")
        if os.path.abspath(file.path) in self._paths:
            self._listed[file.fullname] = _Module(file.path, get_subexpressions(file), bodies(file))
        return []

    def report_config_data(self, ctx: ReportConfigContext) -> str | None:
        """Return what makes mypy check a file again."""
        if not ctx.is_check:
            self._step(f"checked {ctx.id}")
        return self._run if os.path.abspath(ctx.path) in self._paths else None

    def array_expressions(self, result: BuildResult) -> dict[str, list[ArrayExpression]]:
        """Return the array expressions of each file, by its path and in their order there."""
        return {
            result.files[module].path: _array_expressions(
                result.files[module].path,
                [*found.expressions, *_expanded(result.files[module])],
                result.types,
                self.options,
            )
            for module, found in self._listed.items()
        }

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


def _array_expressions(
    path: str, expressions: Iterable[Expression], types: Mapping[Expression, Type], options: Options
) -> list[ArrayExpression]:
    found: dict[Span, list[ProperType]] = {}
    for expression in expressions:
        typ = types.get(expression)
        proper = None if typ is None else get_proper_type(typ)
        if proper is not None and any(_arrays(proper)):
            found.setdefault(_span(expression), []).append(proper)
    result = [_described(path, span, seen, options) for span, seen in found.items()]
    return sorted(result, key=lambda found: (found.span.line, found.span.column, *_end(found)))


def _end(expression: ArrayExpression) -> tuple[int, int]:
    return expression.span.end_line, expression.span.end_column


def _span(node: Expression) -> Span:
    end_line, end_column = node.end_line or node.line, node.end_column or node.column + 1
    return Span(node.line, node.column + 1, end_line, end_column)


def _described(
    path: str, span: Span, types: Iterable[ProperType], options: Options
) -> ArrayExpression:
    texts = dict.fromkeys(format_type_bare(typ, options) for typ in types)
    names = dict.fromkeys(_dtype(array) for typ in types for array in _arrays(typ))
    dtypes = tuple(name for name in names if name is not None)
    place = source(path).from_bytes(span)
    known = len(dtypes) == len(names)
    return ArrayExpression(place, tuple(texts), dtypes if known else None)


def _arrays(typ: ProperType) -> Iterator[Instance]:
    """The array types among the alternatives of a type."""
    alternatives = typ.items if isinstance(typ, UnionType) else [typ]
    for item in map(get_proper_type, flatten_nested_unions(alternatives)):
        bound = get_proper_type(item.upper_bound) if isinstance(item, TypeVarType) else item
        if isinstance(bound, Instance) and bound.type.fullname == ARRAY and bound.args:
            yield bound


def _dtype(array: Instance) -> str | None:
    """The name of the dtype of an array type, None if it is not known."""
    dtype = get_proper_type(array.args[0])
    if isinstance(dtype, AnyType):
        return None
    if isinstance(dtype, Instance):
        return NODE_OF_CLASS.get(dtype.type.fullname, dtype.type.name)
    return dtype.name if isinstance(dtype, TypeVarType) else str(dtype)
