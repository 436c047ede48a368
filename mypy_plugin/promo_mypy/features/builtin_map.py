"""Python's ``map``: ``q, k, v = map(split_heads, (q, k, v))``.

mypy takes the type of the items from the annotation of the function.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mypy.checker import TypeChecker
from mypy.plugin import FunctionContext
from mypy.types import Instance, Type, get_proper_type

from promo_mypy.features import dictionaries
from promo_mypy.features.gradients import output_of
from promo_mypy.inference.results import filled
from promo_mypy.session import Session
from promo_mypy.types.iterables import items_of
from promo_mypy.types.sameness import are_same


def mapped(session: Session, ctx: FunctionContext) -> Type:
    """Answer ``map(function, xs)`` and ``map(function, xs, ys)``, if all results have one type."""
    default = get_proper_type(ctx.default_return_type)
    given = [typ for types in ctx.arg_types[1:] for typ in types]
    if not isinstance(default, Instance) or not isinstance(ctx.api, TypeChecker) or not given:
        return default
    outputs = [
        output_of(session, ctx.args[0][0], inputs, ctx.api) for inputs in _inputs(given, ctx.api)
    ]
    first = outputs[0] if outputs else None
    if first is None or not all(each and are_same(each, first) for each in outputs):
        return default
    result = default.copy_modified(args=[filled(default.args[0], first)])
    return dictionaries.told(session, result, ctx.context, ctx.api)


def _inputs(given: Sequence[Type], checker: TypeChecker) -> Iterator[Sequence[Type]]:
    """The types with which the function is called; none if an iterable is unknown."""
    columns = [items_of(each, checker) for each in given]
    if len(columns) == 1:
        yield from ([each] for each in columns[0])
    elif all(_is_of_one_type(each) for each in columns):
        yield [each[0] for each in columns]


def _is_of_one_type(items: Sequence[Type]) -> bool:
    return bool(items) and all(are_same(each, items[0]) for each in items)
