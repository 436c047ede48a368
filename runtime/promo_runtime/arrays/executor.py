"""The interface of an engine that its arrays and their namespace need."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from promo_typing.systems import JaxSettings


class Executor(Protocol):
    """An engine as its arrays see it; arrays of equal engines can be combined."""

    settings: JaxSettings

    @property
    def system(self) -> str:
        """The name of the promotion system, for messages."""
        ...

    @property
    def methods(self) -> frozenset[str]:
        """The names of the functions that the engine has as methods."""
        ...

    @property
    def namespace(self) -> Any:
        """The functions of the engine for array-API-style code."""
        ...

    def asarray(self, value: Any, *, dtype: Any = None, copy: bool | None = None) -> Any:
        """Return an array of the engine."""
        ...

    def result_type(self, *operands: Any) -> Any:
        """Return the dtype to which the system promotes arrays, scalars and dtypes."""
        ...

    def operation(self, name: str, operands: int | None = None) -> Callable[..., Any]:
        """Return the function of that name."""
        ...

    def apply(self, name: str, *operands: Any, **options: Any) -> Any:
        """Execute the function of that name or symbol."""
        ...
