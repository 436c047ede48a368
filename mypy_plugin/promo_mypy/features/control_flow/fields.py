"""A carry that is an object, such as a dataclass: each field must keep its dtype.

To mypy all objects of a class have one type. So the values of fields are read where the objects are
made: in the constructor call of the initial carry, and in the one, or ``replace``, that the body
returns.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from mypy.checker import TypeChecker
from mypy.nodes import (
    ARG_NAMED,
    ARG_POS,
    AssignmentStmt,
    CallExpr,
    Expression,
    FuncDef,
    FuncItem,
    LambdaExpr,
    MemberExpr,
    NameExpr,
    RefExpr,
    TupleExpr,
    TypeInfo,
    Var,
)
from mypy.subtypes import is_same_type
from mypy.types import (
    AnyType,
    CallableType,
    TupleType,
    Type,
    TypeOfAny,
    get_proper_type,
)

from promo_mypy.features.control_flow import carry
from promo_mypy.features.control_flow.origins import Called
from promo_mypy.fullnames import BUILTIN_TUPLE, REPLACING_FUNCTIONS, REPLACING_METHODS
from promo_mypy.inference.constructions import FIELD, OF_FIELD, constructor
from promo_mypy.inference.names import name_of
from promo_mypy.inference.program_classes import is_of_program
from promo_mypy.inference.replacing import hands_on
from promo_mypy.session import Session
from promo_mypy.types.classes import class_of
from promo_mypy.types.expressions import known_type
from promo_mypy.types.pytrees import Change, Field, traced
from promo_mypy.types.silence import is_silent

_UNKNOWN: Final = AnyType(TypeOfAny.special_form)
_DEPTH: Final = 3
"""How many names and functions are followed to the constructor of an object, at most."""

_Given: TypeAlias = Mapping[str, Expression]


class _Object(NamedTuple):
    """An object: its class, and the values given to its fields. Other fields are unchanged."""

    info: TypeInfo
    given: _Given


def changes(
    session: Session, initial: Expression, body: Called, checker: TypeChecker, *, is_beside: bool
) -> Iterator[Change]:
    """Yield the fields of the carry whose dtypes change in the body.

    Args:
        session: the session.
        initial: the expression of the initial carry.
        body: the function that is the body, with its inputs.
        checker: the checker that is at the call of the loop.
        is_beside: whether the body returns a pair, whose first item is the carry.
    """
    before = _made(session, initial, checker, _DEPTH)
    returned = returned_carry(session, body.function, checker, is_beside=is_beside)
    if before is None or returned is None:
        return
    after = _changed(session, body, returned, before.info, checker)
    names = [name for name in after if name in before.given]
    goes_in = [_type_of(session, before.given[name], checker) for name in names]
    one = _types(session, goes_in, checker)
    places = [after[name] for name in names]
    loop = _Loop(session, body, before, names, places, checker)
    other = loop.traced(one)
    promoted = carry.promoted(session, one, other)
    if not is_same_type(promoted, one):
        other = loop.traced(promoted)
    for change in carry.changes(session, promoted, other):
        place, *rest = change.steps
        if isinstance(place, int):
            yield change._replace(steps=(Field(names[place]), *rest))


class _Loop(NamedTuple):
    """A loop whose carry is an object.

    Attributes:
        session: the session.
        body: the function that is the body, with its inputs.
        before: the initial carry.
        names: the fields that are compared.
        after: the expressions that the body gives to them.
        checker: the checker that is at the call of the loop.
    """

    session: Session
    body: Called
    before: _Object
    names: Sequence[str]
    after: Sequence[Expression]
    checker: TypeChecker

    def traced(self, fields: Type) -> TupleType:
        """Return the types of the fields after the body, given those before it."""
        known = [known_type(each, self.checker) for each in self.after]
        assumed = {} if all(map(_tells, known)) else dict(self._that_go_in(fields))
        if assumed:
            with self.session.inference.program.fields.assuming(self.before.info, assumed):
                types = self.session.inference.types_in(*self.body, self.checker)
            pairs = zip(known, self.after, strict=True)
            known = [own if _tells(own) else types.get(each) for own, each in pairs]
        return _types(self.session, known, self.checker)

    def _that_go_in(self, fields: Type) -> Iterator[tuple[str, Type]]:
        """The fields whose types hold for all objects of the class, so also in the body."""
        given, info = self.before.given, self.before.info
        proper = get_proper_type(fields)
        items = proper.items if isinstance(proper, TupleType) else []
        before = dict(zip(self.names, items, strict=False))
        values = frozenset((*given.values(), *self.after))
        for name, value in given.items():
            typ = before.get(name) or _type_of(self.session, value, self.checker)
            if typ is not None and self.session.inference.program.fields.is_given_only(
                info, name, values, typ, self.checker
            ):
                yield name, typ


def _tells(typ: Type | None) -> bool:
    return typ is not None and not is_silent(typ)


def _type_of(session: Session, expression: Expression, checker: TypeChecker) -> Type | None:
    """The type of an expression, from this checker or from the check of another function."""
    known = known_type(expression, checker)
    if _tells(known):
        return known
    types = [*session.inference.answers.types.get(expression, ())]
    return types[0] if len(types) == 1 else known


def _types(session: Session, known: Sequence[Type | None], checker: TypeChecker) -> TupleType:
    items = [traced(session.converter, typ or _UNKNOWN) for typ in known]
    return TupleType(items, checker.named_generic_type(BUILTIN_TUPLE, [_UNKNOWN]))


def _made(
    session: Session, expression: Expression, checker: TypeChecker, depth: int
) -> _Object | None:
    """The object that an expression stands for, followed through names and functions."""
    match expression if depth else None:
        case CallExpr(callee=RefExpr(node=TypeInfo() as info)) as call:
            given = _arguments(session, call, info, checker)
            return None if given is None else _Object(info, given)
        case CallExpr(callee=RefExpr(node=FuncDef() as function)):
            value = _only_value(session, function, checker)
            return None if value is None else _made(session, value, checker, depth - 1)
        case NameExpr(node=Var() as variable):
            values = session.lints.definitions(checker.tree).values(variable)
            value = values[0] if len(values) == 1 else None
            return None if value is None else _made(session, value, checker, depth - 1)
    return None


def _arguments(
    session: Session, call: CallExpr, info: TypeInfo, checker: TypeChecker
) -> _Given | None:
    """The arguments of a generated constructor, by field; None if they are not known."""
    signature = constructor(info) if _is_as_given(session, info, checker) else None
    if signature is None or not {*call.arg_kinds} <= {ARG_POS, ARG_NAMED}:
        return None
    declared = signature.arg_names[1:]
    names = [name or declared[at] for at, name in enumerate(call.arg_names)]
    return {name: each for name, each in zip(names, call.args, strict=True) if name is not None}


def _is_as_given(session: Session, info: TypeInfo, checker: TypeChecker) -> bool:
    """Whether the fields of an object keep the arguments of the constructor.

    They do not if a field is converted or may be assigned. The answer is also no if mypy has read
    the class from its cache, which has no statements.
    """
    signature = constructor(info)
    if signature is None or not _is_fixed(session, info, signature, checker):
        return False
    if "__post_init__" in {name for base in info.mro for name in base.names}:
        return False
    fields = {
        target.name: statement.rvalue
        for base in info.mro
        if _is_read(session, base, checker)
        for statement in base.defn.defs.body
        if isinstance(statement, AssignmentStmt) and statement.type is not None
        for target in statement.lvalues
        if isinstance(target, NameExpr)
    }
    values = [value for value in fields.values() if isinstance(value, CallExpr)]
    return {*signature.arg_names[1:]} <= fields.keys() and all(map(_is_plain, values))


def _is_fixed(
    session: Session, info: TypeInfo, signature: CallableType, checker: TypeChecker
) -> bool:
    """Whether no field is assigned later: the class is frozen, or the program never does so."""
    dataclass = info.metadata.get("dataclass", {})
    if info.tuple_type is not None or dataclass.get("frozen"):
        return True
    names = [name for name in signature.arg_names[1:] if name]
    fields = session.inference.program.fields
    return bool(dataclass) and fields.are_never_assigned(info, names, checker)


def _is_read(session: Session, info: TypeInfo, checker: TypeChecker) -> bool:
    """Whether mypy has the statements of a class, and not only its types from the cache."""
    is_near = session.inference.is_on or info.module_name == checker.tree.fullname
    return is_near and is_of_program(info, checker.modules)


def _is_plain(value: CallExpr) -> bool:
    """Whether the value of a field is ``field(...)`` of a known kind, without a converter."""
    is_field = name_of(value.callee) in FIELD
    return is_field and {name for name in value.arg_names if name} <= OF_FIELD


def returned_carry(
    session: Session, body: Expression, checker: TypeChecker, *, is_beside: bool
) -> Expression | None:
    """Return the expression of the carry that a body returns, if it has one ``return``."""
    if isinstance(body, LambdaExpr):
        value: Expression | None = body.expr()
    else:
        function = function_of(body, checker)
        value = None if function is None else _only_value(session, function, checker)
    if not is_beside:
        return value
    return value.items[0] if isinstance(value, TupleExpr) and len(value.items) == 2 else None


def function_of(body: Expression, checker: TypeChecker) -> FuncDef | None:
    """Return the function that a name or a method refers to."""
    node = body.node if isinstance(body, RefExpr) else None
    if node is None and isinstance(body, MemberExpr):
        info = _class(body.expr, checker)
        symbol = info.get(body.name) if info is not None else None
        node = symbol.node if symbol is not None else None
    return node if isinstance(node, FuncDef) else None


def _only_value(session: Session, function: FuncDef, checker: TypeChecker) -> Expression | None:
    is_inner = function.fullname == function.name
    is_near = is_inner or function.fullname.startswith(f"{checker.tree.fullname}.")
    if not is_near and session.inference.functions.home(function, checker) is None:
        return None
    returned = [*session.inference.returned_by(function)]
    return returned[0] if len(returned) == 1 else None


def _changed(
    session: Session, body: Called, returned: Expression, info: TypeInfo, checker: TypeChecker
) -> _Given:
    """The fields that a body replaces in the object that it returns."""
    match returned:
        case CallExpr(callee=RefExpr(fullname=name), args=[owner, *_]) if (
            name in REPLACING_FUNCTIONS
        ):
            rest = list(zip(returned.arg_names, returned.args, strict=True))[1:]
        case CallExpr(callee=MemberExpr(expr=owner, name=name)) if name in REPLACING_METHODS:
            rest = list(zip(returned.arg_names, returned.args, strict=True))
        case _:
            made = _made(session, returned, checker, 2)
            return made.given if made is not None and made.info is info else {}
    is_carry = _class(owner, checker) is info or _is_parameter(owner, body, info, checker)
    is_same = is_carry and _is_as_given(session, info, checker)
    is_own = name in REPLACING_METHODS and _is_written(info, name, checker)
    return {key: each for key, each in rest if key} if is_same and not is_own else {}


def _is_parameter(owner: Expression, body: Called, info: TypeInfo, checker: TypeChecker) -> bool:
    """Whether an expression is a parameter of the body whose input is an object of the class."""
    is_lambda = isinstance(body.function, LambdaExpr)
    function = body.function if is_lambda else function_of(body.function, checker)
    if not isinstance(function, FuncItem) or not isinstance(owner, NameExpr):
        return False
    variables = [each.variable for each in function.arguments][-len(body.inputs) :]
    pairs = zip(variables, body.inputs, strict=False)
    return any(each is owner.node and class_of(typ) is info for each, typ in pairs)


def _is_written(info: TypeInfo, name: str, checker: TypeChecker) -> bool:
    """Whether the program itself defines the method, and not just as ``dataclasses.replace``."""
    bases = [base for base in info.mro if name in base.names]
    symbol = bases[0].names[name] if bases else None
    if symbol is None or (isinstance(symbol.node, FuncDef) and hands_on(symbol.node)):
        return False
    return not symbol.plugin_generated and is_of_program(bases[0], checker.modules)


def _class(expression: Expression, checker: TypeChecker) -> TypeInfo | None:
    """The class of an object, or the class that an expression names."""
    if isinstance(expression, RefExpr) and isinstance(expression.node, TypeInfo):
        return expression.node
    typ = known_type(expression, checker)
    if typ is None and isinstance(expression, NameExpr) and isinstance(expression.node, Var):
        typ = expression.node.type
    return class_of(typ) if typ is not None else None
