"""Checks of ``Array[...]`` in functions that neither beartype nor typeguard checks."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterator
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Union, get_args, get_origin

from promo_typing.annotations.array import ArrayMeta
from promo_typing.annotations.checked_shapes import resolved_hints
from promo_typing.annotations.violations import violation

_OF_TYPEGUARD: Final = "TypeCheckMemo"
"""The only mark of a function that typeguard has rewritten: a name in its code."""


def with_dtypes_checked(function: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap a function so that arguments and a result annotated as arrays are checked.

    Arrays inside other annotations, such as ``list[Array[D]]``, are left to type checkers. A
    function that beartype or typeguard checks already is returned unchanged, and so is a function
    without annotations of arrays.

    Raises:
        TypeError: in a call of the wrapper, an array has another dtype than its annotation.
    """
    hints = {} if _is_checked(function) else dict(_array_hints(function))
    if not hints:
        return function
    signature = inspect.signature(function)

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        for name, value in _arguments(signature, args, kwargs):
            if name in hints:
                _check(f"{function.__qualname__}: argument {name!r}", value, hints[name])
        result = function(*args, **kwargs)
        if "return" in hints:
            _check(f"{function.__qualname__}: the result", result, hints["return"])
        return result

    return call


def _is_checked(function: Any) -> bool:
    names = getattr(getattr(function, "__code__", None), "co_names", ())
    return hasattr(function, "__beartype_wrapper") or _OF_TYPEGUARD in names


def _array_hints(function: Any) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Each annotation that consists of arrays and ``None``: its name, and the union's members."""
    for name, hint in resolved_hints(function).items():
        if name == "return" and inspect.iscoroutinefunction(function):
            continue  # The call returns a coroutine, not the annotated result.
        members = _members(hint)
        if all(_is_array(each) or each is NoneType for each in members):
            yield name, members


def _members(hint: Any) -> tuple[Any, ...]:
    if get_origin(hint) is Annotated:
        return _members(get_args(hint)[0])
    if get_origin(hint) in (Union, UnionType):
        return tuple(member for each in get_args(hint) for member in _members(each))
    return (hint,)


def _is_array(hint: Any) -> bool:
    return isinstance(hint, ArrayMeta) or isinstance(get_origin(hint), ArrayMeta)


def _arguments(
    signature: inspect.Signature, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Iterator[tuple[str, Any]]:
    """Each argument by the name of its parameter; ``*args`` and ``**kwargs`` have several."""
    for name, value in signature.bind(*args, **kwargs).arguments.items():
        match signature.parameters[name].kind:
            case inspect.Parameter.VAR_POSITIONAL:
                yield from ((name, each) for each in value)
            case inspect.Parameter.VAR_KEYWORD:
                yield from ((name, each) for each in value.values())
            case _:
                yield name, value


def _check(subject: str, value: Any, members: tuple[Any, ...]) -> None:
    if not any(isinstance(value, member) for member in members):
        arrays = [member for member in members if member is not NoneType]
        raise TypeError(f"{subject} {violation(arrays[0], value)}{_others(members[1:])}")


def _others(members: tuple[Any, ...]) -> str:
    return "".join(f" or {'None' if each is NoneType else repr(each)}" for each in members)
