"""The error message of ``Array[...]`` when the brackets do not hold a dtype."""

from __future__ import annotations

from typing import Final

from promo_typing.annotations.loaded_jax import array_class
from promo_typing.core.dtypes import CATEGORIES, STRONG

_USAGE: Final = (
    "write a dtype, as in Array[jnp.float32], Array[jnp.floating] or "
    "Array[jnp.float32 | jnp.bfloat16], or Array alone for any dtype"
)


def refusal(item: object) -> str:
    """The message for an item that is no dtype of JAX: what it is, and what to write instead."""
    if item is None or item is type(None):
        return "Array[None]: None is not a dtype; for an array or None write Array[...] | None"
    if isinstance(item, tuple):
        return (
            f"Array[{', '.join(map(_shown, item)) or '()'}]: Array takes one dtype, and no shape; "
            "for one of several dtypes write Array[jnp.float32 | jnp.bfloat16]"
        )
    if isinstance(item, array_class()):
        return "Array[...]: an array is not a dtype; write the dtype that it has"
    if isinstance(item, str):
        return f"Array[{_shown(item)}]: JAX has no dtype {_shown(item)}; {_nearest(item)}"
    if _is_of_numpy(item):
        return f"Array[{_shown(item)}]: JAX has no dtype {_shown(item)}; {_USAGE}"
    return f"Array[{_shown(item)}]: {_shown(item)} is not a dtype; {_USAGE}"


def _nearest(name: str) -> str:
    import difflib

    bare = name.rpartition(".")[2]
    if bare in CATEGORIES:
        return f"the abstract dtype is written Array[jnp.{bare}], without quotes"
    near = difflib.get_close_matches(bare, STRONG, n=1)
    return f"did you mean {near[0]!r}?" if near else _USAGE


def _is_of_numpy(item: object) -> bool:
    import numpy as np

    return isinstance(item, np.dtype) or (isinstance(item, type) and issubclass(item, np.generic))


def _shown(item: object) -> str:
    text = item.__qualname__ if isinstance(item, type) else repr(item)
    return text if len(text) <= 60 else f"{text[:57]}..."
