"""The stack frames of an equation; only this module reads JAX's private tracebacks."""

from __future__ import annotations

import ast
import functools
from dataclasses import dataclass
from pathlib import PurePath
from types import CodeType
from typing import Any, Final, NamedTuple

from jax._src import source_info_util

from promo_runtime.auditing.conversion import Place
from promo_runtime.auditing.source import source_of

ASKS: Final = frozenset({"dtype", "preferred_element_type", "new_dtype", "accum_dtype"})
"""Parameters by which a call requests a dtype."""

is_users: Final = functools.lru_cache(maxsize=None)(source_info_util.is_user_filename)


class Frame(NamedTuple):
    """A function of JAX on the stack, by its module and name."""

    module: str
    function: str


@dataclass(frozen=True, slots=True)
class CallSite:
    """A call in the user's source: the function, its arguments, whether it names a dtype."""

    function: str
    arguments: int
    names_dtype: bool


class Stack(NamedTuple):
    """The frames inside JAX, from the innermost to the function that the user called."""

    inner: tuple[Frame, ...]
    place: Place | None

    def below(self, outer: Stack) -> Stack:
        """Return the whole stack of an equation in a nested jaxpr, which ``outer`` runs."""
        if self.place is not None:
            return self
        return Stack(self.inner + outer.inner, outer.place)


NOWHERE: Final = Stack((), None)


def stack_of(equation: Any) -> Stack:
    """Return the frames of an equation of a jaxpr."""
    traceback = equation.source_info.traceback
    if traceback is None:
        return NOWHERE
    inner: list[Frame] = []
    for code, instruction in zip(*traceback.raw_frames(), strict=True):
        if is_users(code.co_filename):
            return Stack(tuple(inner), _place(code, instruction))
        inner.append(_frame(code))
    return Stack(tuple(inner), None)


@functools.lru_cache(maxsize=4096)
def _frame(code: CodeType) -> Frame:
    return Frame(PurePath(code.co_filename).stem, code.co_qualname)


@functools.lru_cache(maxsize=4096)
def _place(code: CodeType, instruction: int) -> Place:
    frame = source_info_util.raw_frame_to_frame(code, instruction)
    return Place(
        frame.file_name,
        frame.start_line,
        frame.start_column + 1,
        frame.end_line,
        frame.end_column,
    )


def call_site(place: Place | None) -> CallSite | None:
    """Return the call in the source at a place, None if there is none or the file is unreadable."""
    source = None if place is None else source_of(place.file)
    node = None if source is None or place is None else source.at(place)
    if not isinstance(node, ast.Call):
        return None
    asks = any(word.arg in ASKS for word in node.keywords)
    return CallSite(ast.unparse(node.func), len(node.args), asks)
