"""The method ``replace`` that flax gives to dataclasses: ``state.replace(step=0)``.

``flax.struct.dataclass`` adds the method at run time. mypy sees only the source of the class: it
would report each call, and the type of the result would be unknown.
"""

from __future__ import annotations

from typing import Final

from mypy.nodes import ARG_STAR2, Argument, Var
from mypy.plugin import ClassDefContext
from mypy.plugins.common import add_method_to_class
from mypy.plugins.dataclasses import dataclass_class_maker_callback
from mypy.types import AnyType, TypeOfAny
from mypy.typevars import fill_typevars

ADDING: Final = frozenset({"flax.struct.dataclass"})
"""The decorators that add the method to a class."""
_NAME: Final = "replace"


def add(ctx: ClassDefContext) -> bool:
    """Make a class a dataclass as mypy does, and add the method.

    False if mypy does not know enough about the class yet.
    """
    if not dataclass_class_maker_callback(ctx):
        return False
    info = ctx.cls.info
    if _NAME not in info.names:
        anything = AnyType(TypeOfAny.explicit)
        changes = Argument(Var("changes", anything), anything, None, ARG_STAR2)
        add_method_to_class(ctx.api, ctx.cls, _NAME, [changes], fill_typevars(info))
    return True
