"""What a function returns: one array, or something that holds arrays."""

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
    """A Python bool among the items of a tuple: how a factor is stored, say."""


@dataclass(frozen=True, slots=True, init=False)
class TupleOf:
    """A tuple of so many items."""

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
    """A list of unknown length, all of whose items are alike."""

    item: Shape


@dataclass(frozen=True, slots=True)
class Variadic:
    """A tuple of unknown length, all of whose items are alike."""

    item: Shape


@dataclass(frozen=True, slots=True)
class TreeOf:
    """A pytree of the structure that the operand has; the rule is for one that is an array.

    JAX may keep a Python scalar as such, so that nothing is said of these.
    """

    item: ArrayOf


@dataclass(frozen=True, slots=True)
class MakerOf:
    """A function ``(key, shape, dtype=...)`` that makes an array."""

    item: ArrayOf


Shape: TypeAlias = ArrayOf | Flag | TupleOf | NamedTuple | ListOf | Variadic | TreeOf | MakerOf


def arrays(shape: Shape) -> Iterator[ArrayOf]:
    """The arrays that a shape holds, in their order; one stands for all items of unknown number."""
    if isinstance(shape, ArrayOf):
        yield shape
    elif isinstance(shape, TupleOf | NamedTuple):
        for item in shape.items:
            yield from arrays(item)
    elif not isinstance(shape, Flag):
        yield from arrays(shape.item)


def expressions(shape: Shape) -> tuple[Expression, ...]:
    """The expressions of the arrays that a shape holds."""
    return tuple(array.dtype for array in arrays(shape))
