"""The class that ``Array[...]`` reports as its own in ``__class__``.

Two libraries look at the class of an annotation.

* ``typing.get_origin`` and ``typing.get_args`` ask whether the annotation is an instance of
  ``types.GenericAlias``. So the mask is a subclass of it.
* beartype compares the name of the class. For an unknown alias it would check the origin only: any
  array. For a ``typing.NewType`` it checks ``__supertype__``, which here is a class that compares
  dtypes. So the mask has the name of ``NewType``.
"""

from __future__ import annotations

from types import GenericAlias
from typing import Any, Final, NewType


class HintMask(GenericAlias):
    """An alias for ``typing``, and a new type for beartype."""

    of_hint: Final[Any] = property(lambda _: HintMask)
    """The value of ``__class__``, to be assigned in the body of a class."""


HintMask.__module__ = NewType.__module__
HintMask.__qualname__ = NewType.__qualname__
