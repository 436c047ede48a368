"""The results of checking bodies, remembered by function and argument types."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Hashable, Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple

from mypy.nodes import Expression
from mypy.types import Type

from promo_mypy.inference.assumptions import Assumptions, InLook, Noted
from promo_mypy.inference.findings import Finding
from promo_mypy.inference.limits import Limits
from promo_mypy.inference.visits import Change
from promo_mypy.inference.waiting import Kept, Standing


class Answer(NamedTuple):
    """What a function returns for some argument types, and what its check brought to light.

    Attributes:
        result: the type of the result.
        noted: the assumptions that the answer rests on.
        findings: the plugin's findings in the body.
        changes: what the function puts into containers that it did not make itself.
        number: the number of the check, by which :class:`KnownEverywhere` knows it.
        is_of_moment: whether it rests on what a global variable is at the moment.
    """

    result: Type
    noted: Noted
    findings: tuple[Finding, ...] = ()
    changes: tuple[Change, ...] = ()
    number: int = -1
    is_of_moment: bool = False


class Answers:
    """The answers for all functions, the types of expressions in bodies, and counts of work.

    Attributes:
        limits: how often each body was checked.
        types: for each expression in a body, its types in all calls, without repetition.
    """

    def __init__(self, assumptions: Assumptions, *, keeps_types: bool) -> None:
        """Start without an answer.

        Args:
            assumptions: what is assumed about fields while these are being inferred.
            keeps_types: whether to record the types of expressions in bodies.
        """
        self.limits = Limits()
        self.types: dict[Expression, dict[Type, None]] = {}
        self._assumptions = assumptions
        self._keeps_types = keeps_types
        self._known = Standing[Answer](assumptions.waiting)
        self._found_aside: dict[Hashable, Kept[Answer]] = {}
        self._in_look = InLook[Answer](assumptions)

    def of(self, key: Hashable) -> Answer | None:
        """Return the remembered answer for a function and its argument types.

        None if there is none, or if other assumptions hold now than those that it rests on.
        """
        known = self._known.of(key)
        if known is not None and self._assumptions.are_as(known.value.noted):
            self._assumptions.ask_again(known.value.noted)
            return known.value
        in_look = self._in_look.known(key) if self._is_aside_in_look else None
        return None if in_look is None else in_look.value

    def remember(self, key: Hashable, answer: Answer) -> None:
        """Remember an answer, unless it may change when mypy knows more."""
        self._known.keep(key, answer)
        if self._is_aside_in_look:
            self._in_look.keep(key, answer, answer.noted)

    @property
    def _is_aside_in_look(self) -> bool:
        """Whether answers that rest on assumptions may be used again after the current block."""
        return isinstance(self._known.answers, ChainMap) and self._assumptions.look > 0

    def note(self, types: Mapping[Expression, Type]) -> None:
        """Record the types in a body that was checked for one call."""
        if self._keeps_types:
            for expression, each in types.items():
                self.types.setdefault(expression, {})[each] = None

    def forget(self) -> None:
        """Forget all answers: after an edit, mypy's daemon puts new bodies into old definitions."""
        self._known.answers.clear()
        self._found_aside.clear()
        self.limits.forget()

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Neither count work nor record types while the block lasts.

        An answer that rests on an assumption about a field is not kept. What is kept is used only
        inside such blocks, because lints are off there and the findings would be incomplete.
        """
        kept, known = (self.limits, self.types), self._known.answers
        around = known if isinstance(known, ChainMap) else ChainMap(self._found_aside, known)
        apart = ChainMap[Hashable, Kept[Answer]]({}, *around.maps)
        self.limits, self.types, self._known.answers = Limits(), {}, apart
        try:
            yield
        finally:
            found = apart.maps[0].items()
            around.update((key, each) for key, each in found if each.value.noted.is_free)
            (self.limits, self.types), self._known.answers = kept, known

    @contextmanager
    def anew(self) -> Iterator[Mapping[Expression, dict[Type, None]]]:
        """Yield a new record of types, and ignore remembered answers, while the block lasts."""
        kept = self.limits, self.types, self._known.answers, self._keeps_types
        aside, self._found_aside = self._found_aside, {}
        self.limits, self.types, self._known.answers, self._keeps_types = Limits(), {}, {}, True
        try:
            yield self.types
        finally:
            self.limits, self.types, self._known.answers, self._keeps_types = kept
            self._found_aside = aside
