"""The rules that can be compared with JAX, each by a name of its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from promo_typing.rules import FUNCTIONS, METHODS, Rule, by_arguments
from promo_typing.rules.model import Absent, ArgumentCondition, Given, Is, Open

Arguments: TypeAlias = Mapping[str, ArgumentCondition]
"""The conditions on arguments of a call, by parameter."""


@dataclass(frozen=True, slots=True)
class Subject:
    """A rule that can be compared with JAX: of a function or a method, in certain calls.

    Attributes:
        function: the name that JAX knows.
        rule: has no case that depends on arguments.
        arguments: those of the calls for which it holds.
    """

    function: str
    rule: Rule
    arguments: Arguments


def names() -> tuple[str, ...]:
    """Return the names of all rules.

    They look like ``jax.numpy.add``, ``Array.sum`` for methods, and
    ``jax.numpy.unique[return_index=True]`` where an argument makes a difference.
    """
    return tuple(_subjects())


def rule_of(name: str) -> Rule:
    """Return the rule of one of :func:`names`.

    Raises:
        KeyError: there is no rule of that name.
    """
    return subject(name).rule


def subject(name: str) -> Subject:
    """Return what the name of a rule stands for.

    Raises:
        KeyError: there is no rule of that name.
    """
    return _subjects()[name]


def register(name: str, rule: Rule) -> None:
    """Make a rule known under a name for this process, to try it out."""
    _subjects()[name] = Subject(name, rule, {})


@cache
def _subjects() -> dict[str, Subject]:
    rules = {**FUNCTIONS, **{f"Array.{method}": rule for method, rule in METHODS.items()}}
    return {
        name: each for function, rule in rules.items() for name, each in _of_rule(function, rule)
    }


def _of_rule(function: str, rule: Rule) -> Iterator[tuple[str, Subject]]:
    for conditions, selected in by_arguments(rule):
        if not all(each == Open() for each in selected.usual.expressions):
            name = function + "".join(f"[{_shown(each)}]" for each in conditions)
            yield name, Subject(function, selected, {e.parameter: e for e in conditions})


def _shown(condition: ArgumentCondition) -> str:
    match condition:
        case Given():
            return f"{condition.parameter}=..."
        case Absent():
            return f"{condition.parameter}=absent"
        case Is():
            return f"{condition.parameter}={condition.value!r}"
