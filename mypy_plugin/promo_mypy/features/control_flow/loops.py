"""The results of ``scan``, ``while_loop``, ``fori_loop``, ``map`` and ``associative_scan``."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext
from typing import Final, NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import Expression, LambdaExpr, TupleExpr
from mypy.plugin import FunctionContext
from mypy.subtypes import is_same_type
from mypy.types import AnyType, CallableType, TupleType, Type, TypeOfAny, get_proper_type

from promo_mypy import errors
from promo_mypy.errorcodes import DTYPE_CARRY
from promo_mypy.features import dictionaries
from promo_mypy.features.control_flow import carry, entries, fields, lists
from promo_mypy.features.control_flow.inputs import DEPTH_LIMIT
from promo_mypy.features.control_flow.origins import Called, is_widening, origins
from promo_mypy.features.mistakes import parameters
from promo_mypy.fullnames import ASSOCIATIVE_SCAN, FORI_LOOP, SCAN, WHILE_LOOP
from promo_mypy.session import Session
from promo_mypy.types.lambdas import returned as returned_by
from promo_mypy.types.pytrees import known_result, merged, traced
from promo_typing.core.dtypes import DISCRETE_KINDS

_UNKNOWN: Final = AnyType(TypeOfAny.special_form)
_BOOL: Final = frozenset({"bool"})
_FLOATS: Final = frozenset({"float"})
_BOUNDS: Final = ("lower", "upper")


class _Loop(NamedTuple):
    """The parameters of a loop.

    Attributes:
        body: the parameter that is the body.
        initial: the parameter that is the initial value.
        place: the position of the carry among the body's inputs.
        others: the parameters that give the other inputs; ``lower`` stands for the index.
    """

    body: str
    initial: str
    place: int
    others: tuple[str, ...] = ()


LOOPS: Final[Mapping[str, _Loop]] = {
    SCAN: _Loop("f", "init", 0, ("xs",)),
    WHILE_LOOP: _Loop("body_fun", "init_val", 0),
    FORI_LOOP: _Loop("body_fun", "init_val", 1, ("lower",)),
}


def loop(session: Session, fullname: str, ctx: FunctionContext) -> Type:
    """Return the type of a loop's result, and report a carry that changes its dtype."""
    names = LOOPS[fullname]
    if fullname == WHILE_LOOP:
        _report_condition(session, ctx)
    elif fullname == FORI_LOOP:
        _report_bounds(session, ctx)
    _report_parts(session, fullname, names, ctx)
    result = _result(session, names.body, ctx)
    before = _argument(session, names.initial, ctx)
    dictionary = _dictionary(session, names, ctx)
    if dictionary is not None:
        before = _with_entries(session, fullname, names, dictionary, ctx)
        result = _traced_again(session, names, before, ctx)
    after = _carry_of(fullname, result)
    if before is None or after is None:
        return result
    promoted = carry.promoted(session, before, after)
    if not is_same_type(promoted, before):
        result = _traced_again(session, names, promoted, ctx)
        after = _carry_of(fullname, result)
        if after is None:
            return result
    body = Called(_body(names, ctx), _inputs(session, names, promoted, ctx))
    _report(session, fullname, carry.as_given(session, promoted, before), after, body, ctx)
    known = merged(carry.open_to_weakness(session, promoted), after)
    returned = _with_carry(fullname, result, known)
    return dictionaries.told(session, returned, ctx.context, ctx.api)


def _result(session: Session, function: str, ctx: FunctionContext) -> Type:
    """The result type of a loop.

    If a type is expected of the call, mypy may give the call that type. So the result of the body
    is used where it says more.
    """
    result = known_result(session.converter, ctx.default_return_type)
    index = ctx.callee_arg_names.index(function) if function in ctx.callee_arg_names else None
    given = [] if index is None else ctx.arg_types[index]
    if len(given) != 1:
        return result
    called = get_proper_type(given[0])
    body = known_result(session.converter, returned_by(called, inputs=None))
    if isinstance(called, CallableType) and not called.variables:
        return body
    return body if isinstance(get_proper_type(result), AnyType) else merged(body, result)


def _argument(session: Session, name: str, ctx: FunctionContext) -> Type | None:
    if name not in ctx.callee_arg_names:
        return None
    index = ctx.callee_arg_names.index(name)
    if len(ctx.args[index]) != 1 or any(kind.is_star() for kind in ctx.arg_kinds[index]):
        return None
    return traced(session.converter, ctx.arg_types[index][0])


def _dictionary(session: Session, names: _Loop, ctx: FunctionContext) -> Type | None:
    """The type of the initial carry, if it is a dictionary with known keys; else None.

    Also None if the body has annotations, since it is not checked for this type then.
    """
    body, initial = (
        ctx.args[ctx.callee_arg_names.index(name)] for name in (names.body, names.initial)
    )
    if len(body) != 1 or len(initial) != 1 or not isinstance(ctx.api, TypeChecker):
        return None
    found = dictionaries.typed(session, initial[0], ctx.api)
    is_checked = isinstance(body[0], LambdaExpr) or session.inference.is_open(body[0], ctx.api)
    return traced(session.converter, found) if found is not None and is_checked else None


def _with_entries(
    session: Session, fullname: str, names: _Loop, dictionary: Type, ctx: FunctionContext
) -> Type:
    """The type of the final carry if the body assigns entries; reports entries that change."""
    if not isinstance(ctx.api, TypeChecker):
        return dictionary
    body = Called(_body(names, ctx), _inputs(session, names, dictionary, ctx))
    given = (dictionary, names.place, body, ctx.api)
    before, after = entries.promoted(session, *given, is_beside=fullname == SCAN)
    _report(session, fullname, carry.as_given(session, before, dictionary), after, body, ctx)
    return before


def _carry_of(fullname: str, result: Type) -> Type | None:
    """The part of the result that is the carry: ``scan`` also returns stacked outputs."""
    if fullname != SCAN:
        return result
    proper = get_proper_type(result)
    return proper.items[0] if isinstance(proper, TupleType) and len(proper.items) == 2 else None


def _with_carry(fullname: str, result: Type, known: Type) -> Type:
    proper = get_proper_type(result)
    if fullname != SCAN or not isinstance(proper, TupleType):
        return known
    return proper.copy_modified(items=[known, proper.items[1]])


def _traced_again(session: Session, names: _Loop, promoted: Type, ctx: FunctionContext) -> Type:
    """The result type of the body for the promoted carry.

    A lambda is checked again, and so is a function without annotations. For any other function the
    declared result holds.
    """
    index = ctx.callee_arg_names.index(names.body)
    expression, given = _body(names, ctx), get_proper_type(ctx.arg_types[index][0])
    if isinstance(expression, LambdaExpr) and isinstance(given, CallableType):
        types = list(given.arg_types)
        types[names.place] = promoted
        context = given.copy_modified(arg_types=types, ret_type=_UNKNOWN)
        with session.retraced.deeper() as depth:
            if depth > DEPTH_LIMIT:
                return _UNKNOWN
            return known_result(session.converter, _of_lambda(session, expression, context, ctx))
    elif isinstance(ctx.api, TypeChecker) and session.inference.is_open(expression, ctx.api):
        inputs = _inputs(session, names, promoted, ctx)
        output = session.inference.with_inputs(expression, inputs, ctx.api)
        if output is not None:
            return known_result(session.converter, output)
    return known_result(session.converter, returned_by(given, inputs=None))


def _of_lambda(
    session: Session, function: LambdaExpr, context: CallableType, ctx: FunctionContext
) -> Type:
    """The result type of a lambda in a context; for dictionaries, with a type for each key."""
    with ctx.api.msg.filter_errors() if isinstance(ctx.api, TypeChecker) else nullcontext():
        given = get_proper_type(ctx.api.get_expression_type(function, context))
    whole = returned_by(given, inputs=None)
    value = function.expr()
    written = value.items if isinstance(value, TupleExpr) else [value]
    known = [dictionaries.typed(session, each, ctx.api) for each in written]
    proper = get_proper_type(whole)
    if not isinstance(value, TupleExpr):
        return known[0] or whole
    if not isinstance(proper, TupleType) or len(proper.items) != len(known):
        return whole
    pairs = zip(known, proper.items, strict=True)
    return proper.copy_modified(items=[each or typ for each, typ in pairs])


def _inputs(session: Session, names: _Loop, promoted: Type, ctx: FunctionContext) -> list[Type]:
    """The types of the body's inputs, with the promoted carry."""
    others = [_argument(session, name, ctx) for name in names.others]
    types = [*others[: names.place], promoted, *others[names.place :]]
    return [_UNKNOWN if typ is None else typ for typ in types]


def _body(names: _Loop, ctx: FunctionContext) -> Expression:
    """The expression of the loop's body."""
    return ctx.args[ctx.callee_arg_names.index(names.body)][0]


def _report(
    session: Session,
    fullname: str,
    before: Type,
    after: Type,
    body: Called,
    ctx: FunctionContext,
) -> None:
    beside = (0,) if fullname == SCAN else ()
    for change in carry.changes(session, before, after):
        errors.carry_changes(ctx.api, ctx.context, fullname, change, session.semantics)
        if is_widening(session, change):
            steps = (*beside, *change.steps)
            said = origins(session, body, steps, change.after, ctx.api)
            errors.comes_from(ctx.api, ctx.context, said, DTYPE_CARRY)


def _report_parts(session: Session, fullname: str, names: _Loop, ctx: FunctionContext) -> None:
    """Report changed fields and list items, for which mypy has no types of their own."""
    pairs = dict(zip(ctx.callee_arg_names, ctx.args, strict=True))
    body, initial = pairs.get(names.body, []), pairs.get(names.initial, [])
    if len(body) != 1 or len(initial) != 1 or not isinstance(ctx.api, TypeChecker):
        return
    goes_in = _argument(session, names.initial, ctx) or _UNKNOWN
    called = Called(body[0], _inputs(session, names, goes_in, ctx))
    beside = fullname == SCAN
    found = [*fields.changes(session, initial[0], called, ctx.api, is_beside=beside)]
    comes_out = _carry_of(fullname, _result(session, names.body, ctx)) or _UNKNOWN
    if not any(carry.changes(session, goes_in, comes_out)):
        begin = lists.Start(initial[0], names.place)
        found += lists.changes(session, begin, called, ctx.api, is_beside=beside)
    for change in found:
        errors.carry_changes(ctx.api, ctx.context, fullname, change, session.semantics)


def _report_condition(session: Session, ctx: FunctionContext) -> None:
    """Report a loop condition that is not a bool."""
    for typ in _given("cond_fun", ctx):
        operand = session.converter.operand(returned_by(get_proper_type(typ), inputs=None))
        if parameters.is_refused(operand, _BOOL):
            written = f"{WHILE_LOOP}(cond_fun -> {parameters.shown(operand)}, ...)"
            errors.refused_by_parameter(ctx.api, ctx.context, written, "a bool, e.g. x != 0")


def _report_bounds(session: Session, ctx: FunctionContext) -> None:
    """Report the bounds of a loop if one is a float and the other an integer."""
    bounds = [session.converter.operand(typ) for name in _BOUNDS for typ in _given(name, ctx)]
    kinds = [
        not parameters.is_refused(operand, _FLOATS)
        for operand in bounds
        if parameters.is_refused(operand, _FLOATS) != parameters.is_refused(operand, DISCRETE_KINDS)
    ]
    if len(kinds) == len(_BOUNDS) and len({*kinds}) > 1:
        written = f"{FORI_LOOP}({', '.join(map(parameters.shown, bounds))}, ...)"
        takes = "called with bounds of one dtype; make both integers"
        errors.refused_by_parameter(ctx.api, ctx.context, written, takes)


def _given(name: str, ctx: FunctionContext) -> list[Type]:
    return dict(zip(ctx.callee_arg_names, ctx.arg_types, strict=True)).get(name, [])


def mapped(session: Session, ctx: FunctionContext) -> Type:
    """Answer ``lax.map``, which stacks the results of its function."""
    return known_result(session.converter, ctx.default_return_type)


def combined(session: Session, ctx: FunctionContext) -> Type:
    """Answer ``lax.associative_scan``: its result has the elements' dtypes, and is never weak.

    JAX promotes nothing here, so the function must return the dtypes of the elements.
    """
    result = known_result(session.converter, ctx.default_return_type)
    before = _argument(session, "elems", ctx)
    if before is None:
        return result
    combining = Called(ctx.args[0][0], [before, before])
    _report(session, ASSOCIATIVE_SCAN, before, result, combining, ctx)
    return merged(carry.not_weak(session, result), carry.not_weak(session, before))
