"""Arrays whose operators follow the promotion system of an engine."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import jax
import numpy as np

from promo_runtime.arrays.executor import Executor
from promo_runtime.arrays.operators import Operators
from promo_typing.annotations.loaded_jax import register_array_class


class EngineArray(Operators["EngineArray"]):
    """A JAX array with the engine that computes its operators, from ``engine.asarray``.

    It is a pytree with the JAX array as leaf, so every transform takes it, and ``jax.numpy`` takes
    it by ``__jax_array__``. It is an instance of ``promo_typing.Array``. All attributes that are
    not defined here are those of the JAX array.
    """

    __slots__ = ("engine", "value")
    __array_ufunc__ = None  # NumPy's operators defer to these.
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, value: Any, engine: Executor) -> None:
        self.value = value
        self.engine = engine

    @staticmethod
    def is_one(value: object) -> bool:
        """Whether a value is an engine's array, for ``is_leaf`` of pytrees."""
        return type(value) is EngineArray

    @property
    def dtype(self) -> Any:
        """The dtype of the array."""
        return self.value.dtype

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the array."""
        shape: tuple[int, ...] = self.value.shape
        return shape

    def astype(self, dtype: Any, **options: Any) -> EngineArray:
        """Return the array in another dtype."""
        return EngineArray(self.value.astype(dtype, **options), self.engine)

    def __jax_array__(self) -> Any:
        return self.value

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray[Any, Any]:
        return np.asarray(self.value, dtype)

    def __array_namespace__(self, api_version: str | None = None) -> Any:
        return self.engine.namespace

    def __getattr__(self, name: str) -> Any:
        """Return an attribute of the array; methods return arrays of the engine."""
        if name.startswith("__") or name in ("weak_type", "aval"):
            raise AttributeError(f"an array of an engine has no {name!r}; see its .value")
        found = getattr(self.value, name)
        if callable(found) and name in self.engine.methods:
            return partial(self.engine.operation(name), self)
        return wrapped(found, self.engine) if isinstance(found, jax.Array) else found

    def __getitem__(self, index: Any) -> EngineArray:
        plain = jax.tree.map(unwrapped, index, is_leaf=EngineArray.is_one)
        return EngineArray(self.value[plain], self.engine)

    def __iter__(self) -> Iterator[EngineArray]:
        return (EngineArray(each, self.engine) for each in self.value)

    def __len__(self) -> int:
        return len(self.value)

    def __bool__(self) -> bool:
        return bool(self.value)

    def __int__(self) -> int:
        return int(self.value)

    def __index__(self) -> int:
        index: int = self.value.__index__()
        return index

    def __float__(self) -> float:
        return float(self.value)

    def __complex__(self) -> complex:
        return complex(self.value)

    def __repr__(self) -> str:
        return f"EngineArray({self.value!r}, system={self.engine.system!r})"


def unwrapped(value: Any) -> Any:
    """Return the JAX array in an engine's array; return other values unchanged."""
    return value.value if type(value) is EngineArray else value


def wrapped(tree: Any, engine: Executor) -> Any:
    """Return a pytree with its leaves as arrays of the engine."""
    return jax.tree.map(lambda leaf: EngineArray(leaf, engine), tree)


jax.tree_util.register_pytree_node(
    EngineArray,
    lambda array: ((array.value,), array.engine),
    lambda engine, children: EngineArray(children[0], engine),
)
register_array_class(EngineArray)
