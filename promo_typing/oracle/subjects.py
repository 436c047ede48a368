"""The rules that can be compared with JAX, each under its own name."""

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
    """A rule that can be compared with JAX: for certain calls of a function or method.

    Attributes:
        function: the name in JAX.
        rule: the rule, in which no case depends on arguments.
        arguments: the conditions on the arguments of these calls.
    """

    function: str
    rule: Rule
    arguments: Arguments


def names() -> tuple[str, ...]:
    """Return the names of all rules.

    The names are ``jax.numpy.add``, ``Array.sum`` for methods, and
    ``jax.numpy.unique[return_index=True]`` for calls whose arguments select another case.
    """
    return tuple(_subjects())


def rule_of(name: str) -> Rule:
    """Return the rule of one of :func:`names`.

    Raises:
        KeyError: there is no rule of that name.
    """
    return subject(name).rule


def subject(name: str) -> Subject:
    """Return the rule of a name, with its function and the conditions on arguments.

    Raises:
        KeyError: there is no rule of that name.
    """
    return _subjects()[name]


def register(name: str, rule: Rule) -> None:
    """Add a rule under a name, in this process only, to try it out."""
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
