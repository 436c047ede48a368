"""Looks up declared types that mypy's messages leave out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from mypy.build import BuildResult  # first, since those below import one another
from mypy.messages import format_type_bare
from mypy.nodes import Context, FuncDef, TypeInfo, TypeVarExpr
from mypy.options import Options
from mypy.types import AnyType, CallableType, Type, get_proper_type

from promo_cli.dtype_difference import Ancestors
from promo_cli.finding import Finding
from promo_cli.held import is_held
from promo_mypy.fullnames import NUMPY_MODULE
from promo_typing.core.stub_names import SCALAR_TYPES_MODULE


class Declared:
    """Looks up classes of dtypes, parameters and type variables after a run of mypy."""

    def __init__(self, result: BuildResult, functions: Mapping[str, Sequence[FuncDef]]) -> None:
        """Take the modules, and the functions of each checked file by its path."""
        self.ancestors: Ancestors = cache(lambda name: _ancestors(result, name))
        self._modules = {file.path: file for file in result.files.values()}
        self._functions = functions
        self._options = result.manager.options
        self._types = result.types

    def parameter(self, found: Finding) -> list[str]:
        """Return the type of the parameter at the place of a finding; empty if there is none."""
        return [
            _text(typ, self._options)
            for function in self._functions.get(found.file, ())
            for variable, typ in _parameters(function)
            if found.span is not None
            and (variable.line, variable.column + 1) == (found.span.line, found.span.column)
        ]

    def holds(self, found: Finding) -> bool:
        """Whether mypy reports an error only since it holds a variable to its first type."""
        module = self._modules.get(found.file)
        return module is not None and is_held(found, module, self._types)

    def allowed(self, path: str, name: str) -> list[str]:
        """Return the constraints of a module's type variable, or its bound; empty if unknown."""
        module = self._modules.get(path)
        symbol = module.names.get(name) if module is not None else None
        if symbol is None or not isinstance(symbol.node, TypeVarExpr):
            return []
        variable = symbol.node
        return [_text(typ, self._options) for typ in variable.values or [variable.upper_bound]]


def _parameters(function: FuncDef) -> list[tuple[Context, Type]]:
    typ = function.type
    if not isinstance(typ, CallableType):
        return []
    return list(zip(function.arguments, typ.arg_types, strict=False))


def _text(typ: Type, options: Options) -> str:
    proper = get_proper_type(typ)
    return "Any" if isinstance(proper, AnyType) else format_type_bare(proper, options)


def _ancestors(result: BuildResult, name: str) -> frozenset[str]:
    """The names of a dtype class and its bases; empty if the name is no dtype class."""
    for module in (SCALAR_TYPES_MODULE, NUMPY_MODULE):
        symbol = result.files[module].names.get(name) if module in result.files else None
        node = symbol.node if symbol is not None else None
        if isinstance(node, TypeInfo) and node.module_name == module:
            names = frozenset(each.name for each in node.mro)
            return names if module == SCALAR_TYPES_MODULE or "generic" in names else frozenset()
    return frozenset()
