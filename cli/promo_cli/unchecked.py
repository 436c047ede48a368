"""Functions that mypy did not check.

mypy gives all expressions in a function without annotations the type Any, unless
``check_untyped_defs`` is on. Expressions in an unreachable function get no type at all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from mypy.nodes import (
    Decorator,
    Expression,
    FuncDef,
    MemberExpr,
    NameExpr,
    Statement,
    StrExpr,
)
from mypy.options import Options
from mypy.server.subexpr import get_subexpressions
from mypy.types import Type

Reason: TypeAlias = Literal["no annotations", "no_type_check", "unreachable"]

_WORDS: Final[dict[Reason, tuple[str, str]]] = {
    "no annotations": ("function without annotations was", "functions without annotations were"),
    "no_type_check": ("function under @no_type_check was", "functions under @no_type_check were"),
    "unreachable": ("unreachable function was", "unreachable functions were"),
}
"""The words for one such function, and for several."""


@dataclass(frozen=True, slots=True)
class Unchecked:
    """A function that mypy did not check."""

    file: str
    line: int
    function: str
    reason: Reason

    def __str__(self) -> str:
        """Render the place and the reason."""
        return f"{self.file}:{self.line}: {self.function} was not checked ({self.reason})"


@dataclass(frozen=True, slots=True)
class Body:
    """A function and its expressions, kept because mypy drops them once it has checked them.

    ``opted_out`` says that ``@no_type_check`` is above it.
    """

    function: FuncDef
    expressions: Sequence[Expression]
    opted_out: bool


def summed_up(found: Sequence[Unchecked]) -> Iterator[str]:
    """Yield a line for each reason why functions were not checked."""
    counts: Counter[Reason] = Counter(each.reason for each in found)
    for reason, number in counts.items():
        yield f"{number} {_WORDS[reason][number > 1]} not checked"


def bodies(statements: Iterable[Statement]) -> list[Body]:
    """Return the functions among the statements of a file that was just read."""
    listed = list(statements)
    opted_out = {
        each.func
        for each in listed
        if isinstance(each, Decorator) and any(map(_is_no_type_check, each.decorators))
    }
    functions = [each for each in listed if isinstance(each, FuncDef)]
    return [Body(each, get_subexpressions(each.body), each in opted_out) for each in functions]


def _is_no_type_check(decorator: Expression) -> bool:
    return isinstance(decorator, NameExpr | MemberExpr) and decorator.name == "no_type_check"


def unchecked_functions(
    path: str, found: Sequence[Body], types: Mapping[Expression, Type], options: Options
) -> Iterator[Unchecked]:
    """Yield the functions of a file that mypy did not check under its options."""
    for body in found:
        reason = _reason(body, types, options)
        if reason is not None:
            yield Unchecked(path, body.function.line, body.function.name, reason)


def _reason(body: Body, types: Mapping[Expression, Type], options: Options) -> Reason | None:
    valued = [each for each in body.expressions if not isinstance(each, StrExpr)]
    if not valued:
        return None
    if is_left_out(body, options):
        return "no_type_check" if body.opted_out else "no annotations"
    seen = any(each in types for each in valued) or _is_in_variant(body, types)
    return None if seen else "unreachable"


def is_left_out(body: Body, options: Options) -> bool:
    """Whether mypy does not check a function under its options for the file."""
    untyped = body.function.unanalyzed_type is None and not options.check_untyped_defs
    return body.opted_out or untyped


def _is_in_variant(body: Body, types: Mapping[Expression, Type]) -> bool:
    """Whether mypy checked copies of the function, one for each constraint of a type variable."""
    copies = (copy for copy in body.function.expanded if isinstance(copy, FuncDef))
    return any(each in types for copy in copies for each in get_subexpressions(copy.body))
