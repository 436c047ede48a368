"""``dtypechecked``: a type variable stands for one dtype in all annotations of a function.

beartype and typeguard check each annotation by itself, so that ``Array[D]`` takes any dtype within
the bound of ``D``. With this decorator on top, all checks of one call use the same ``D``. Without
beartype and typeguard, the decorator checks arrays by itself.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import AsyncGenerator, Callable, Generator
from typing import Any, Final, ForwardRef, TypeVar, overload

from promo_typing.annotations.bindings import Frame, checking
from promo_typing.annotations.checked_dtypes import with_dtypes_checked
from promo_typing.annotations.checked_shapes import with_shapes_checked

_F = TypeVar("_F", bound=Callable[..., Any])


@overload
def dtypechecked(function: _F, /) -> _F: ...
@overload
def dtypechecked(*, typechecker: Callable[..., Any]) -> Callable[[_F], _F]: ...
def dtypechecked(function: Any = None, /, *, typechecker: Callable[..., Any] | None = None) -> Any:
    """Check dtypes, and bind type variables and the names of ``NamedShape`` once per call.

    Use it on top of the decorator of a type checker, with that decorator as argument, or alone::

        @dtypechecked(typechecker=beartype.beartype)
        def add(x: Array[D], y: Array[D]) -> Array[D]: ...

    Alone it checks the arguments and results that are annotated with ``Array[...]``, or with a
    union of ``Array[...]`` and ``None``. All other annotations, such as ``list[Array[D]]``, need a
    type checker.

    The first array that is checked against ``Array[D]`` binds ``D``, to its dtype or to the
    constraint of ``D`` that it satisfies. All further arrays, the result included, must agree.
    The names of dimensions in ``Annotated[..., named_shape("batch", 3)]`` are bound likewise.

    A call of a decorated function inside another call has bindings of its own; a call of a function
    that is not decorated shares those of the outer call. A generator or a coroutine keeps the
    bindings of the call that made it. Checks happen while JAX traces, and leave nothing in the
    compiled code.

    Args:
        function: a function, a method, or a class whose methods are decorated.
        typechecker: a decorator to apply first, ``beartype.beartype`` or
            ``typeguard.typechecked``.

    Raises:
        TypeError: ``function`` cannot be called. Without a type checker also when the function is
            called with an array of another dtype, or returns one.
    """
    if function is None:
        return functools.partial(_decorate, typechecker=typechecker)
    return _decorate(function)


def _decorate(function: Any, typechecker: Callable[..., Any] | None = None) -> Any:
    if isinstance(function, (staticmethod, classmethod)):
        return type(function)(_decorate(function.__func__, typechecker))
    checked = function if typechecker is None else typechecker(function)
    if isinstance(checked, type):
        return _decorate_methods(checked)
    if not callable(checked):
        raise TypeError(f"dtypechecked: {checked!r} cannot be called; write it above a function")
    original = inspect.unwrap(checked)
    wrap = next((wrap for is_kind, wrap in _KINDS if is_kind(original)), _of_function)
    variables = _variables(checked)
    typed = with_dtypes_checked(checked) if typechecker is None else checked
    return functools.update_wrapper(wrap(with_shapes_checked(typed), variables), checked)


def _variables(function: Any) -> Frame:
    """The type variables of a function by name, since typeguard keeps only names in annotations.

    typeguard does not find the variables that ``def f[D](...)`` declares.
    """
    hints = [*getattr(function, "__annotations__", {}).values()]
    hints += getattr(function, "__type_params__", ())
    inner = (variable for hint in hints for variable in getattr(hint, "__parameters__", ()))
    found = (each for each in (*hints, *inner) if isinstance(each, TypeVar))
    return {ForwardRef(each.__name__): each for each in found}


def _decorate_methods(cls: type) -> type:
    for name, value in list(vars(cls).items()):
        if inspect.isfunction(value) or isinstance(value, (staticmethod, classmethod)):
            setattr(cls, name, _decorate(value))
    return cls


def _of_function(function: Callable[..., Any], variables: Frame) -> Callable[..., Any]:
    def call(*args: Any, **kwargs: Any) -> Any:
        with checking(variables.copy()):
            return function(*args, **kwargs)

    return call


def _of_coroutine(function: Callable[..., Any], variables: Frame) -> Callable[..., Any]:
    async def call(*args: Any, **kwargs: Any) -> Any:
        with checking(variables.copy()):  # Each asyncio task has its own context variables.
            return await function(*args, **kwargs)

    return call


def _of_generator(function: Callable[..., Any], variables: Frame) -> Callable[..., Any]:
    def call(*args: Any, **kwargs: Any) -> Any:
        with checking(variables.copy()) as frame:
            generator = function(*args, **kwargs)
        return _resumed_in(frame, generator)

    return call


def _resumed_in(frame: Frame, generator: Generator[Any, Any, Any]) -> Generator[Any, Any, Any]:
    """Like ``yield from``, but the caller's frame is restored while the generator is suspended."""
    resume: Callable[[], Any] = functools.partial(next, generator)
    while True:
        try:
            with checking(frame):
                value = resume()
        except StopIteration as stop:
            return stop.value
        try:
            resume = functools.partial(generator.send, (yield value))
        except GeneratorExit:
            with checking(frame):
                generator.close()
            raise
        except BaseException as error:
            resume = functools.partial(generator.throw, error)


def _of_async_generator(function: Callable[..., Any], variables: Frame) -> Callable[..., Any]:
    def call(*args: Any, **kwargs: Any) -> Any:
        with checking(variables.copy()) as frame:
            generator = function(*args, **kwargs)
        return _resumed_async_in(frame, generator)

    return call


async def _resumed_async_in(
    frame: Frame, generator: AsyncGenerator[Any, Any]
) -> AsyncGenerator[Any, Any]:
    resume: Callable[[], Any] = generator.__anext__
    while True:
        try:
            with checking(frame):
                value = await resume()
        except StopAsyncIteration:
            return
        try:
            resume = functools.partial(generator.asend, (yield value))
        except GeneratorExit:
            with checking(frame):
                await generator.aclose()
            raise
        except BaseException as error:
            resume = functools.partial(generator.athrow, error)


_KINDS: Final[tuple[tuple[Callable[[Any], bool], Callable[..., Any]], ...]] = (
    (inspect.iscoroutinefunction, _of_coroutine),
    (inspect.isgeneratorfunction, _of_generator),
    (inspect.isasyncgenfunction, _of_async_generator),
)
"""The kinds of functions whose body runs after the call, and how each is wrapped."""
