"""Describes the places where dtypes are lost, with the file and line of the definition."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from mypy.nodes import (
    AssignmentStmt,
    Expression,
    FuncDef,
    FuncItem,
    LambdaExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    SymbolNode,
    Var,
)

from promo_cli.callees import Types, called, missing
from promo_cli.finding import Span
from promo_cli.losses.bindings import Bindings
from promo_cli.losses.roots import Place, Root, RootKind
from promo_cli.paths import path_from_here
from promo_cli.source import source
from promo_typing.core.program_files import is_program_file

_LONGEST: Final = 40
_LAMBDA: Final = "lambda"
_KNOWN: Final = ("jax.", "numpy.", "promo_typing.")


class Naming:
    """Describes parameters, results, fields and variables, of libraries as well."""

    def __init__(self, bindings: Bindings, types: Types, modules: Mapping[str, MypyFile]) -> None:
        """Take the bindings of the files, the types of expressions, and all modules."""
        self._bindings = bindings
        self._types = types
        self._modules = modules

    def parameter(self, variable: Var) -> Root:
        """Describe a parameter."""
        function = self._bindings.parameters[variable].function
        place = Place(path_from_here(self._bindings.files[variable]), function.line)
        return Root(RootKind.PARAMETER, variable.name, place, _function_name(function))

    def result(self, function: FuncItem) -> Root:
        """Describe the result of a function; for a library function by its full name."""
        path = self._path(function, function.fullname)
        if isinstance(function, LambdaExpr) and path is not None:
            return Root(RootKind.EXPRESSION, _LAMBDA, Place(path, function.line))
        if path is None:
            return Root(RootKind.LIBRARY, function.fullname, None)
        return Root(RootKind.RESULT, _function_name(function), Place(path, function.line))

    def variable(self, variable: Var) -> Root:
        """Describe a variable or a field."""
        is_field = bool(variable.info)
        owner = variable.info.name if is_field else ""
        fullname = f"{variable.info.fullname}.{variable.name}" if is_field else variable.fullname
        path = self._path(variable, fullname)
        if path is None:
            return Root(RootKind.LIBRARY, fullname, None)
        kind = RootKind.FIELD if is_field else RootKind.VARIABLE
        return Root(kind, variable.name, Place(path, _line(variable)), owner)

    def unknown(self, reference: Expression) -> Root:
        """Describe a name or attribute for which mypy has no definition, by its full name."""
        name = called(reference, self._types)
        if missing(reference) is not None:
            name = self._imported(reference)
        return Root(RootKind.LIBRARY, name, None)

    def is_of_jax(self, function: FuncDef) -> bool:
        """Whether the plugin knows the result of a function more exactly than its type says."""
        return function.fullname.startswith(_KNOWN)

    def expression(self, path: str, expression: Expression) -> Root:
        """Describe an expression without a name by its text."""
        end_line = expression.end_line or expression.line
        end_column = expression.end_column or expression.column + 1
        span = Span(expression.line, expression.column + 1, end_line, end_column)
        text = source(path).text(source(path).from_bytes(span))
        shown = text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."
        return Root(RootKind.EXPRESSION, shown, Place(path_from_here(path), expression.line))

    def _imported(self, reference: Expression) -> str:
        """The full name of an expression such as ``np.foo``, by the import of its module."""
        names: list[str] = []
        while isinstance(reference, MemberExpr):
            names.append(reference.name)
            reference = reference.expr
        if isinstance(reference, NameExpr):
            module = self._modules.get(reference.fullname.rpartition(".")[0])
            here = (module.path if module is not None else "", reference.name)
            names.append(self._bindings.imported.get(here, reference.name))
        return ".".join(reversed(names))

    def _path(self, node: SymbolNode | FuncItem, fullname: str) -> str | None:
        """The file of a definition; None if a library has it."""
        listed = self._bindings.files.get(node)
        if listed is not None:
            return path_from_here(listed)
        module = fullname
        while module and module not in self._modules:
            module = module.rpartition(".")[0]
        path = self._modules[module].path if module else ""
        return path_from_here(path) if is_program_file(path) else None


def _line(variable: Var) -> int:
    """The line of a definition; mypy gives none to a function in a frozen dataclass."""
    if variable.line > 0 or not variable.info:
        return variable.line
    definition = variable.info.defn
    fields = (each for each in definition.defs.body if isinstance(each, AssignmentStmt))
    defined = (
        field.line
        for field in fields
        for target in field.lvalues
        if isinstance(target, NameExpr) and target.name == variable.name
    )
    return next(defined, definition.line)


def _function_name(function: FuncItem) -> str:
    if not isinstance(function, FuncDef):
        return _LAMBDA
    return f"{function.info.name}.{function.name}" if function.info else function.name
