"""The class that ``Array[...]`` says it is an instance of, in ``__class__``.

Two libraries look at the class of an annotation.

* ``typing.get_origin`` and ``typing.get_args`` ask whether it is a ``types.GenericAlias``. So the
  mask is one.
* beartype compares the name of the class. Of an alias that it does not know it would check the
  origin alone, here any array. Of a ``typing.NewType`` it checks ``__supertype__``, which can be a
  class that compares dtypes. So the mask has the name of that class.
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
