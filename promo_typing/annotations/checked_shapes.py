"""Checks of the shape in ``Annotated[Array[D], named_shape("batch", 3)]``.

Type checkers ignore that part of the annotation.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from promo_typing.annotations.bindings import bound
from promo_typing.annotations.named_shape import NamedShapeMeta


def with_shapes_checked(function: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap a function so that shapes of arguments and results are checked where annotated.

    A function without such annotations is returned unchanged. An argument or a result is an array,
    or a shape itself; coroutines and generators are not checked.

    Raises:
        TypeError: in a call of the wrapper, a shape differs from its annotation.
    """
    shapes = _annotated_shapes(function)
    if not shapes:
        return function
    signature = inspect.signature(function)

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        for name, value in signature.bind(*args, **kwargs).arguments.items():
            if name in shapes:
                _check(f"{function.__qualname__}: argument {name!r}", value, shapes[name])
        result = function(*args, **kwargs)
        if "return" in shapes:
            _check(f"{function.__qualname__}: the result", result, shapes["return"])
        return result

    return call


def resolved_hints(function: Callable[..., Any]) -> dict[str, Any]:
    """Return the evaluated annotations of a function, none if a name in them is not defined yet."""
    try:
        return get_type_hints(function, include_extras=True)
    except (NameError, TypeError):  # a name that is defined later, or a callable without hints
        return {}


def _annotated_shapes(function: Callable[..., Any]) -> dict[str, NamedShapeMeta]:
    return {
        name: extra
        for name, hint in resolved_hints(function).items()
        if get_origin(hint) is Annotated
        for extra in get_args(hint)[1:]
        if isinstance(extra, NamedShapeMeta)
    }


def _check(subject: str, value: Any, expected: NamedShapeMeta) -> None:
    shape = getattr(value, "shape", value)
    if not isinstance(shape, expected):
        names = [each for each in expected.dimensions or () if isinstance(each, str)]
        known = [f"{name!r} is {bound(name)}" for name in names if bound(name) is not None]
        where = f", where {' and '.join(known)} in this call" if known else ""
        raise TypeError(f"{subject} has shape {shape}, expected {expected!r}{where}")
