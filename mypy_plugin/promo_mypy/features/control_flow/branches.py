"""The results of ``cond`` and ``switch``.

JAX promotes nothing here: all branches must return the same dtypes. If one is weak and another is
not, a fixed branch decides: the false branch of ``cond``, branch 0 of ``switch``
(``jax._src.lax.control_flow.conditionals``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from itertools import zip_longest
from typing import Final, NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import Expression, ListExpr, MemberExpr, NameExpr, RefExpr, TupleExpr, TypeInfo, Var
from mypy.plugin import FunctionContext
from mypy.types import (
    AnyType,
    ProperType,
    TupleType,
    Type,
    TypeOfAny,
    get_proper_type,
)

from promo_mypy import errors
from promo_mypy.errorcodes import DTYPE_BRANCHES
from promo_mypy.features import ruled_functions
from promo_mypy.features.control_flow import carry
from promo_mypy.features.control_flow.origins import Called, is_widening, origins
from promo_mypy.features.gradients import output_of
from promo_mypy.fullnames import COND, SWITCH
from promo_mypy.inference.names import name_of
from promo_mypy.inference.places import Written
from promo_mypy.session import Session
from promo_mypy.types.classes import class_of
from promo_mypy.types.expressions import known_type
from promo_mypy.types.lambdas import returned
from promo_mypy.types.made import written_class
from promo_mypy.types.parameter_variables import is_parameter
from promo_mypy.types.pytrees import Change, is_container, known_result, merged, traced

_UNKNOWN: Final = AnyType(TypeOfAny.special_form)


class _Conditional(NamedTuple):
    """The parameters that are branches, and the index of the one that decides the weakness."""

    branches: Sequence[str]
    decisive: int


class _Branch(NamedTuple):
    """A branch of a call.

    Attributes:
        expression: the expression of the function, if it is known.
        type: the type of the function.
        is_elsewhere: whether it is written in a list that has a name, and not in the call.
    """

    expression: Expression | None
    type: ProperType
    is_elsewhere: bool = False


CONDITIONALS: Final[Mapping[str, _Conditional]] = {
    COND: _Conditional(("true_fun", "false_fun"), decisive=1),
    SWITCH: _Conditional(("branches",), decisive=0),
}


def conditional(session: Session, fullname: str, ctx: FunctionContext) -> Type:
    """Return the type of the result, and report branches with different dtypes."""
    parameters, decisive = CONDITIONALS[fullname]
    inputs = [traced(session.converter, typ) for typ in _operands(ctx)]
    branches = _branches(session, parameters, ctx)
    results = [traced(session.converter, _result(session, each, inputs, ctx)) for each in branches]
    for branch, other in zip(branches[1:], results[1:], strict=True):
        for difference in carry.changes(session, results[0], other):
            errors.branches_differ(ctx.api, ctx.context, fullname, difference, session.semantics)
            said = _origins(session, difference, (branches[0], branch), inputs, ctx)
            errors.comes_from(ctx.api, ctx.context, said, DTYPE_BRANCHES)
    if all(isinstance(get_proper_type(result), AnyType) for result in results):
        return known_result(session.converter, ctx.default_return_type)
    others = [carry.open_to_weakness(session, result) for result in results]
    return reduce(lambda result, other: merged(other, result), others, results[decisive])


def _result(
    session: Session, branch: _Branch, inputs: Sequence[Type], ctx: FunctionContext
) -> Type:
    """The result type of a branch for these inputs."""
    result: Type | None = None
    if branch.expression is not None and not branch.is_elsewhere:
        result = ruled_functions.returned(session, branch.expression, inputs)
    elif branch.expression is not None and isinstance(ctx.api, TypeChecker):
        result = output_of(session, branch.expression, inputs, ctx.api)
    return result or returned(branch.type, inputs)


def _origins(
    session: Session,
    change: Change,
    branches: tuple[_Branch, _Branch],
    inputs: Sequence[Type],
    ctx: FunctionContext,
) -> Iterator[str]:
    """Notes on the sources of the wider dtype, for two branches that differ."""
    before, after = branches
    wider, dtype = after, change.after
    if not is_widening(session, change):
        change = Change(change.steps, change.after, change.before)
        wider, dtype = before, change.after
    if is_widening(session, change) and wider.expression is not None:
        called = Called(wider.expression, inputs)
        yield from origins(session, called, change.steps, dtype, ctx.api)


def _branches(session: Session, parameters: Sequence[str], ctx: FunctionContext) -> list[_Branch]:
    """The branches of a call."""
    if any(kind.is_star() for kinds in ctx.arg_kinds for kind in kinds):
        return []
    given = [
        pair
        for name in parameters
        if name in ctx.callee_arg_names
        for index in [ctx.callee_arg_names.index(name)]
        for pair in zip(ctx.args[index], ctx.arg_types[index], strict=True)
    ]
    return [
        branch
        for expression, typ in given
        for branch in _named(session, expression, ctx) or _items(expression, typ, ctx)
    ]


def _named(session: Session, expression: Expression, ctx: FunctionContext) -> list[_Branch]:
    """The branches in a list or tuple that is the only value of a variable or an attribute."""
    checker = ctx.api
    if not isinstance(expression, RefExpr) or not isinstance(checker, TypeChecker):
        return []
    if session.inference.program.dictionaries.changes(checker).has_name(name_of(expression)):
        return []
    items = _only_items(session, expression, checker)
    known = [get_proper_type(known_type(each, checker) or _UNKNOWN) for each in items]
    return [_Branch(each, typ, is_elsewhere=True) for each, typ in zip(items, known, strict=True)]


def _only_items(
    session: Session, expression: RefExpr, checker: TypeChecker
) -> Sequence[Expression]:
    match expression:
        case NameExpr(node=Var() as variable) if not is_parameter(variable):
            module = checker.modules.get(variable.fullname.rpartition(".")[0], checker.tree)
            value = session.inference.program.assigned.to_variable(variable, module)
            written = None if value is None or value.item is not None else value.expression
            return written.items if isinstance(written, ListExpr | TupleExpr) else []
        case MemberExpr(expr=owner, name=name):
            info = class_of(known_type(owner, checker) or _UNKNOWN)
            return [] if info is None else _methods(session, info, name, owner, checker)
    return []


def _methods(
    session: Session, info: TypeInfo, name: str, owner: Expression, checker: TypeChecker
) -> Sequence[Expression]:
    """The methods in the only list that an attribute gets, as methods of the object at the call.

    The object may be of a subclass that overrides a method which the constructor's list names.
    """
    found = session.inference.program.assigned.to_attribute(written_class(info), name, (), checker)
    match found:
        case [Written(ListExpr(items=items) | TupleExpr(items=items), place, None)]:
            names = [
                each.name
                for each in items
                if isinstance(each, MemberExpr) and place.is_receiver(each.expr)
            ]
            return [MemberExpr(owner, each) for each in names] if len(names) == len(items) else []
    return []


def _operands(ctx: FunctionContext) -> Iterator[Type]:
    """The types of the operands of the branches."""
    for name in ("operands", "operand"):
        if name in ctx.callee_arg_names:
            yield from ctx.arg_types[ctx.callee_arg_names.index(name)]


def _items(expression: Expression, given: Type, ctx: FunctionContext) -> list[_Branch]:
    """The branches in a list or tuple, or a single branch."""
    proper = get_proper_type(given)
    if isinstance(expression, ListExpr):
        # mypy gives the lambdas in a list one common type, without their results.
        known = [(item, known_type(item, ctx.api)) for item in expression.items]
        return [_Branch(item, get_proper_type(typ or _UNKNOWN)) for item, typ in known]
    if isinstance(proper, TupleType):
        written = expression.items if isinstance(expression, TupleExpr) else []
        pairs = zip_longest(written, proper.items)
        return [_Branch(each, get_proper_type(typ)) for each, typ in pairs if typ is not None]
    if is_container(proper):
        return [_Branch(None, get_proper_type(proper.args[-1]))]
    return [_Branch(expression, proper)]
