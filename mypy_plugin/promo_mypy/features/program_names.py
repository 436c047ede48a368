"""Names that may be those of a program, and not of Python or its libraries."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from promo_mypy.fullnames import HANDING_BACK, NUMPY_MODULE

_LIBRARIES: Final = (
    "builtins.",
    "typing.",
    "_typeshed.",
    "collections.",
    "contextlib.",
    "functools.",
    "jax.",
    f"{NUMPY_MODULE}.",
)
"""The packages whose functions are never inferred."""


def may_be_inferred(fullname: str, asks_mypy: Callable[[str], object]) -> bool:
    """Whether a name may be one of the program, or of a function that returns such a function.

    ``asks_mypy`` is how mypy's own plugin is asked for its hook, as it has for enumerations and
    ``dataclasses.replace``: mypy takes the first one, and asks its own plugin last.
    """
    if fullname in HANDING_BACK:
        return True
    return not fullname.startswith(_LIBRARIES) and asks_mypy(fullname) is None
