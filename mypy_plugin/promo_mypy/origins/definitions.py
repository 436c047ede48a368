"""The values that a module assigns to variables, returns and casts, collected once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Self

from mypy.nodes import (
    AssignmentExpr,
    AssignmentStmt,
    CallExpr,
    Expression,
    ForStmt,
    FuncDef,
    GeneratorExpr,
    IndexExpr,
    LambdaExpr,
    ListExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    OperatorAssignmentStmt,
    RefExpr,
    ReturnStmt,
    StarExpr,
    SymbolNode,
    TupleExpr,
    Var,
    WithStmt,
)
from mypy.server.subexpr import get_subexpressions
from mypy.types import CallableType, get_proper_type

from promo_mypy.origins.items import Path
from promo_mypy.statements import Placed, statements
from promo_mypy.types.silence import is_silent
from promo_typing.core.dtypes import NODES

_CAST: Final = "astype"
_WIDE: Final = 32
"""A cast to a dtype of this many bits or more counts as a cast up."""
_LOOKED_AT: Final = frozenset({AssignmentExpr, GeneratorExpr, LambdaExpr, CallExpr})
"""The kinds of expressions that bind a name, or may be a cast."""


class Definitions:
    """The assignments, returns and casts of a module.

    None among the values of a variable stands for an unknown value: of a parameter, a loop, ``+=``
    and the like.
    """

    def __init__(
        self, path: str, placed: Iterable[Placed], expressions: Sequence[Expression]
    ) -> None:
        """Read all statements and expressions of the module in a file."""
        self.path: Final = path
        self._expressions: Final = expressions
        self._values: dict[SymbolNode, list[Expression | None]] = defaultdict(list)
        self._parameters: set[SymbolNode] = set()
        self._silent: set[SymbolNode] = set()
        self._unpacked: dict[SymbolNode, tuple[Expression, Path]] = {}
        self._cast: set[Expression] = set()
        self._cast_up: set[Expression] = set()
        self._targets: dict[SymbolNode, set[Expression]] = defaultdict(set)
        self._is_cast_followed = False
        self._returned: set[Expression] = set()
        self._declared: set[Expression] = set()
        for each in placed:
            self._take(each)
        for expression in expressions:
            if type(expression) in _LOOKED_AT:
                self._look(expression)

    @classmethod
    def of(cls, module: MypyFile) -> Self:
        """Read a module that mypy has analysed."""
        return cls(module.path, statements(module.defs), get_subexpressions(module))

    def values(self, variable: SymbolNode) -> list[Expression | None]:
        """Return the values that this module assigns to a variable; None for an unknown value."""
        return self._values.get(variable, [])

    def is_parameter(self, variable: SymbolNode) -> bool:
        """Whether a variable is a parameter, whose first value is the argument."""
        return variable in self._parameters

    def unpacked(self, variable: SymbolNode) -> tuple[Expression, Path] | None:
        """Return the container and the path, if a variable is an item of a container.

        The variable of a loop is any item of the iterable, with the path ``(None,)``. The result is
        None if the variable also gets other values.
        """
        return self._unpacked.get(variable) if len(self.values(variable)) == 1 else None

    def is_cast(self, expression: Expression) -> bool:
        """Whether an expression is part of one that is cast at once: ``(x * y).astype(x.dtype)``.

        This includes the value of a variable that is used only in such casts. Casts up do not
        count for variables: there the program expects the variable to be narrow.
        """
        if not self._is_cast_followed:
            self._is_cast_followed = True
            self._follow_casts()
        return expression in self._cast

    def _follow_casts(self) -> None:
        """Add the values of variables that are used only in casts, or for such variables."""
        uses = self._uses()
        parts = {each: [*self._parts_of(each)] for each in uses}
        within = defaultdict[Expression, set[SymbolNode]](set)
        for variable, inside in parts.items():
            for part in inside:
                within[part].add(variable)

        def is_covered(use: Expression) -> bool:
            if use in self._cast:
                return use not in self._cast_up
            return not within[use].isdisjoint(uses)

        rest = [*uses]
        while rest:
            variable = rest.pop()
            found = uses.get(variable)
            if found is None or (found and all(map(is_covered, found))):
                continue
            del uses[variable]
            rest += [u.node for u in parts[variable] if isinstance(u, NameExpr) and u.node]
        self._cast.update(part for variable in uses for part in parts[variable])

    def _uses(self) -> dict[SymbolNode, list[Expression]]:
        """The uses of each variable in which it is read; parameters are left out."""
        uses: dict[SymbolNode, list[Expression]] = {each: [] for each in self._targets}
        for expression in self._expressions:
            match expression:
                case NameExpr(node=Var() as variable):
                    uses.setdefault(variable, []).append(expression)
        return {
            variable: [each for each in found if each not in self._targets.get(variable, ())]
            for variable, found in uses.items()
            if variable not in self._parameters
        }

    def _parts_of(self, variable: SymbolNode) -> Iterator[Expression]:
        """All parts of the values of a variable."""
        for value in self.values(variable):
            if value is not None:
                yield from get_subexpressions(value)

    def is_returned(self, expression: Expression) -> bool:
        """Whether a public function at the top of the module returns exactly this expression."""
        return expression in self._returned

    def is_declared(self, expression: Expression) -> bool:
        """Whether an expression is a whole returned value, or the value of a declared variable."""
        return expression in self._declared

    def _take(self, placed: Placed) -> None:
        match placed.statement:
            case AssignmentStmt(lvalues=targets, rvalue=value):
                for target in targets:
                    self._bind(target, value)
                if not any(map(self._is_undeclared, targets)):
                    self._declared.add(value)
            case ForStmt(index=target, expr=iterated):
                self._bind(target, iterated, (None,))
            case OperatorAssignmentStmt(lvalue=target):
                self._bind(target, None)
            case WithStmt(target=given):
                for each in given:
                    self._bind(each, None)
            case FuncDef() as function:
                self._take_parameters(function)
            case ReturnStmt(expr=Expression() as returned):
                self._declared.add(returned)
                if [f.name.startswith("_") for f in placed.functions] == [False]:
                    self._returned.add(returned)

    def _is_undeclared(self, target: Expression) -> bool:
        """Whether a target is a parameter whose dtype is not declared."""
        return isinstance(target, NameExpr) and target.node in self._silent

    def _take_parameters(self, function: FuncDef | LambdaExpr) -> None:
        typ = get_proper_type(function.type)
        types = typ.arg_types if isinstance(typ, CallableType) else [None] * len(function.arguments)
        for argument, declared in zip(function.arguments, types, strict=True):
            if declared is None or is_silent(declared):
                self._silent.add(argument.variable)
            self._parameters.add(argument.variable)
            self._values[argument.variable].append(None)

    def _look(self, expression: Expression) -> None:
        match expression:
            case AssignmentExpr(target=target, value=value):
                self._bind(target, value)
            case GeneratorExpr(indices=targets, sequences=iterated):
                for each, container in zip(targets, iterated, strict=True):
                    self._bind(each, container, (None,))
            case LambdaExpr():
                self._take_parameters(expression)
            case CallExpr(callee=MemberExpr(name=name, expr=before), args=args) if name == _CAST:
                self._cast.update(get_subexpressions(before))
                if any(map(_is_wide, args)):
                    self._cast_up.update(get_subexpressions(before))

    def _bind(self, target: Expression | None, value: Expression | None, path: Path = ()) -> None:
        """Record that a target gets a value, or an item of it."""
        if type(target) is NameExpr and target.node is not None and not path:
            self._values[target.node].append(value)  # The usual case.
            self._targets[target.node].add(target)
            return
        match target:
            case (
                NameExpr(node=SymbolNode() as variable) | MemberExpr(node=SymbolNode() as variable)
            ):
                self._values[variable].append(None if path else value)
                self._targets[variable].add(target)
                if path and value is not None and isinstance(target, NameExpr):
                    self._unpacked[variable] = (value, path)
            case TupleExpr(items=items) if not path and (pairs := _pairs(items, value)):
                for item, each in pairs:
                    self._bind(item, each)
            case TupleExpr(items=items) | ListExpr(items=items):
                is_plain = not any(isinstance(item, StarExpr) for item in items)
                for place, item in enumerate(items):
                    self._bind(item, value if is_plain else None, (*path, place))
            case StarExpr(expr=inner) | IndexExpr(base=RefExpr() as inner):
                self._bind(inner, None)


def _pairs(
    targets: Sequence[Expression], value: Expression | None
) -> Sequence[tuple[Expression, Expression]]:
    """The targets and values of ``w, b = x, y``; empty for other assignments."""
    written = value.items if isinstance(value, TupleExpr) else []
    if len(written) != len(targets) or any(isinstance(e, StarExpr) for e in (*targets, *written)):
        return []
    return [*zip(targets, written, strict=True)]


def _is_wide(dtype: Expression) -> bool:
    """Whether a dtype argument names a dtype of at least 32 bits."""
    name = dtype.name if isinstance(dtype, NameExpr | MemberExpr) else None
    return name in NODES and NODES[name].bits >= _WIDE
