"""The base of an engine's functions: each kind of call is prepared once and cached."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final, Protocol, TypeAlias

from jax.dtypes import TypePromotionError

from promo_runtime.errors import PromotionError
from promo_runtime.operands import type_key
from promo_runtime.settings import applied, current, hold
from promo_typing.systems import ExecutableSystem, JaxSettings

Call: TypeAlias = Callable[..., Any]

KEPT_CALLS: Final = 512
"""The most cached kinds of calls of a function; the least recently used is dropped."""


class Host(Protocol):
    """The part of an engine that an operation needs."""

    promotion: ExecutableSystem
    settings: JaxSettings

    def placed(self, call: Call) -> Call:
        """Make a call on plain arrays compute where the engine computes."""
        ...

    def lifted(self, operation: Call, arguments: Any) -> Call | None:
        """Return the operation for engine arrays; None if all arguments are plain."""
        ...


class Kept:
    """A cached call for operands of one kind; None until it is prepared."""

    __slots__ = ("call",)

    def __init__(self, *key: object) -> None:
        self.call: Call | None = None


class Operation(ABC):
    """A function of an engine, such as ``engine.add``, to be called with operands.

    For each combination of operand dtypes and settings the call is prepared once, and then called
    directly. At most ``KEPT_CALLS`` prepared calls are kept.
    """

    _key_of = staticmethod(type_key)
    """The function from an operand to the key that a prepared call depends on."""

    def __init__(self, function: str, host: Host) -> None:
        self.function = function
        self._host = host
        self._system = host.promotion
        self._settings = host.settings if host.settings != JaxSettings() else None
        # lru_cache is written in C, and so faster than any ordered dictionary.
        self._kept = lru_cache(maxsize=KEPT_CALLS)(Kept)

    def __call__(self, *operands: Any, **options: Any) -> Any:
        """Execute the function and return what ``jax.numpy`` returns: an array or a tuple.

        Raises:
            PromotionError: the operands have no common dtype under the promotion system.
            OperandError: the function does not accept this dtype, or an operand is no array.
            EngineError: an operand is an array of another engine.
        """
        if self._settings is None or hold(self._settings):
            return self._call(operands, options)
        with applied(self._settings):
            return self._call(operands, options)

    def __repr__(self) -> str:
        return f"<{self.function} under the promotion system {self._system.name!r}>"

    @property
    def kept_calls(self) -> int:
        """The number of cached kinds of calls."""
        return self._kept.cache_info().currsize

    def _call(self, operands: tuple[Any, ...], options: dict[str, Any]) -> Any:
        return self._general(operands, options)

    @abstractmethod
    def _general(self, operands: tuple[Any, ...], options: dict[str, Any]) -> Any:
        """Execute a call with arguments of any kind."""


class Ufunc(Operation):
    """A function with positional operands and few other arguments, whose calls are fast."""

    def _call(self, operands: tuple[Any, ...], options: dict[str, Any]) -> Any:
        if options:
            return self._general(operands, options)
        kept = self._kept(current(), *map(self._key_of, operands))
        call = kept.call
        if call is None:
            call = kept.call = self._prepared(operands)
        try:
            return call(*operands)
        except TypePromotionError as error:  # The rule left it open; JAX refuses.
            raise PromotionError(f"{self.function}: {error}") from error

    def _prepared(self, operands: tuple[Any, ...]) -> Call:
        lifted = self._host.lifted(self, operands)
        return self._host.placed(self._bind(operands)) if lifted is None else lifted

    @abstractmethod
    def _bind(self, operands: tuple[Any, ...]) -> Call:
        """Return the executable call for positional operands of these dtypes."""
