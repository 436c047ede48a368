"""The dtypes in what a function of JAX returns, which must have the shape that its rule names."""

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
"""By the kind of the dtype. A weak bool is the bool of the lattice: JAX treats the two alike.

Kinds of extension dtypes are not here: that a product is a weak bfloat16 on request has no node.
"""


def nodes_of(result: Any, shape: Shape, class_of: Callable[[str], type]) -> Iterator[str]:
    """Yield the nodes of the arrays in a result, in words if it is no array or not of the shape.

    Args:
        result: what the function returned.
        shape: what the rule says that it returns.
        class_of: finds a class of JAX by its fully-qualified name.
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
    """Return the node of an array."""
    if not hasattr(array, "weak_type"):
        return f"not an array but {type(array).__name__}"
    return node_name(array.dtype, array.weak_type)


def node_name(dtype: Any, weak: bool) -> str:
    """Return the node of a dtype that is weak or not."""
    if str(dtype).startswith("key<"):
        return PRNG_KEY
    if not weak:
        return str(dtype)
    return _WEAK_KINDS.get(dtype.kind, f"weak {dtype}")
