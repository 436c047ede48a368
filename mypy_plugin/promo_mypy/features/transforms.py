"""Transformed functions whose originals do not declare their results.

``jax.jit(f)`` calls ``f`` with its own arguments, ``jax.grad(f)`` returns a tree like an argument
of ``f``, and ``functools.partial(f, x)`` binds an argument. The result is inferred where the new
function is called.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final, NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import ARG_NAMED_OPT, ARG_POS, ARG_STAR2, CallExpr, Expression, RefExpr
from mypy.plugin import FunctionContext, MethodContext
from mypy.types import AnyType, CallableType, Instance, TupleType, Type, TypeOfAny, get_proper_type

from promo_mypy.features.constrained_variables import called_at_once
from promo_mypy.features.layers.catalogue import LAYERS
from promo_mypy.features.layers.origins import is_class_itself
from promo_mypy.fullnames import DECORATORS, TRACING
from promo_mypy.inference.arguments import Argument, bound, unpacked
from promo_mypy.inference.values import Bound, Transformed, Written, takes_anything
from promo_mypy.session import Session
from promo_mypy.types.convert import array_instance
from promo_mypy.types.python_numbers import is_number
from promo_mypy.types.pytrees import traced, with_leaves
from promo_mypy.types.silence import is_silent

_ANY: Final = AnyType(TypeOfAny.special_form)
_FUNCTION: Final = ("f", "fun", "func")
"""The names of the parameter for the function."""
_STATIC: Final = ("static_argnums", "static_argnames", "excluded")


def keeping(session: Session, fullname: str, ctx: FunctionContext | MethodContext) -> Type:
    """Answer ``jax.jit(f)`` and the like."""
    inner = open_function(session, ctx)
    if inner is None and fullname in DECORATORS and not _has_function(ctx):
        return session.converter.instance(DECORATORS[fullname]) or ctx.default_return_type
    if inner is None:
        made = called_at_once(ctx.default_return_type, ctx)
        return _with_unknown_numbers(made) if fullname.startswith("jax.") else made
    names = [
        name
        for name, given in zip(ctx.callee_arg_names, ctx.args, strict=True)
        if given and name in _STATIC
    ]
    # A static argument stays a Python scalar. So does an argument or a result of checkpoint.
    traces = fullname in TRACING and not names
    trace = partial(traced, session.converter) if traces else _unchanged
    transform = (keeping, traces)
    known = session.inference.values.typed(inner, Transformed(inner, transform, trace, _output))
    session.inference.values.decorate(ctx, known)
    default = get_proper_type(ctx.default_return_type)
    owner = default if isinstance(default, Instance) else None
    if (returned := TRACING.get(fullname)) is not None:
        owner = session.converter.instance(returned)
    return known if owner is None else known.copy_modified(fallback=owner)


def _has_function(ctx: FunctionContext | MethodContext) -> bool:
    """Whether a transform gets a function, and not only settings as in ``nnx.jit(graph=True)``."""
    written = ctx.context
    return (
        not isinstance(written, CallExpr)
        or ARG_POS in written.arg_kinds
        or any(name in _FUNCTION for name in written.arg_names)
    )


def _with_unknown_numbers(made: Type) -> Type:
    """The type of a transformed function with a declared result, with Any for declared numbers.

    JAX returns arrays for most numbers. And where ``float`` is declared, the function often returns
    a strong array anyway, so that the result's dtype is not known.
    """
    typ = get_proper_type(made)
    if not isinstance(typ, CallableType):
        return made
    return typ.copy_modified(
        ret_type=with_leaves(typ.ret_type, lambda leaf: _ANY if is_number(leaf) else leaf)
    )


def open_function(
    session: Session, ctx: FunctionContext | MethodContext, *, by_inputs: bool = False
) -> CallableType | None:
    """Return the type of the function argument if its annotations say no result dtype; else None.

    With ``by_inputs`` it is also returned if they leave the dtype of a parameter open.
    """
    given = ctx.arg_types[0] if ctx.arg_types else []
    if len(given) != 1 or not isinstance(ctx.api, TypeChecker):
        return None
    inner = get_proper_type(
        session.inference.function_types.of_transformed(ctx.args[0][0], given[0], ctx.api)
    )
    if not isinstance(inner, CallableType) or inner.variables:
        return None
    asked = [inner.ret_type, *(inner.arg_types if by_inputs else ())]
    is_open = any(map(is_silent, asked)) and session.inference.values.of(inner) is not None
    return inner if is_open else None


def untraced(function: Expression) -> Expression:
    """Return ``f`` for ``jax.jit(f)`` and the like; any other expression as it is."""
    match function:
        case CallExpr(callee=RefExpr(fullname=name), args=[inner, *_]) if name in TRACING:
            return untraced(inner)
    return function


def _unchanged(typ: Type) -> Type:
    return typ


def _output(inputs: Sequence[Type], output: Type) -> Type:
    return output


def partial_of(session: Session, ctx: FunctionContext, default: Type) -> Type:
    """Answer ``functools.partial(f, x)``; ``default`` is mypy's type."""
    inner = open_function(session, ctx) or _class(session, ctx)
    fallback = get_proper_type(default)
    if inner is None or not isinstance(fallback, Instance) or not isinstance(ctx.api, TypeChecker):
        return default
    given = list(_given(session, ctx))
    types = bound(inner.arg_kinds, inner.arg_names, given, ctx.api, is_partial=True)
    if types is None:
        return default
    return session.inference.values.typed(
        _remaining(inner, types, given).copy_modified(fallback=fallback), Bound(inner, given)
    )


def _remaining(
    function: CallableType, types: Sequence[Type | None], given: Sequence[Argument]
) -> CallableType:
    """The type of a partial: an argument that is bound by name may be given again.

    mypy's own type keeps such a parameter, too, but under another name.
    """
    again = {each.name for each in given if each.name is not None}
    kinds = [
        ARG_NAMED_OPT if name in again else kind
        for kind, name in zip(function.arg_kinds, function.arg_names, strict=True)
    ]
    rest = [
        place
        for place, (typ, kind) in enumerate(zip(types, kinds, strict=True))
        if typ is None or kind.is_star() or kind == ARG_NAMED_OPT
    ]
    rest.sort(key=lambda place: (kinds[place] == ARG_STAR2, kinds[place].is_named()))
    return function.copy_modified(
        arg_types=[function.arg_types[place] for place in rest],
        arg_kinds=[kinds[place] for place in rest],
        arg_names=[function.arg_names[place] for place in rest],
    )


def _class(session: Session, ctx: FunctionContext) -> CallableType | None:
    """The type of a class that is given, if its single objects can tell more, or it is a layer."""
    given = get_proper_type(ctx.arg_types[0][0]) if ctx.arg_types and ctx.arg_types[0] else None
    if not isinstance(given, CallableType) or not isinstance(ctx.api, TypeChecker):
        return None
    made, _ = session.inference.values.unbound(given)
    if not made.is_type_obj() or made.variables:
        return None
    if made is given and not is_class_itself(session, ctx.args[0][0], ctx.api):
        return None
    info = made.type_object()
    is_layer = info.fullname in LAYERS
    return given if is_layer or session.inference.program.makings.knows(info, ctx.api) else None


def partial_of_jax(session: Session, ctx: FunctionContext, default: Type) -> Type:
    """Answer ``functools.partial(jnp.sum, axis=0)``; ``default`` is mypy's type."""
    fallback, function = get_proper_type(default), ctx.args[0][0]
    if not isinstance(fallback, Instance) or not isinstance(ctx.api, TypeChecker):
        return default
    given = list(_given(session, ctx))
    made = session.inference.values.of(ctx.arg_types[0][0])
    value = made.with_more(given) if isinstance(made, Written) else Written(function, given)
    fallback = fallback.copy_modified(args=[_ANY])
    return session.inference.values.typed(takes_anything(fallback), value)


def _given(session: Session, ctx: FunctionContext) -> Iterator[Argument]:
    """The arguments that a partial binds."""
    if not isinstance(ctx.api, TypeChecker):
        return
    for column in zip(
        ctx.args[1:], ctx.arg_types[1:], ctx.arg_kinds[1:], ctx.arg_names[1:], strict=True
    ):
        for expression, typ, kind, name in zip(*column, strict=True):
            known = session.inference.function_types.of_argument(expression, typ, ctx.api)
            yield from unpacked(Argument(known, kind, name, expression))


class Derivative(NamedTuple):
    """The form of the result of a differentiating transform.

    Attributes:
        is_jacobian: whether it is a Jacobian. For pytrees that is a tree of trees, and unknown
            here.
        is_like_output: whether it has the dtypes of the function's result, and not of its inputs.
        with_value: whether the function's result comes first, in a pair.
        is_second: whether it is the second derivative, which is a tuple of tuples for several
            arguments.
    """

    is_jacobian: bool = False
    is_like_output: bool = False
    with_value: bool = False
    is_second: bool = False

    def of(self, given: Type, output: Type) -> Type:
        """Return the derivative with respect to one argument."""
        arrays = (array_instance(get_proper_type(each)) for each in (given, output))
        if self.is_jacobian and None in arrays:
            return _ANY
        return output if self.is_like_output else given


def differentiated(
    derivative: Derivative,
    places: Sequence[int],
    *,
    is_single: bool,
    has_aux: bool,
    pair: Instance,
) -> Callable[[Sequence[Type], Type], Type]:
    """Return a function from the types of inputs and output to the type of the transform's result.

    Args:
        derivative: the form of the result.
        places: the positions of the differentiated arguments.
        is_single: whether it is one argument, so that the result is not a tuple.
        has_aux: whether the function returns a pair, whose second item is passed on.
        pair: the class of tuples.
    """

    def result(inputs: Sequence[Type], output: Type) -> Type:
        proper = get_proper_type(output)
        parts = [output, _ANY]
        if has_aux:
            both = isinstance(proper, TupleType) and len(proper.items) == 2
            parts = proper.items if isinstance(proper, TupleType) and both else [_ANY, _ANY]
        known = [inputs[place] if place < len(inputs) else _ANY for place in places]
        found: list[Type] = [derivative.of(given, parts[0]) for given in known]
        if derivative.is_second and not is_single:
            found = [TupleType([each] * len(found), pair) for each in found]
        gradient = found[0] if is_single else TupleType(found, pair)
        if derivative.with_value:
            return TupleType([output, gradient], pair)
        return TupleType([gradient, parts[1]], pair) if has_aux else gradient

    return result
