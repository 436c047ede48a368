"""Whether a name may belong to the program, and not to Python or a known library."""

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
"""The packages whose functions are never checked for a call."""


def may_be_inferred(fullname: str, asks_mypy: Callable[[str], object]) -> bool:
    """Whether a name may belong to the program, or to a function that returns its argument.

    ``asks_mypy`` returns the hook of mypy's own plugin, as for ``dataclasses.replace``. If there is
    one, ours must not answer: mypy uses the first hook, and asks its own plugin last.
    """
    if fullname in HANDING_BACK:
        return True
    return not fullname.startswith(_LIBRARIES) and asks_mypy(fullname) is None
