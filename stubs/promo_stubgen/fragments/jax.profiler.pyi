from collections.abc import Callable
from typing import Any, TypeVar

_F = TypeVar("_F", bound=Callable[..., Any])

def annotate_function(func: _F, name: str | None = None, **decorator_kwargs: Any) -> _F: ...
