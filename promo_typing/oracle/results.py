"""The dtypes in a result of JAX, which must have the shape of the rule's result."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from promo_typing.core.dtypes import PRNG_KEY
from promo_typing.rules.model import (
    Flag,
    ListOf,
    NamedTuple,
    Shape,
    TupleOf,
    Variadic,
)

_WEAK_KINDS: Final = {"i": "weak_int", "f": "weak_float", "c": "weak_complex", "b": "bool"}
"""The nodes of weak arrays by the kind of the dtype; JAX treats a weak bool like a bool.

The kinds of extension dtypes are left out: no node stands for a weak bfloat16, the result of a
product of weak operands with that dtype requested.
"""


def nodes_of(result: Any, shape: Shape, class_of: Callable[[str], type]) -> Iterator[str]:
    """Yield the nodes of the arrays in a result, or words for a part that has another shape.

    Args:
        result: the result of a function of JAX.
        shape: the shape of the rule's result.
        class_of: a function that finds a class of JAX by its fully-qualified name.
    """
    if isinstance(shape, Flag):
        if not isinstance(result, bool):
            yield f"not a flag but {type(result).__name__}"
    elif isinstance(shape, ListOf | Variadic | TupleOf | NamedTuple):
        yield from _of_items(result, shape, class_of)
    else:
        yield node(result)


def _of_items(
    result: Any, shape: ListOf | Variadic | TupleOf | NamedTuple, class_of: Callable[[str], type]
) -> Iterator[str]:
    wanted: Any = class_of(shape.fullname) if isinstance(shape, NamedTuple) else tuple
    if not isinstance(result, list if isinstance(shape, ListOf) else wanted):
        yield f"not a {type(shape).__name__} but {type(result).__name__}"
    elif isinstance(shape, ListOf | Variadic):
        nodes = (each for item in result for each in nodes_of(item, shape.item, class_of))
        yield from dict.fromkeys(nodes)
    elif len(result) != len(shape.items):
        yield f"not {len(shape.items)} items but {len(result)}"
    else:
        for item, its_shape in zip(result, shape.items, strict=True):
            yield from nodes_of(item, its_shape, class_of)


def node(array: Any) -> str:
    """Return the node of an array, or words for an object that is no array."""
    if not hasattr(array, "weak_type"):
        return f"not an array but {type(array).__name__}"
    return node_name(array.dtype, array.weak_type)


def node_name(dtype: Any, weak: bool) -> str:
    """Return the node of a dtype, weak or strong."""
    if str(dtype).startswith("key<"):
        return PRNG_KEY
    if not weak:
        return str(dtype)
    return _WEAK_KINDS.get(dtype.kind, f"weak {dtype}")
