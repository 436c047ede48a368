"""Descriptions of values: an array and its dtype, a scalar, or a container of these.

In a file of facts each description is a list that starts with a name for its class.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeAlias


@dataclass(frozen=True, slots=True)
class ArrayValue:
    """A JAX array or a tracer, by the name of its dtype; ``prng_key`` for a typed key."""

    dtype: str
    weak: bool = False


@dataclass(frozen=True, slots=True)
class NumPyValue:
    """An array or a scalar of NumPy."""

    dtype: str
    scalar: bool = False


@dataclass(frozen=True, slots=True)
class Instance:
    """A value of another class that is defined at the top of a module.

    ``file`` defines a class of the program; it is empty for classes of libraries.
    """

    module: str
    name: str
    file: str = ""


@dataclass(frozen=True, slots=True)
class TupleValue:
    """A plain tuple, item by item."""

    items: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class ListValue:
    """A list: its distinct items."""

    items: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class DictValue:
    """A dictionary: its distinct keys and its distinct values."""

    keys: tuple[Value, ...]
    values: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Unknown:
    """A value without a description."""


Value: TypeAlias = ArrayValue | NumPyValue | Instance | TupleValue | ListValue | DictValue | Unknown

NONE: Final = Instance("builtins", "NoneType")
UNKNOWN: Final = Unknown()


class MalformedError(ValueError):
    """Data that is not a value or a fact."""


def _each(values: tuple[Value, ...]) -> list[Any]:
    return [to_data(each) for each in values]


def to_data(value: Value) -> list[Any]:
    """Return a value as lists and strings for JSON."""
    match value:
        case ArrayValue(dtype, weak):
            return ["array", dtype, weak]
        case NumPyValue(dtype, scalar):
            return ["numpy", dtype, scalar]
        case Instance(module, name, file):
            return ["instance", module, name, file]
        case TupleValue(items):
            return ["tuple", _each(items)]
        case ListValue(items):
            return ["list", _each(items)]
        case DictValue(keys, values):
            return ["dict", _each(keys), _each(values)]
        case Unknown():
            return ["unknown"]


def _typed(kind: type, data: Any) -> Any:
    if type(data) is not kind:
        raise MalformedError(f"{data!r} is no {kind.__name__}")
    return data


def _values(data: Any) -> tuple[Value, ...]:
    return tuple(from_data(each) for each in _typed(list, data))


_READERS: Final[dict[str, Callable[..., Value]]] = {
    "array": lambda dtype, weak: ArrayValue(_typed(str, dtype), _typed(bool, weak)),
    "numpy": lambda dtype, scalar: NumPyValue(_typed(str, dtype), _typed(bool, scalar)),
    "instance": lambda *texts: Instance(*(_typed(str, each) for each in texts)),
    "tuple": lambda items: TupleValue(_values(items)),
    "list": lambda items: ListValue(_values(items)),
    "dict": lambda keys, values: DictValue(_values(keys), _values(values)),
    "unknown": lambda: UNKNOWN,
}


def from_data(data: Any) -> Value:
    """Return the value from the result of :func:`to_data`.

    Raises:
        MalformedError: the data has another form.
    """
    kind, *parts = _typed(list, data) or [""]
    try:
        return _READERS[kind](*parts)
    except (KeyError, TypeError):
        raise MalformedError(f"{data!r} is no recorded value") from None


def holds_dtype(value: Value) -> bool:
    """Whether a value is or contains an array."""
    match value:
        case ArrayValue():
            return True
        case TupleValue(items) | ListValue(items):
            return any(map(holds_dtype, items))
        case DictValue(_, values):
            return any(map(holds_dtype, values))
    return False
