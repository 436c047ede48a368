"""Whether an expression is certainly the function with which its type is marked.

mypy keeps the definition of a function with its type. If an expression may be one of several
functions, as ``f if c else g``, ``for f in (g, h)`` or an item of a list, it keeps any one of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, TypeGuard

from mypy.checker import TypeChecker
from mypy.nodes import (
    AssignmentExpr,
    AssignmentStmt,
    CallExpr,
    ConditionalExpr,
    Decorator,
    Expression,
    FuncDef,
    GeneratorExpr,
    IndexExpr,
    IntExpr,
    LambdaExpr,
    ListComprehension,
    ListExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    OpExpr,
    OverloadedFuncDef,
    RefExpr,
    StrExpr,
    SuperExpr,
    SymbolNode,
    TempNode,
    TupleExpr,
    TypeAlias,
    TypeInfo,
    Var,
)
from mypy.types import (
    AnyType,
    CallableType,
    Instance,
    Parameters,
    ProperType,
    TupleType,
    Type,
    TypedDictType,
    TypeOfAny,
    get_proper_type,
)

from promo_mypy.by_module import ByModule
from promo_mypy.fullnames import BUILTIN_FUNCTION
from promo_mypy.inference import checkers
from promo_mypy.inference.assigned import Assigned
from promo_mypy.inference.dictionaries import Value
from promo_mypy.inference.dictionaries_of_functions import DictionariesOfFunctions
from promo_mypy.inference.names import name_of
from promo_mypy.inference.parameter_values import ParameterValues, alternatives
from promo_mypy.inference.values import Values, is_mark
from promo_mypy.inference.visits import Visits
from promo_mypy.statements import statements
from promo_mypy.types.expressions import alone, known_type
from promo_mypy.types.made import fields_of
from promo_mypy.types.parameter_variables import is_parameter
from promo_typing.core.program_files import is_program_file

_UNKNOWN: Final = AnyType(TypeOfAny.special_form)
_DEPTH: Final = 4
_FUNCTIONS: Final = (FuncDef, Decorator, OverloadedFuncDef, TypeInfo, TypeAlias)
_CHOOSING: Final = frozenset(
    ("get", "pop", "setdefault", "popleft", "choice", "next", "getattr", "reduce", "min", "max")
)
"""Functions and methods that choose one of several objects."""


class OneFunction:
    """Tells which functions an expression may be, from the assignments in the program."""

    def __init__(
        self,
        assigned: Assigned,
        values: Values,
        dictionaries: DictionariesOfFunctions,
        visits: Visits,
    ) -> None:
        """Use what is known about functions.

        Args:
            assigned: the values of variables and attributes.
            values: maps marked types to functions.
            dictionaries: the functions in dictionaries.
            visits: the stack of bodies that are being checked.
        """
        self._assigned = assigned
        self._dictionaries = dictionaries
        self._values = values
        self._visits = visits
        self._parameter_values = ParameterValues(visits)
        self._in_turn = ByModule(_assigned_in_turn)

    def of(self, expression: Expression, typ: Type, caller: TypeChecker) -> Type:
        """Return the type of an expression, marked with the functions that it may be.

        It is Any if the expression may be an unknown function.
        """
        proper = get_proper_type(typ)
        if not _is_of_one(proper):
            return typ
        if not is_program_file(caller.path) or self._is_sure(expression, caller, _DEPTH):
            return typ
        several = [get_proper_type(alone(e, caller)) for e in self._several(expression, caller)]
        functions = [each for each in several if isinstance(each, CallableType)]
        is_known = len(functions) == len(several) and all(map(self._values.of, functions))
        if not functions or not is_known:
            return _UNKNOWN
        return self._values.one_of(functions, caller.named_type(BUILTIN_FUNCTION))

    def possible(self, variable: Var, caller: TypeChecker) -> Sequence[Expression | None]:
        """Return the expressions that a variable may be, as a function or anything else.

        Among them is None for an unknown value. A part of ``f or g`` or ``g if f is None else f``
        that cannot be the value in this check is left out, and so is an assignment in a branch that
        it does not reach.

        Args:
            variable: the variable.
            caller: the checker that is at the variable, in the same module.
        """
        found = self._assigned.all_to_variable(variable, caller.tree)
        if is_parameter(variable):
            possible = self._parameter_values.of(variable, found, caller)
            if possible is not None and not self._is_typed_by_mypy(variable, caller):
                found = [*([None] if possible.has_argument else []), *possible.assigned]
        whole = [each and _whole(each) for each in found]
        parts = (alternatives(each, caller) if each is not None else () for each in whole)
        return [each for one, split in zip(whole, parts, strict=True) for each in split or (one,)]

    def lambda_of(self, expression: Expression, caller: TypeChecker) -> LambdaExpr | None:
        """Return the lambda that a parameter certainly is: what the body takes for None."""
        variable = expression.node if isinstance(expression, NameExpr) else None
        if isinstance(variable, Var) and is_parameter(variable):
            match self.possible(variable, caller):
                case [LambdaExpr() as only]:
                    return only
        return None

    def _several(self, expression: Expression, caller: TypeChecker) -> Sequence[RefExpr]:
        """The functions that an expression chooses from, if all of them are written here."""
        written: Sequence[Expression | None] = ()
        match expression:
            case ConditionalExpr(if_expr=first, else_expr=other):
                written = [first, other]
            case NameExpr(node=Var() as variable):
                match self._assigned.all_to_variable(variable, caller.tree):
                    case [Value(ConditionalExpr(if_expr=first, else_expr=other), None)]:
                        written = [first, other]
                    case [None] if not is_parameter(variable):
                        written = _items(self._assigned.iterated(variable, caller.tree))
                    case found:
                        written = [each and _whole(each) for each in found]
        functions = [each for each in written if _is_function(each)]
        return functions if len(functions) == len(written) else ()

    def _is_sure(self, expression: Expression, caller: TypeChecker, depth: int) -> bool:
        match expression:
            case LambdaExpr() | TempNode() | SuperExpr():
                return True  # A TempNode is mypy's stand-in for a function that it decorates.
            case RefExpr() if _is_function(expression):
                return True
            case RefExpr(node=Var() as variable):
                return depth > 0 and self._of_variable(variable, caller, depth - 1)
            case MemberExpr():
                return depth > 0 and self._of_attribute(expression, caller, depth - 1)
            case IndexExpr():
                is_fixed = _is_of_fixed_place(expression, caller)
                return is_fixed or self._dictionaries.chosen(expression, caller) is not None
            case CallExpr(callee=callee):
                return _returns_one(callee)
            case AssignmentExpr(value=value):
                return self._is_sure(value, caller, depth)
            case OpExpr() | ConditionalExpr():
                parts = alternatives(expression, caller)
                return len(parts) == 1 and self._is_sure(parts[0], caller, depth)
        return False

    def _of_variable(self, variable: Var, caller: TypeChecker, depth: int) -> bool:
        module = caller.modules.get(variable.fullname.rpartition(".")[0], caller.tree)
        found = self._assigned.all_to_variable(variable, module)
        if is_parameter(variable):
            return self._of_parameter(variable, found, caller, depth)
        match found:
            case []:
                return "." in variable.fullname
            case [Value(expression, item)]:
                return self._of_value(expression, item, caller, depth)
            case [None]:
                return self._of_loop(variable, module, caller, depth)
        if self._in_turn.of(module)[variable] == len(found):
            values = [each for each in found if each is not None]
            return all(self._of_value(each.expression, each.item, caller, depth) for each in values)
        return _are_same(each and _whole(each) for each in found)

    def _of_parameter(
        self, parameter: Var, found: Sequence[Value | None], caller: TypeChecker, depth: int
    ) -> bool:
        """Whether a parameter is a single function in this call."""
        if self._is_typed_by_mypy(parameter, caller):
            return False
        if len(found) <= 1:
            return True
        possible = self._parameter_values.of(parameter, found, caller)
        if possible is None:
            return False
        is_in_turn = self._in_turn.of(caller.tree)[parameter] == len(found) - 1
        is_one = possible.has_argument + len(possible.assigned) == 1
        return (is_one or is_in_turn) and all(
            _is_itself(each, parameter, caller)
            or self._of_value(each.expression, each.item, caller, depth)
            for each in possible.assigned
        )

    def _is_typed_by_mypy(self, variable: Var, caller: TypeChecker) -> bool:
        """Whether a variable is a parameter of a lambda that is not checked for one call.

        For ``map(lambda f: f(x), (g, h))`` mypy gives ``f`` the type of one of the functions.
        """
        return any(
            argument.variable is variable and argument.initializer is None
            for each in checkers.lambdas_around(caller)
            if not self._visits.has(each)
            for argument in each.arguments
        )

    def _of_value(
        self, value: Expression, item: int | None, caller: TypeChecker, depth: int
    ) -> bool:
        """Whether a value, or an item of it, is a single function."""
        if item is not None and isinstance(value, TupleExpr):
            is_there = item < len(value.items)
            return is_there and self._is_sure(value.items[item], caller, depth)
        return self._is_sure(value, caller, depth)

    def _of_loop(self, variable: Var, module: MypyFile, caller: TypeChecker, depth: int) -> bool:
        """Whether all items of the iterable of a loop are the same function."""
        match self._assigned.iterated(variable, module):
            case ListExpr(items=items) | TupleExpr(items=items):
                return _are_same(items)
            case ListComprehension(generator=GeneratorExpr(left_expr=item)):
                return self._is_sure(item, caller, depth)
            case None:
                return False
            case iterated:
                return _is_tuple_of_one(known_type(iterated, caller))

    def _of_attribute(self, member: MemberExpr, caller: TypeChecker, depth: int) -> bool:
        """Whether an attribute is certainly one function.

        It is if the object is known to be made with this function, if the program assigns just one
        value that is not a parameter, and if it assigns none: then the attribute is a method.
        """
        # The plugin asks about a function that JAX calls before mypy has checked the expression.
        typ = known_type(member.expr, caller) or alone(member.expr, caller)
        if member.name in fields_of(typ):
            return True
        owner = get_proper_type(typ)
        info = owner.type if isinstance(owner, Instance) else None
        values = self._assigned.anywhere_to_attribute(member.name, info, caller)
        if len(values) > 1:
            return _are_same(values)
        return all(
            each is not None and not _is_parameter(each) and self._is_sure(each, caller, depth)
            for each in values
        )


def is_of_lambda(typ: ProperType) -> bool:
    """Whether mypy made a type for a lambda, or a transform or a call made it of that.

    A variable or list of this type may hold another function that returns Any, which fits it.
    """
    if isinstance(typ, CallableType):
        is_made = typ.definition is None or is_mark(typ.definition)
        return is_made and (typ.implicit or _are_of_lambda(typ))
    arguments = map(get_proper_type, typ.args) if isinstance(typ, Instance) else ()
    return any(isinstance(each, Parameters) and _are_of_lambda(each) for each in arguments)


def _are_of_lambda(parameters: Parameters | CallableType) -> bool:
    """Whether parameters have names, which a written ``Callable`` has not, but no annotations."""
    types = map(get_proper_type, parameters.arg_types)
    return any(parameters.arg_names) and all(isinstance(each, AnyType) for each in types)


def _is_of_one(typ: ProperType) -> bool:
    """Whether a type is that of a single function, although other functions may have it."""
    is_defined = isinstance(typ, CallableType) and typ.definition is not None
    return is_defined or is_of_lambda(typ)


def _assigned_in_turn(module: MypyFile) -> Counter[Var]:
    """How often each variable is assigned directly in a module's or a function's body.

    In such an unconditional sequence mypy knows which assignment was the last.
    """
    functions = (each.statement for each in statements(module.defs))
    blocks = (each.body.body for each in functions if isinstance(each, FuncDef))
    targets = (
        target
        for block in (module.defs, *blocks)
        for each in block
        if isinstance(each, AssignmentStmt)
        for target in each.lvalues
    )
    return Counter(variable for each in targets for variable in _variables(each))


def _variables(target: Expression) -> Iterator[Var]:
    match target:
        case NameExpr(node=Var() as variable):
            yield variable
        case TupleExpr(items=items) | ListExpr(items=items):
            for each in items:
                yield from _variables(each)


def _is_function(expression: Expression | None) -> TypeGuard[RefExpr]:
    """Whether an expression names a function."""
    return isinstance(expression, RefExpr) and isinstance(expression.node, _FUNCTIONS)


def _items(container: Expression | None) -> Sequence[Expression]:
    return container.items if isinstance(container, ListExpr | TupleExpr) else ()


def _whole(value: Value) -> Expression | None:
    return value.expression if value.item is None else None


def _is_itself(value: Value, parameter: Var, caller: TypeChecker) -> bool:
    """Whether a value is the argument that the parameter had before, as in ``f = f or g``."""
    match alternatives(value.expression, caller):
        case [NameExpr(node=node)]:
            return node is parameter
    return False


def _is_parameter(value: Expression) -> bool:
    return isinstance(value, NameExpr) and isinstance(value.node, Var) and is_parameter(value.node)


def _are_same(values: Iterable[Expression | None]) -> bool:
    """Whether all expressions name the same function; false if there are none."""
    nodes = set[SymbolNode | None]()
    for each in values:
        nodes.add(each.node if _is_function(each) else None)
    return len(nodes) == 1 and None not in nodes


def _is_of_fixed_place(index: IndexExpr, caller: TypeChecker) -> bool:
    """Whether an index selects an item that has its own type, of a tuple or a ``TypedDict``."""
    typ = known_type(index.base, caller)
    match get_proper_type(typ) if typ is not None else None:
        case TupleType():
            return isinstance(index.index, IntExpr)
        case TypedDictType():
            return isinstance(index.index, StrExpr)
    return False


def _returns_one(callee: Expression) -> bool:
    return name_of(callee) not in _CHOOSING


def _is_tuple_of_one(typ: Type | None) -> bool:
    proper = get_proper_type(typ) if typ is not None else None
    items = proper.items if isinstance(proper, TupleType) else []
    return have_one_definition(items)


def have_one_definition(types: Sequence[Type]) -> bool:
    """Whether all types belong to one and the same function."""
    definitions = {_definition(get_proper_type(each)) for each in types}
    return len(definitions) == 1 and None not in definitions


def _definition(typ: ProperType) -> SymbolNode | None:
    return typ.definition if isinstance(typ, CallableType) else None
