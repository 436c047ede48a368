"""``jax.grad`` and the like: reports inputs and outputs without derivatives, such as integers.

Dtypes that the function's annotations state are checked where it is transformed. The others are
checked where the gradient is called: ``jax.grad(lambda x: x * x)(2)``, or
``slope = jax.grad(jnp.tanh)`` and then ``slope(2)``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import zip_longest
from typing import Final, NamedTuple, TypeAlias

from mypy.checker import TypeChecker
from mypy.constant_fold import constant_fold_expr
from mypy.nodes import (
    ARG_STAR,
    ARG_STAR2,
    CallExpr,
    Expression,
    FuncDef,
    LambdaExpr,
    MemberExpr,
    NameExpr,
    RefExpr,
    TupleExpr,
    Var,
)
from mypy.plugin import FunctionContext, MethodContext
from mypy.types import (
    AnyType,
    CallableType,
    Instance,
    TupleType,
    Type,
    TypeOfAny,
    get_proper_type,
)

from promo_mypy import errors
from promo_mypy.features import calls, dictionaries, ruled_functions, transforms
from promo_mypy.features.constrained_variables import called_at_once
from promo_mypy.features.control_flow.inputs import DEPTH_LIMIT
from promo_mypy.features.transforms import Derivative
from promo_mypy.fullnames import (
    BUILTIN_FALSE,
    BUILTIN_FUNCTION,
    BUILTIN_TRUE,
    BUILTIN_TUPLE,
    GRADIENT,
)
from promo_mypy.inference.values import CALL, Transformed
from promo_mypy.session import Session
from promo_mypy.types.classes import class_of
from promo_mypy.types.convert import array_instance
from promo_mypy.types.expressions import known_type
from promo_mypy.types.lambdas import called_with as lambda_called_with
from promo_mypy.types.pytrees import leaves, tells_dtypes, traced
from promo_mypy.unwatched import unwatched
from promo_typing.core.dtypes import DISCRETE_KINDS, NODES, PRNG_KEY, PYTHON_SCALARS

_Context: TypeAlias = FunctionContext | MethodContext
_ANY: Final = AnyType(TypeOfAny.special_form)
_INTEGERS: Final = DISCRETE_KINDS | {PRNG_KEY}
_NOT_REAL: Final = _INTEGERS | {"complex"}
_BOOLEANS: Final = {BUILTIN_TRUE: True, BUILTIN_FALSE: False}
_MADE: Final = (GRADIENT, CALL)
"""The names of the types of made functions: derivatives and other transformed functions."""
_PARAMETERS: Final = ("fun", "argnums", "has_aux", "holomorphic", "allow_int")


class _Transform(NamedTuple):
    """The kinds of dtypes that a transform refuses as inputs and as outputs."""

    inputs: frozenset[str]
    outputs: frozenset[str]


_REVERSE: Final = _Transform(_INTEGERS, _NOT_REAL)
GRADIENTS: Final[Mapping[str, _Transform]] = {
    "jax.grad": _REVERSE,
    "jax.value_and_grad": _REVERSE,
    "jax.jacrev": _REVERSE,
    "jax.jacobian": _REVERSE,
    "jax.jacfwd": _Transform(_NOT_REAL, frozenset()),
    "jax.hessian": _Transform(_NOT_REAL, _NOT_REAL),
}


class _Settings(NamedTuple):
    """The arguments of a transform.

    Attributes:
        fullname: the full name of the transform.
        function: the function.
        places: ``argnums``, the positions of the differentiated arguments.
        is_single: whether ``argnums`` is one number and not a tuple.
        allow_int: whether integers may be differentiated.
        has_aux: whether the function returns auxiliary data.
    """

    fullname: str
    function: Expression
    places: Sequence[int]
    is_single: bool
    allow_int: bool
    has_aux: bool

    @property
    def refused_inputs(self) -> frozenset[str]:
        """The kinds of dtypes that JAX refuses as inputs of this call."""
        refused = GRADIENTS[self.fullname].inputs
        return refused - _INTEGERS if self.allow_int else refused


def transform(session: Session, fullname: str, ctx: FunctionContext) -> Type:
    """Answer ``jax.grad(f)``, and check the dtypes that the annotations of ``f`` state."""
    settings = _settings(ctx.context, ctx)
    given = get_proper_type(ctx.arg_types[0][0]) if ctx.arg_types and ctx.arg_types[0] else _ANY
    if settings is None:
        return ctx.default_return_type
    if isinstance(given, CallableType) and not given.variables and isinstance(ctx.api, TypeChecker):
        with unwatched(ctx.api.msg.errors):
            _report_declared(session, settings, given, ctx)
    known = _inferred(session, settings, ctx)
    if known is not None:
        return known
    result = get_proper_type(called_at_once(ctx.default_return_type, ctx))
    if isinstance(result, CallableType) and not _has_no_types(settings.function):
        return result.copy_modified(name=GRADIENT)
    # Each overload must return this one type: if several fit and differ, mypy takes Any.
    fallback = ctx.api.named_generic_type(BUILTIN_FUNCTION, [])
    return _anything(fallback).copy_modified(name=GRADIENT)


def _inferred(session: Session, settings: _Settings, ctx: FunctionContext) -> Type | None:
    """The type of a derivative whose result is inferred from each call."""
    if not session.inference.is_on:
        return None
    inner = transforms.open_function(session, ctx, by_inputs=True)
    if inner is None:
        return None
    result = transforms.differentiated(
        _DERIVATIVES[settings.fullname],
        settings.places,
        is_single=settings.is_single,
        has_aux=settings.has_aux,
        pair=ctx.api.named_generic_type(BUILTIN_TUPLE, [_ANY]),
    )
    trace = partial(traced, session.converter)
    transform = (settings.fullname, *settings.places, settings.is_single, settings.has_aux)
    value = Transformed(inner, transform, trace, result)
    gradient = inner.copy_modified(ret_type=_ANY)
    return session.inference.values.typed(gradient, value).copy_modified(name=GRADIENT)


_JACOBIAN: Final = Derivative(is_jacobian=True)
_DERIVATIVES: Final[Mapping[str, Derivative]] = {
    "jax.grad": Derivative(),
    "jax.value_and_grad": Derivative(with_value=True),
    "jax.jacfwd": Derivative(is_jacobian=True, is_like_output=True),
    "jax.jacrev": _JACOBIAN,
    "jax.jacobian": _JACOBIAN,
    "jax.hessian": Derivative(is_jacobian=True, is_second=True),
}


def _has_no_types(function: Expression) -> bool:
    if isinstance(function, RefExpr):
        return isinstance(function.node, FuncDef) and function.node.type is None
    return isinstance(function, LambdaExpr)


def _anything(fallback: Instance) -> CallableType:
    kinds = [ARG_STAR, ARG_STAR2]
    return CallableType([_ANY, _ANY], kinds, [None, None], _ANY, fallback, is_ellipsis_args=True)


def call(session: Session, ctx: FunctionContext) -> Type:
    """Answer a call of a made function, and check the arguments of a derivative: ``grad(f)(x)``."""
    # First the call itself, which records the origins of the dtypes in the body.
    result = calls.function(session, ctx) if session.inference.is_on else ctx.default_return_type
    _check_arguments(session, ctx)
    return result


def method(session: Session, ctx: MethodContext) -> Type:
    """Answer a call of a method, which may be an attribute that holds a derivative."""
    result = calls.method(session, ctx)
    if isinstance(ctx.context, CallExpr) and isinstance(ctx.api, TypeChecker):
        called = ctx.api.lookup_type_or_none(ctx.context.callee)
        if isinstance(called, CallableType) and called.name in _MADE:
            _check_arguments(session, ctx)
    return result


def _check_arguments(session: Session, ctx: _Context) -> None:
    if isinstance(ctx.context, CallExpr) and isinstance(ctx.api, TypeChecker):
        settings = _settings(_made_by(session, ctx.context.callee, ctx.api), ctx)
        arguments = ctx.context.args
        if settings is not None and all(kind.is_positional() for kind in ctx.context.arg_kinds):
            inputs = [_given(session, each, ctx.api) for each in arguments]
            _report_called(session, settings, inputs, ctx)


def _given(session: Session, argument: Expression, checker: TypeChecker) -> Type:
    """The type of an argument; for a dictionary, with a type for each key."""
    dictionary = dictionaries.typed(session, argument, checker)
    return dictionary or known_type(argument, checker) or _ANY


def _made_by(session: Session, callee: Expression, checker: TypeChecker) -> Expression:
    """The call of the transform, found through ``jax.jit``, a variable or an attribute."""
    match callee:
        case MemberExpr(expr=owner, name=name):
            typ = known_type(owner, checker)
            info = None if typ is None else class_of(typ)
            found = session.inference.program.assigned.anywhere_to_attribute(name, info, checker)
            made = found[0] if len(found) == 1 else None
            return callee if made is None else transforms.untraced(made)
        case NameExpr(node=Var() as variable):
            values = session.lints.definitions(checker.tree).values(variable)
            value = values[0] if len(values) == 1 else None
            return callee if value is None else transforms.untraced(value)
    return transforms.untraced(callee)


def _report_declared(
    session: Session, settings: _Settings, function: CallableType, ctx: FunctionContext
) -> None:
    inputs = [_only_arrays(typ) for typ in function.arg_types]
    if _report_inputs(session, settings, inputs, ctx):
        return
    output: Type | None = None
    if isinstance(ctx.api, TypeChecker):
        output = output_of(session, settings.function, function.arg_types, ctx.api)
    _report_output(session, settings, output or function.ret_type, ctx)


def _report_called(
    session: Session,
    settings: _Settings,
    inputs: Sequence[Type],
    ctx: _Context,
) -> None:
    if not isinstance(ctx.api, TypeChecker):
        return
    if _report_inputs(session, settings, _left_open(session, settings, inputs), ctx):
        return
    if isinstance(settings.function, RefExpr) and not _has_no_types(settings.function):
        return  # The result was already checked where the function was transformed.
    arrays = [traced(session.converter, typ) for typ in inputs]
    output = output_of(session, settings.function, arrays, ctx.api)
    if output is not None:
        _report_output(session, settings, output, ctx)


def _left_open(session: Session, settings: _Settings, inputs: Sequence[Type]) -> list[Type]:
    """The inputs, with Any for those whose dtypes an annotation states: mypy checks these."""
    function = settings.function
    node = function.node if isinstance(function, RefExpr) else None
    typ = get_proper_type(node.type) if isinstance(node, FuncDef) else None
    declared = typ.arg_types if isinstance(typ, CallableType) else []
    pairs = zip_longest(inputs, declared[: len(inputs)], fillvalue=_ANY)
    return [_ANY if _is_decided(session, settings, old) else new for new, old in pairs]


def _is_decided(session: Session, settings: _Settings, declared: Type) -> bool:
    """Whether an annotation states the dtype, or a type that is refused as an input anyway."""
    return tells_dtypes(declared) or any(_refused(session, declared, settings.refused_inputs))


def output_of(
    session: Session, function: Expression, inputs: Sequence[Type], checker: TypeChecker
) -> Type | None:
    """Return the result type for these inputs of a function that does not declare its dtypes."""
    if not isinstance(function, LambdaExpr):
        ruled = ruled_functions.returned(session, function, inputs)
        return ruled or session.inference.with_inputs(function, inputs, checker)
    fallback = checker.named_type(BUILTIN_FUNCTION)
    context = lambda_called_with(_anything(fallback), function, inputs)
    with session.retraced.deeper() as depth:
        if context is None or depth > DEPTH_LIMIT:
            return None
        typ = get_proper_type(checker.get_expression_type(function, context))
    return typ.ret_type if isinstance(typ, CallableType) else None


def _report_inputs(
    session: Session,
    settings: _Settings,
    inputs: Sequence[Type],
    ctx: _Context,
) -> bool:
    for place in settings.places:
        given = inputs[place] if place < len(inputs) else _ANY
        for dtype in _refused(session, given, settings.refused_inputs):
            found = f"argument {place} is {dtype}, which has no derivative"
            instead = "differentiate with respect to a float, e.g. x.astype(jnp.float32)"
            errors.no_derivative(ctx.api, ctx.context, settings.fullname, found, instead)
            return True
    return False


def _report_output(session: Session, settings: _Settings, output: Type, ctx: _Context) -> None:
    proper = get_proper_type(output)
    if settings.has_aux:
        if not isinstance(proper, TupleType) or len(proper.items) != 2:
            return
        output = proper.items[0]
    for dtype in _refused(session, output, GRADIENTS[settings.fullname].outputs):
        found = f"the function returns {dtype}, which is no real number"
        errors.no_derivative(ctx.api, ctx.context, settings.fullname, found, "return a float of it")
        return


def _only_arrays(typ: Type) -> Type:
    """An annotation of arrays; Any for others, since arrays are often passed for ``int``."""
    proper = get_proper_type(typ)
    return proper if isinstance(proper, TupleType) or array_instance(proper) else _ANY


def _refused(session: Session, tree: Type, kinds: frozenset[str]) -> Iterator[str]:
    """The dtypes in a pytree that certainly are of these kinds."""
    for leaf in leaves(tree):
        symbols = session.converter.operand(leaf) or ()
        nodes = [node for symbol in symbols for node in symbol.nodes]
        if nodes and all(_kind(node) in kinds for node in nodes):
            yield " | ".join(errors.shown(symbol.name) for symbol in symbols)


def _kind(node: str) -> str:
    return node if node == PRNG_KEY else NODES[PYTHON_SCALARS.get(node, node)].kind


def _settings(call: object, ctx: _Context) -> _Settings | None:
    """The arguments of a transform's call; None if they are unknown, or it is holomorphic."""
    if not isinstance(call, CallExpr) or not isinstance(call.callee, RefExpr):
        return None
    fullname = call.callee.fullname
    if fullname not in GRADIENTS or any(kind.is_star() for kind in call.arg_kinds):
        return None
    names = [name or _at(place) for place, name in enumerate(call.arg_names)]
    given = dict(zip(names, call.args, strict=True))
    flags = [_flag(given.get(name)) for name in ("holomorphic", "allow_int", "has_aux")]
    places = _places(given.get("argnums"), ctx)
    if "fun" not in given or places is None or None in flags or flags[0]:
        return None
    is_single = not isinstance(given.get("argnums"), TupleExpr)
    return _Settings(fullname, given["fun"], places, is_single, bool(flags[1]), bool(flags[2]))


def _at(place: int) -> str:
    return _PARAMETERS[place] if place < len(_PARAMETERS) else ""


def _flag(expression: Expression | None) -> bool | None:
    """A literal flag, or its default; None if it is unknown."""
    if expression is None:
        return False
    return _BOOLEANS.get(expression.fullname) if isinstance(expression, NameExpr) else None


def _places(expression: Expression | None, ctx: _Context) -> Sequence[int] | None:
    if expression is None:
        return (0,)
    written = expression.items if isinstance(expression, TupleExpr) else [expression]
    module = ctx.api.tree.fullname if isinstance(ctx.api, TypeChecker) else ""
    places = [constant_fold_expr(each, module) for each in written]
    known = [place for place in places if isinstance(place, int) and place >= 0]
    return known if len(known) == len(places) else None
