"""The names of weak nodes: ``float32*``, as JEP 9407 writes them, or ``weak_float32``."""

from __future__ import annotations

from typing import Final

_STAR: Final = "*"
_PREFIX: Final = "weak_"


def weak_name(dtype: str) -> str:
    """Return the name of the weak node of a dtype."""
    return f"{dtype}{_STAR}"


def is_weak_name(node: str) -> bool:
    """Whether a name is that of a weak node."""
    return node.endswith(_STAR) or node.startswith(_PREFIX)


def dtype_name(node: str) -> str:
    """Return the name of the dtype of a weak or strong node."""
    return node.removesuffix(_STAR).removeprefix(_PREFIX)
