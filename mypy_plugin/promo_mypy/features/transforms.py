"""Functions that are made of others, where these do not say what they return.

``jax.jit(f)`` calls ``f`` with what it is called with; ``jax.grad(f)`` returns what the arguments
of ``f`` look like; ``functools.partial(f, x)`` gives ``f`` an argument. What comes out is inferred
where the new function is called.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

from mypy.nodes import ArgKind, Decorator
from mypy.plugin import FunctionContext, MethodContext
from mypy.types import AnyType, CallableType, Instance, TupleType, Type, TypeOfAny, get_proper_type

from promo_mypy.fullnames import TRACING
from promo_mypy.inference.parameters import is_silent
from promo_mypy.inference.values import Bound, Transformed
from promo_mypy.session import Session
from promo_mypy.types.pytrees import traced

_ANY: Final = AnyType(TypeOfAny.special_form)
_STATIC: Final = ("static_argnums", "static_argnames")


def keeping(session: Session, fullname: str, ctx: FunctionContext | MethodContext) -> Type:
    """Answer ``jax.jit(f)`` and its like."""
    inner = open_function(session, ctx)
    if inner is None:
        return ctx.default_return_type
    names = [
        name
        for name, given in zip(ctx.callee_arg_names, ctx.args, strict=True)
        if given and name in _STATIC
    ]
    # A static argument stays the Python scalar that it is, and so does what checkpoint returns.
    traces = fullname in TRACING and not names
    trace = partial(traced, session.converter) if traces else _unchanged
    known = session.inference.values.typed(inner, Transformed(inner, trace, _output))
    if isinstance(ctx.context, Decorator):
        session.inference.values.decorate(ctx.context, known)
    owner = session.converter.instance(TRACING.get(fullname) or "")
    return known if owner is None else known.copy_modified(fallback=owner)


def open_function(session: Session, ctx: FunctionContext | MethodContext) -> CallableType | None:
    """Return the type of the function that is given, if it does not say what it returns."""
    given = ctx.arg_types[0] if ctx.arg_types else []
    inner = get_proper_type(given[0]) if len(given) == 1 else None
    if not isinstance(inner, CallableType) or inner.variables or not is_silent(inner.ret_type):
        return None
    return inner if session.inference.values.of(inner) is not None else None


def _unchanged(typ: Type) -> Type:
    return typ


def _output(inputs: Sequence[Type], output: Type) -> Type:
    return output


def bound(session: Session, ctx: FunctionContext, default: Type) -> Type:
    """Answer ``functools.partial(f, x)``; ``default`` is what mypy says."""
    inner = open_function(session, ctx)
    fallback = get_proper_type(default)
    if inner is None or not isinstance(fallback, Instance):
        return default
    given = _given(inner, ctx)
    if given is None:
        return default
    # mypy gives a parameter that was given by its name another one.
    rest = [place for place in range(len(inner.arg_types)) if place not in given]
    remaining = inner.copy_modified(
        arg_types=[inner.arg_types[place] for place in rest],
        arg_kinds=[inner.arg_kinds[place] for place in rest],
        arg_names=[inner.arg_names[place] for place in rest],
        fallback=fallback,
    )
    return session.inference.values.typed(remaining, Bound(inner, given))


def _given(inner: CallableType, ctx: FunctionContext) -> dict[int, Type] | None:
    """The arguments of a partial, by the place of their parameters; None if that is not known."""
    given: dict[int, Type] = {}
    if any(kind.is_star() for kind in inner.arg_kinds):
        return None
    for types, kinds, names in zip(
        ctx.arg_types[1:], ctx.arg_kinds[1:], ctx.arg_names[1:], strict=True
    ):
        for typ, kind, name in zip(types, kinds, names, strict=True):
            place = _place(inner, kind, name, given)
            if place is None:
                return None
            given[place] = typ
    return given


def _place(
    inner: CallableType, kind: ArgKind, name: str | None, given: Mapping[int, Type]
) -> int | None:
    if kind.is_star():
        return None
    if name is not None:
        return inner.arg_names.index(name) if name in inner.arg_names else None
    free = (place for place in range(len(inner.arg_types)) if place not in given)
    return next(free, None)


def differentiated(
    places: Sequence[int], *, is_single: bool, has_aux: bool, with_value: bool, pair: Instance
) -> Callable[[Sequence[Type], Type], Type]:
    """Return what ``jax.grad`` makes of what goes into a function, and of what comes out.

    Args:
        places: the arguments with respect to which it differentiates.
        is_single: whether it is one, which is not put into a tuple.
        has_aux: whether the function returns a pair, the second part of which is passed on.
        with_value: whether the output comes first, as ``jax.value_and_grad`` has it.
        pair: the class of a tuple.
    """

    def result(inputs: Sequence[Type], output: Type) -> Type:
        known = [inputs[place] if place < len(inputs) else _ANY for place in places]
        gradient = known[0] if is_single else TupleType(known, pair)
        if with_value:
            return TupleType([output, gradient], pair)
        if not has_aux:
            return gradient
        proper = get_proper_type(output)
        parts = proper.items if isinstance(proper, TupleType) else []
        return TupleType([gradient, parts[1] if len(parts) == 2 else _ANY], pair)

    return result
