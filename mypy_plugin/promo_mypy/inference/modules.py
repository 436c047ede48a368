"""Finds the definitions of functions, and the modules that they are in."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable

from mypy.checker import TypeChecker
from mypy.nodes import (
    ClassDef,
    Decorator,
    Expression,
    FuncDef,
    FuncItem,
    GlobalDecl,
    IndexExpr,
    LambdaExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    OverloadedFuncDef,
    RefExpr,
    Statement,
    TypeInfo,
    Var,
)
from mypy.server.subexpr import get_subexpressions
from mypy.types import CallableType, get_proper_type

from promo_mypy.by_module import ByModule
from promo_mypy.inference.bodies import function_of
from promo_mypy.inference.mentions import Class
from promo_mypy.origins.definitions import Definitions
from promo_mypy.statements import statements
from promo_typing.core.program_files import is_program_file


class Functions:
    """Finds where functions are defined, which methods are overridden, and variables' lambdas.

    Functions of libraries are left out: mypy may load them from its cache, without bodies.
    """

    def __init__(self, definitions: ByModule[Definitions], *, everywhere: bool) -> None:
        """Use the definitions of modules.

        Without ``everywhere`` a function is found only by calls in its own module: mypy may have
        dropped the bodies of other modules, or loaded them from its cache without bodies.
        """
        self._everywhere = everywhere
        self._read: dict[str, MypyFile] = {}
        self._homes: dict[FuncItem, MypyFile] = {}
        self._of_modules: dict[MypyFile, FuncDef | None] = {}
        self._below: dict[str, list[Class]] = defaultdict(list)
        self._definitions = definitions

    def home(self, function: FuncItem, caller: TypeChecker) -> MypyFile | None:
        """Return the program's module that has the body of a function; None if there is none."""
        if not hasattr(function, "arguments") or not function.body.body:
            return None
        if not self._everywhere:
            return caller.tree if _is_of_module(function, caller.tree) else None
        if function not in self._homes:
            self._read_new(caller)
        return self._homes.get(function)

    def of_module(self, module: MypyFile) -> FuncDef | None:
        """Return the body of a module as a function.

        None if a function sets variables of the module by ``global``: it may be called between any
        two statements.
        """
        if module not in self._of_modules:
            found = (each.statement for each in statements(module.defs))
            is_set = any(isinstance(each, GlobalDecl) for each in found)
            function = self._of_modules[module] = None if is_set else function_of(module)
            if function is not None:
                self._homes[function] = module
        return self._of_modules[module]

    def lambda_of(self, expression: Expression, caller: TypeChecker) -> LambdaExpr | None:
        """Return the lambda that an expression is, or that is the only value of a variable."""
        if isinstance(expression, LambdaExpr):
            return expression
        variable = expression.node if isinstance(expression, RefExpr) else None
        typ = get_proper_type(variable.type) if isinstance(variable, Var) else None
        if variable is None or not isinstance(typ, CallableType) or typ.definition is not None:
            return None
        module = caller.modules.get(variable.fullname.rpartition(".")[0], caller.tree)
        match self._definitions.of(module).values(variable):
            case [LambdaExpr() as function]:
                return function
        return None

    def is_replaced(self, method: FuncDef, caller: TypeChecker) -> bool:
        """Whether a possible subclass in the program overrides a method."""
        return any(
            each.fullname != method.info.fullname and _defines(each, method.name)
            for each, _ in self.below(method.info.name, caller)
        )

    def below(self, name: str, caller: TypeChecker) -> Collection[Class]:
        """Return the classes of the program that may be subclasses of a class of this name.

        Classes are compared by their short names, since mypy may not have analysed some yet.
        """
        self._read_new(caller)
        seen, found = dict[Class, None](), [*self._below.get(name, ())]
        while found:
            subclass = found.pop()
            if subclass not in seen:
                seen[subclass] = None
                found.extend(self._below.get(subclass.definition.name, ()))
        return seen

    def has_below(self, info: TypeInfo) -> bool:
        """Whether a class of the program may be a subclass, judged by short names."""
        return bool(self._below.get(info.name))

    def _read_new(self, caller: TypeChecker) -> None:
        """Read the modules that were not read yet.

        The test is cheap because it comes with each call, and there may be thousands of modules.
        """
        is_read = self._read.get(caller.tree.fullname) is caller.tree
        if not is_read or len(self._read) != len(caller.modules):
            self._read_all(caller.modules.values())

    def _read_all(self, modules: Iterable[MypyFile]) -> None:
        for module in modules:
            if self._read.get(module.fullname) is not module:
                self._read[module.fullname] = module
                if is_program_file(module.path):
                    self._read_one(module)

    def _read_one(self, module: MypyFile) -> None:
        for statement, _ in statements(module.defs):
            if isinstance(statement, FuncDef):
                self._homes[statement] = module
            elif isinstance(statement, ClassDef):
                for base in statement.base_type_exprs:
                    self._below[_name(base)].append(Class(statement, module))
        for expression in get_subexpressions(module):
            if isinstance(expression, LambdaExpr):
                self._homes[expression] = module


def _is_of_module(function: FuncItem, module: MypyFile) -> bool:
    """Whether a function is local, a lambda, or defined at the top of this module."""
    if not isinstance(function, FuncDef):
        return True
    return function.fullname in (function.name, f"{module.fullname}.{function.name}")


def _name(base: Expression) -> str:
    """The last part of the name of a base class, without type arguments."""
    named = base.base if isinstance(base, IndexExpr) else base
    return named.name if isinstance(named, NameExpr | MemberExpr) else ""


def _defines(definition: ClassDef, name: str) -> bool:
    return any(_defined(each) == name for each in definition.defs.body)


def _defined(statement: Statement) -> str:
    match statement:
        case FuncDef() | Decorator() | OverloadedFuncDef():
            return statement.name
    return ""
