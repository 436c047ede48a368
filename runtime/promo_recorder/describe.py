"""Describes values without running code of the program, such as properties or ``__len__``."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any, Final

from promo_recorder.values import (
    UNKNOWN,
    ArrayValue,
    DictValue,
    Instance,
    ListValue,
    NumPyValue,
    TupleValue,
    Value,
)
from promo_typing import Array
from promo_typing.core.dtypes import DEFAULTS, NODES, PRNG_KEY

_MOST_DEEP: Final = 8
_MOST_ITEMS: Final = 1000
_MOST_DIFFERENT: Final = 16
"""A container with more items, or with more distinct ones, is unknown."""

ClassOf = Callable[[Any], type]
"""A function from a dictionary to its class, which may be a TypedDict."""

Visit = Callable[[Any, type], str]
"""A callback for a value of any other class; it returns the file that defines the class.

The file is empty if the class is not one of the program.
"""


class Describer:
    """Describes values; ``visit`` is called for each instance of a class among them."""

    def __init__(self, class_of: ClassOf, visit: Visit) -> None:
        """Take the function for the class of a dictionary, and the callback for instances."""
        self._class_of = class_of
        self._visit = visit
        self._dtypes: dict[Any, str | None] = {}
        self._arrays: dict[type, bool] = {}

    def describe(self, value: Any, depth: int = 0) -> Value:
        """Return the description of a value."""
        cls = type(value)
        if cls in _PLAIN:
            return _PLAIN[cls]
        if self.is_array(value):
            return self._array(value)
        if depth > _MOST_DEEP:
            return UNKNOWN
        reader = _CONTAINERS.get(cls)
        if reader is not None:
            return reader(self, value, depth + 1)
        return self._numpy(value, cls) or self._instance(value, cls)

    def is_array(self, value: Any) -> bool:
        """Whether a value is a JAX array or a tracer."""
        return self._is_array(type(value)) and isinstance(value, Array)

    def _is_array(self, cls: type) -> bool:
        """Whether values of a class may be arrays; ``isinstance`` might run code of the value."""
        try:
            return self._arrays[cls]
        except KeyError:
            return self._arrays.setdefault(cls, issubclass(cls, Array))

    def _array(self, value: Any) -> Value:
        name = self._dtype_name(value.dtype)
        if name is None:
            return UNKNOWN
        weak = bool(getattr(value, "weak_type", False))
        if not weak:
            return ArrayValue(name)
        # No annotation describes how weak arrays of other dtypes promote.
        usual = any(name in both for both in DEFAULTS.values())
        return ArrayValue(name, weak=True) if usual else UNKNOWN

    def _dtype_name(self, dtype: Any) -> str | None:
        try:
            return self._dtypes[dtype]
        except KeyError:
            return self._dtypes.setdefault(dtype, _dtype_name(dtype))

    def _numpy(self, value: Any, cls: type) -> Value | None:
        numpy = sys.modules.get("numpy")
        if numpy is None:
            return None
        if cls is numpy.ndarray:
            name = self._dtype_name(value.dtype)
            return UNKNOWN if name is None else NumPyValue(name)
        if issubclass(cls, numpy.generic):
            name = self._dtype_name(numpy.dtype(cls))
            return UNKNOWN if name is None else NumPyValue(name, scalar=True)
        return None

    def _instance(self, value: Any, cls: type) -> Value:
        file = self._visit(value, cls)
        module, name = cls.__module__, cls.__qualname__
        if "<locals>" in name or issubclass(cls, type):
            return UNKNOWN
        return Instance(module, name, file)

    def _tuple(self, value: tuple[Any, ...], depth: int) -> Value:
        if len(value) > _MOST_ITEMS:
            return UNKNOWN
        return TupleValue(tuple(self.describe(each, depth) for each in value))

    def _list(self, value: list[Any], depth: int) -> Value:
        items = self._different(value, depth)
        return UNKNOWN if items is None else ListValue(items)

    def _dict(self, value: dict[Any, Any], depth: int) -> Value:
        cls = self._class_of(value)
        if cls is not dict:
            return self._instance(value, cls)
        keys = self._different(value, depth)
        values = self._different(value.values(), depth)
        return UNKNOWN if keys is None or values is None else DictValue(keys, values)

    def _different(self, items: Iterable[Any], depth: int) -> tuple[Value, ...] | None:
        """The distinct items in a stable order; None if there are too many."""
        found: dict[Value, None] = {}
        for number, each in enumerate(islice(items, _MOST_ITEMS + 1)):
            found[self.describe(each, depth)] = None
            if number == _MOST_ITEMS or len(found) > _MOST_DIFFERENT:
                return None
        return tuple(sorted(found, key=repr))


_PLAIN: Final[dict[type, Value]] = {
    cls: Instance("builtins", cls.__name__)
    for cls in (type(None), bool, int, float, complex, str, bytes)
}

_CONTAINERS: Final[dict[type, Callable[[Describer, Any, int], Value]]] = {
    tuple: Describer._tuple,
    list: Describer._list,
    dict: Describer._dict,
}


def _dtype_name(dtype: Any) -> str | None:
    """The name of a dtype, None for a dtype that is no node, such as float0."""
    if dtype.name in NODES:
        return str(dtype.name)
    dtypes = sys.modules.get("jax.dtypes")
    if dtypes is not None and dtypes.issubdtype(dtype, dtypes.prng_key):
        return PRNG_KEY
    return None
