"""The class that ``Array[...]`` says it is an instance of, in ``__class__``.

Two libraries look at an annotation by its class. ``typing.get_origin`` and ``typing.get_args`` ask
whether it is a ``types.GenericAlias``, which it therefore is. beartype compares the name of its
class, and of an alias that it does not know it checks the origin alone, here any array; but of a
``typing.NewType`` it checks ``__supertype__``, and that can be a class which compares dtypes.
"""

from __future__ import annotations

from types import GenericAlias
from typing import Any, Final, NewType


class HintMask(GenericAlias):
    """An alias for ``typing``, and a new type for beartype."""

    of_hint: Final[Any] = property(lambda _: HintMask)
    """For ``__class__`` in the body of a class."""


HintMask.__module__ = NewType.__module__
HintMask.__qualname__ = NewType.__qualname__
