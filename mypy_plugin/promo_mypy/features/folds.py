"""``functools.reduce`` and ``itertools.accumulate``, which call a function with its last result.

By their annotations the result has the type of the first value. But a bfloat16 that is multiplied
by a float32 in each step becomes a float32.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import Expression
from mypy.plugin import FunctionContext
from mypy.types import (
    AnyType,
    FunctionLike,
    Instance,
    Type,
    TypeOfAny,
    flatten_nested_unions,
    get_proper_type,
)

from promo_mypy.features.gradients import output_of
from promo_mypy.session import Session
from promo_mypy.types.convert import array_instance
from promo_mypy.types.iterables import items_of
from promo_mypy.types.made import is_made
from promo_mypy.types.python_numbers import are_scalars
from promo_mypy.types.pytrees import is_plain_tuple, leaves, unknown_array
from promo_mypy.types.sameness import are_same
from promo_mypy.types.silence import is_silent

_ANY: Final = AnyType(TypeOfAny.special_form)


def reduced(session: Session, ctx: FunctionContext) -> Type:
    """Answer ``reduce(f, xs)`` and ``reduce(f, xs, initial)`` of arrays."""
    default = ctx.default_return_type
    if not isinstance(ctx.api, TypeChecker):
        return default
    iterable, *initial = [typ for types in ctx.arg_types[1:] for typ in types]
    items = items_of(iterable, ctx.api)
    if _is_number_by_annotation(default, items):
        return _ANY
    if not _tells_dtypes(default):
        return default
    function = ctx.args[0][0]
    if is_plain_tuple(get_proper_type(iterable)):
        found = _folded(session, function, [*initial, *items], ctx.api)
    else:
        found = _kept(session, function, [*initial, *items], items, ctx.api)
    return found or _unknown(session, default)


def accumulated(session: Session, ctx: FunctionContext) -> Type:
    """Answer ``accumulate(xs, f)`` of arrays; without a function it adds them."""
    default = get_proper_type(ctx.default_return_type)
    if not isinstance(default, Instance) or not isinstance(ctx.api, TypeChecker):
        return default
    given = dict(zip(ctx.callee_arg_names, zip(ctx.args, ctx.arg_types, strict=True), strict=True))
    functions, _ = given.get("func", ([], []))
    _, initial = given.get("initial", ([], []))
    items = items_of(ctx.arg_types[0][0], ctx.api)
    if not functions or not default.args:
        return default
    if _is_number_by_annotation(default.args[0], items):
        return default.copy_modified(args=[_ANY])
    if not _tells_dtypes(default.args[0]):
        return default
    found = _kept(session, functions[0], [*initial, *items], items, ctx.api)
    return default.copy_modified(args=[found or _unknown(session, default.args[0])])


def _is_number_by_annotation(declared: Type, items: Sequence[Type]) -> bool:
    """Whether a result for arrays is declared as a number, such as the one that it starts with.

    mypy also finds a number in the body of a lambda while its parameters have no type yet. Items
    that are functions may make arrays.
    """
    return are_scalars(declared) and any(
        _is_array(each) or is_silent(each) or isinstance(get_proper_type(each), FunctionLike)
        for each in items
    )


def _is_array(typ: Type) -> bool:
    return array_instance(get_proper_type(typ)) is not None


def _tells_dtypes(typ: Type) -> bool:
    """Whether a type is an array, or contains arrays or objects with fields of their own."""
    parts = flatten_nested_unions([typ])
    return any(_is_array(leaf) or is_made(leaf) for each in parts for leaf in leaves(each))


def _unknown(session: Session, declared: Type) -> Type:
    return unknown_array(session.converter) if _is_array(declared) else _ANY


def _folded(
    session: Session, function: Expression, steps: Sequence[Type], checker: TypeChecker
) -> Type | None:
    """The type of the last result, for values of these types one by one; None if it is unknown."""
    result = steps[0] if steps else None
    for item in steps[1:]:
        if result is None:
            return None
        result = output_of(session, function, [result, item], checker)
    return result


def _kept(
    session: Session,
    function: Expression,
    first: Sequence[Type],
    items: Sequence[Type],
    checker: TypeChecker,
) -> Type | None:
    """The type of the first value, if the function keeps it with each item; None if not."""
    before = first[0] if first else None
    is_kept = before is not None and all(
        after is not None and are_same(after, before)
        for item in items
        for after in [output_of(session, function, [before, item], checker)]
    )
    return before if items and is_kept else None
