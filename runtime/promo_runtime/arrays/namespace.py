"""``engine.namespace``: the functions of an engine as array-API-style code expects them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import jax
import jax.numpy as jnp

from promo_runtime.arrays.array import EngineArray, unwrapped
from promo_runtime.arrays.executor import Executor
from promo_runtime.settings import applied
from promo_typing.core.dtypes import ALIASES, STRONG
from promo_typing.rules import FUNCTIONS

_CONSTANTS: Final = ("e", "inf", "nan", "newaxis", "pi")
_DTYPES: Final = frozenset({*STRONG, *ALIASES})
_QUESTIONS: Final = frozenset({"finfo", "iinfo", "isdtype", "issubdtype", "broadcast_shapes"})
"""Functions of ``jax.numpy`` about dtypes and shapes, which are the same for all systems."""
_CREATION: Final = frozenset(
    name.removeprefix("jax.numpy.")
    for name, rule in FUNCTIONS.items()
    if name.startswith("jax.numpy.") and not rule.operands
) | {"arange", "linspace", "full", "full_like", "zeros_like", "ones_like", "empty_like"}


class Namespace:
    """The functions of an engine, dtypes and constants under their names in ``jax.numpy``.

    Every function returns arrays of the engine, whose operators follow its promotion system.
    """

    def __init__(self, engine: Executor) -> None:
        self.engine = engine

    def asarray(self, value: Any, /, *, dtype: Any = None, copy: bool | None = None) -> Any:
        """Return the value as an array of the engine."""
        return self.engine.asarray(value, dtype=dtype, copy=copy)

    def astype(self, array: Any, dtype: Any, /, *, copy: bool = True) -> Any:
        """Return the array in another dtype."""
        return self.engine.asarray(jnp.astype(unwrapped(array), dtype, copy=copy))

    def result_type(self, *operands: Any) -> Any:
        """Return the dtype of arrays, scalars and dtypes under the engine's system."""
        return self.engine.result_type(*operands)

    def __getattr__(self, name: str) -> Any:
        if name in _DTYPES or name in _CONSTANTS or name in _QUESTIONS:
            return getattr(jnp, "bool_" if name == "bool" else name)
        if name in _CREATION:
            return self._wrapped(getattr(jnp, name))
        if name in self.engine.methods:
            return self._wrapped(self.engine.operation(name))
        raise AttributeError(
            f"the namespace of the promotion system {self.engine.system!r} has no {name!r}"
        )

    def __dir__(self) -> list[str]:
        names = {*super().__dir__(), *self.engine.methods, *_CREATION, *_CONSTANTS}
        return sorted(names | {each for each in _DTYPES | _QUESTIONS if hasattr(jnp, each)})

    def __repr__(self) -> str:
        return f"<namespace of {self.engine!r}>"

    def _wrapped(self, function: Callable[..., Any]) -> Callable[..., Any]:
        engine = self.engine

        def call(*operands: Any, **options: Any) -> Any:
            with applied(engine.settings):
                found = function(*operands, **options)
            return jax.tree.map(
                lambda leaf: leaf if EngineArray.is_one(leaf) else engine.asarray(leaf),
                found,
                is_leaf=EngineArray.is_one,
            )

        return call
