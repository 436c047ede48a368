"""Shapes of results: one array, or a container of arrays."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from promo_typing.core.dataclass import dataclass
from promo_typing.rules.model.expressions import Expression


@dataclass(frozen=True, slots=True)
class ArrayOf:
    """One array."""

    dtype: Expression


@dataclass(frozen=True, slots=True)
class Flag:
    """A Python bool among the items of a tuple, such as ``lower`` of ``cho_factor``."""


@dataclass(frozen=True, slots=True, init=False)
class TupleOf:
    """A tuple of known length."""

    items: tuple[Shape, ...]

    def __init__(self, *items: Shape) -> None:
        object.__setattr__(self, "items", items)


@dataclass(frozen=True, slots=True, init=False)
class NamedTuple:
    """A named tuple, by the fully-qualified name of its class, generic in its fields."""

    fullname: str
    items: tuple[Shape, ...]

    def __init__(self, fullname: str, *items: Shape) -> None:
        object.__setattr__(self, "fullname", fullname)
        object.__setattr__(self, "items", items)


@dataclass(frozen=True, slots=True)
class ListOf:
    """A list of unknown length, whose items have the same dtype."""

    item: Shape


@dataclass(frozen=True, slots=True)
class Variadic:
    """A tuple of unknown length, whose items have the same dtype."""

    item: Shape


@dataclass(frozen=True, slots=True)
class TreeOf:
    """A pytree with the structure of the operand; the rule holds for each array in it.

    Python scalars are unknown, since JAX may keep them unchanged.
    """

    item: ArrayOf


@dataclass(frozen=True, slots=True)
class MakerOf:
    """A function ``(key, shape, dtype=...)`` that returns an array."""

    item: ArrayOf


Shape: TypeAlias = ArrayOf | Flag | TupleOf | NamedTuple | ListOf | Variadic | TreeOf | MakerOf


def arrays(shape: Shape) -> Iterator[ArrayOf]:
    """Yield the arrays in a shape; one stands for all items of a container of unknown length."""
    if isinstance(shape, ArrayOf):
        yield shape
    elif isinstance(shape, TupleOf | NamedTuple):
        for item in shape.items:
            yield from arrays(item)
    elif not isinstance(shape, Flag):
        yield from arrays(shape.item)


def expressions(shape: Shape) -> tuple[Expression, ...]:
    """Return the expressions of the arrays in a shape."""
    return tuple(array.dtype for array in arrays(shape))
