"""Loops and conditionals of ``jax.lax``: ``scan``, ``while_loop``, ``cond`` and so on.

mypy looks at a lambda before it knows what the others of several overloads would give it. So here
the stubs have one signature, and the plugin puts the types into it that JAX calls the function
with: ``lax.scan(lambda c, x: ..., 0.0, xs)`` traces the lambda with a weak array for ``c``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from mypy.nodes import Expression, LambdaExpr, ListExpr, RefExpr, StarExpr, TupleExpr
from mypy.plugin import FunctionContext, FunctionSigContext
from mypy.subtypes import is_subtype
from mypy.types import (
    AnyType,
    CallableType,
    Instance,
    ProperType,
    TupleType,
    Type,
    TypeOfAny,
    get_proper_type,
)

from promo_mypy import errors
from promo_mypy.features import carry
from promo_mypy.fullnames import (
    ASSOCIATIVE_SCAN,
    BUILTIN_INT,
    COND,
    FORI_LOOP,
    MAP,
    SCAN,
    SWITCH,
    WHILE_LOOP,
)
from promo_mypy.session import Session
from promo_mypy.types.expressions import known_type
from promo_mypy.types.lambdas import called_with
from promo_mypy.types.pytrees import is_container, is_object, leaves, merged, traced
from promo_typing.core.dtypes import WEAK

INDEX: Final = "#index"
"""The index of ``fori_loop``, which JAX counts in a weak integer."""

INPUTS: Final[Mapping[str, Mapping[str, Sequence[str]]]] = {
    SCAN: {"f": ("init", "xs")},
    WHILE_LOOP: {"cond_fun": ("init_val",), "body_fun": ("init_val",)},
    FORI_LOOP: {"body_fun": (INDEX, "init_val")},
    MAP: {"f": ("xs",)},
    ASSOCIATIVE_SCAN: {"fn": ("elems", "elems")},
    COND: {
        "true_fun": ("operands", "operand"),
        "false_fun": ("operands", "operand"),
    },
    SWITCH: {"branches": ("operands", "operand")},
}
"""The functions that each takes, and what JAX calls these with."""

_CARRIES: Final = {
    SCAN: "init",
    WHILE_LOOP: "init_val",
    FORI_LOOP: "init_val",
    ASSOCIATIVE_SCAN: "elems",
}
"""The parameter whose dtypes come out again."""

_UNKNOWN: Final = AnyType(TypeOfAny.special_form)
_BRANCHES: Final = {COND: ("true_fun", "false_fun"), SWITCH: ("branches",)}


def signature(session: Session, fullname: str, ctx: FunctionSigContext) -> CallableType:
    """Give lambdas and generic functions the types that JAX calls them with."""
    original = ctx.default_signature
    types = list(original.arg_types)
    for name, names in INPUTS[fullname].items():
        if name not in original.arg_names:
            return original
        index = original.arg_names.index(name)
        given = ctx.args[index]
        functions = _functions(given[0]) if len(given) == 1 else []
        lambdas = any(isinstance(each, LambdaExpr) for each in functions)
        if not lambdas and not any(_is_generic(each, ctx) for each in functions):
            continue
        inputs = _inputs(session, names, ctx)
        # A dtype that is promoted later may be out of the bounds of a type variable now.
        if inputs is not None and (lambdas or not any(_has_weak(session, inputs))):
            types[index] = _formal(types[index], functions, inputs)
    return original.copy_modified(arg_types=types)


def _functions(given: Expression) -> Sequence[Expression]:
    return given.items if isinstance(given, (ListExpr, TupleExpr)) else [given]


def _is_generic(function: Expression, ctx: FunctionSigContext) -> bool:
    if not isinstance(function, RefExpr):
        return False
    typ = get_proper_type(ctx.api.get_expression_type(function))
    return isinstance(typ, CallableType) and bool(typ.variables)


def _has_weak(session: Session, inputs: Sequence[Type]) -> Iterator[bool]:
    for leaf in (leaf for each in inputs for leaf in leaves(each)):
        yield any(symbol.name in WEAK for symbol in session.converter.operand(leaf) or ())


def _inputs(session: Session, names: Sequence[str], ctx: FunctionSigContext) -> list[Type] | None:
    """The types of the inputs; None if there are not as many expressions as inputs."""
    inputs: list[Type] = []
    for name in names:
        if name == INDEX:
            inputs.append(traced(session.converter, ctx.api.named_generic_type(BUILTIN_INT, [])))
            continue
        given = ctx.args[ctx.default_signature.arg_names.index(name)]
        if any(isinstance(each, StarExpr) for each in given):
            return None
        types = map(ctx.api.get_expression_type, given)
        inputs.extend(traced(session.converter, typ) for typ in types)
    return inputs


def _formal(formal: Type, functions: Sequence[Expression], inputs: Sequence[Type]) -> Type:
    """The type of a parameter for functions that all get these inputs."""
    proper = get_proper_type(formal)
    if isinstance(proper, Instance) and len(proper.args) == 1:
        return proper.copy_modified(args=[_formal(proper.args[0], functions, inputs)])
    if not isinstance(proper, CallableType):
        return formal
    if not proper.is_ellipsis_args and len(proper.arg_types) != len(inputs):
        return formal
    first, *others = [called_with(proper, function, inputs) for function in functions]
    return first if first and all(other == first for other in others) else formal


def function(session: Session, fullname: str, ctx: FunctionContext) -> Type:
    """Return what comes out, and report what JAX refuses."""
    if fullname in _BRANCHES:
        results = _branches(session, fullname, ctx)
        _compare(session, fullname, results, ctx)
        return _common(results) or _result(session, ctx)
    result = _result(session, ctx)
    before = _carry_in(session, fullname, ctx)
    return result if before is None else _carried(session, fullname, before, result, ctx)


def _result(session: Session, ctx: FunctionContext) -> Type:
    """What mypy found, but for ``object``, which it says of things that have nothing in common."""
    result = get_proper_type(ctx.default_return_type)
    if is_object(result):
        return _UNKNOWN
    return traced(session.converter, result)


def _carry_in(session: Session, fullname: str, ctx: FunctionContext) -> Type | None:
    name = _CARRIES.get(fullname)
    if name not in ctx.callee_arg_names:
        return None
    index = ctx.callee_arg_names.index(name)
    if len(ctx.args[index]) != 1 or any(kind.is_star() for kind in ctx.arg_kinds[index]):
        return None
    return traced(session.converter, ctx.arg_types[index][0])


def _carried(
    session: Session, fullname: str, before: Type, result: Type, ctx: FunctionContext
) -> Type:
    proper = get_proper_type(result)
    if fullname != SCAN:
        _report(session, fullname, before, result, ctx)
        return merged(before, result)
    if not isinstance(proper, TupleType) or len(proper.items) != 2:
        return result
    after, stacked = proper.items
    _report(session, fullname, before, after, ctx)
    return proper.copy_modified(items=[merged(before, after), stacked])


def _report(
    session: Session, fullname: str, before: Type, after: Type, ctx: FunctionContext
) -> None:
    for change in carry.changes(session, before, after):
        errors.carry_changes(ctx.api, ctx.context, fullname, change, session.semantics)


def _branches(session: Session, fullname: str, ctx: FunctionContext) -> list[Type]:
    """What each branch returns, in a traced function; Any if that is not known."""
    if any(kind.is_star() for kinds in ctx.arg_kinds for kind in kinds):
        return []
    given = [
        pair
        for name in _BRANCHES[fullname]
        if name in ctx.callee_arg_names
        for index in [ctx.callee_arg_names.index(name)]
        for pair in zip(ctx.args[index], ctx.arg_types[index], strict=True)
    ]
    results: list[Type] = []
    for function in (branch for pair in given for branch in _items(*pair, ctx)):
        known = isinstance(function, CallableType) and not function.variables
        result = function.ret_type if isinstance(function, CallableType) and known else _UNKNOWN
        results.append(traced(session.converter, result))
    return results


def _items(expression: Expression, given: Type, ctx: FunctionContext) -> list[ProperType]:
    """The functions in a list or tuple of them, or the function itself."""
    proper = get_proper_type(given)
    if isinstance(expression, ListExpr):
        # Of several lambdas mypy's list has one type, which says nothing of what they return.
        known = [known_type(item, ctx.api) for item in expression.items]
        return [get_proper_type(typ or _UNKNOWN) for typ in known]
    if isinstance(proper, TupleType):
        return [get_proper_type(item) for item in proper.items]
    if is_container(proper):
        return [get_proper_type(proper.args[-1])]
    return [proper]


def _common(results: Sequence[Type]) -> Type | None:
    """The type of the branches that are known, if there is one: JAX refuses different dtypes."""
    known = [result for result in results if not isinstance(get_proper_type(result), AnyType)]
    for candidate in known:
        if all(is_subtype(each, candidate) for each in known):
            return candidate
    return None


def _compare(
    session: Session, fullname: str, results: Sequence[Type], ctx: FunctionContext
) -> None:
    for other in results[1:]:
        for difference in carry.differences(session, results[0], other):
            errors.branches_differ(ctx.api, ctx.context, fullname, difference, session.semantics)
