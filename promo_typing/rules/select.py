"""Which cases of a rule are left once the arguments of a call are known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Final, TypeAlias

from promo_typing.core.dataclass import dataclass
from promo_typing.core.versions import Minor
from promo_typing.rules.model import (
    Absent,
    ArgumentCondition,
    Before,
    Case,
    Given,
    One,
    PythonInt,
    Rule,
    operands_in,
)


@dataclass(frozen=True, slots=True)
class Unwritten:
    """The value of an argument that is given, but not written in the call: it may be any.

    ``kind`` is what it is known to be: ``"int"`` or ``"float"`` for a Python scalar, ``"array"``.
    """

    kind: str | None = None


NOT_WRITTEN: Final = Unwritten()

Arguments: TypeAlias = Mapping[str, object]
"""The value of each argument that is given, or :class:`Unwritten`."""

_NEVER_ASKED_FOR: Final = ("float", "array")
"""What no rule has as the value of an argument."""
_MORE_GENERAL: Final = {"int": ("int",), "float": ("int", "float")}
"""The Python types of the scalars that may be passed for one of another type."""


def select(rule: Rule, arguments: Arguments) -> Rule | None:
    """Return the rule for a call with these arguments, None if they do not tell which.

    The rule that is left has no case that depends on an argument, and those operands that its cases
    refer to.
    """
    if not parameters(rule):
        return rule
    kept = []
    for index, case in enumerate(rule.cases):
        holds = _holds(case, arguments)
        if holds is None:
            return None
        if holds:
            kept.append(index)
            if all(isinstance(each, ArgumentCondition) for each in case.when):
                break
    return _restricted(rule, tuple(kept))


@lru_cache(maxsize=1 << 12)
def parameters(rule: Rule) -> tuple[str, ...]:
    """Return the parameters whose values :func:`select` looks at."""
    return tuple(
        dict.fromkeys(
            condition.parameter for case in rule.cases for condition in argument_conditions(case)
        )
    )


def argument_conditions(case: Case) -> Iterator[ArgumentCondition]:
    """The conditions of a case that are about arguments of the call."""
    for condition in case.when:
        if isinstance(condition, ArgumentCondition):
            yield condition


def by_arguments(rule: Rule) -> Iterator[tuple[tuple[ArgumentCondition, ...], Rule]]:
    """Yield what is asked of arguments, and the rule that then holds, for all that may be asked.

    The first one is the rule for calls in which nothing special is asked.
    """
    groups: dict[tuple[ArgumentCondition, ...], list[int]] = {(): []}
    for index, case in enumerate(rule.cases):
        groups.setdefault(tuple(argument_conditions(case)), []).append(index)
    for conditions, indices in groups.items():
        yield conditions, _restricted(rule, tuple(indices))


@lru_cache(maxsize=1 << 12)
def without_arguments(rule: Rule) -> Rule:
    """Return the rule for calls in which no argument selects a special case."""
    cases = (case for case in rule.cases if not any(argument_conditions(case)))
    return with_cases(rule, tuple(cases))


@lru_cache(maxsize=1 << 12)
def _restricted(rule: Rule, kept: tuple[int, ...]) -> Rule:
    """The rule with some of its cases, without what was asked of arguments."""
    chosen = [rule.cases[index] for index in kept]
    given = {
        condition.parameter
        for case in chosen
        for condition in argument_conditions(case)
        if isinstance(condition, Given)
    }
    operands = tuple(
        replace(each, given=True) if isinstance(each, One) and each.name in given else each
        for each in rule.operands
    )
    return with_cases(replace(rule, operands=operands), tuple(map(_decided, chosen)))


def _decided(case: Case) -> Case:
    others = tuple(each for each in case.when if not isinstance(each, ArgumentCondition))
    return replace(case, when=others)


def with_cases(rule: Rule, cases: tuple[Case, ...]) -> Rule:
    """The rule with these cases, and with the operands that they refer to."""
    used = {*operands_in(tuple(each for case in cases for each in case.expressions))}
    conditions = [each for case in cases for each in case.when]
    used |= {each.operand for each in conditions if isinstance(each, PythonInt)}
    requested = any(case.requested for case in cases)
    return Rule(
        tuple(each for each in rule.operands if each.name in used),
        cases,
        rule.dtype if requested else None,
    )


@lru_cache(maxsize=1 << 12)
def of_version(rule: Rule, version: Minor) -> Rule:
    """Return the rule of one version of JAX, in which no case names any."""
    cases = []
    for case in rule.cases:
        if not all(version < each.version for each in case.when if isinstance(each, Before)):
            continue
        others = tuple(each for each in case.when if not isinstance(each, Before))
        cases.append(replace(case, when=others))
        if not others:
            break
    return with_cases(rule, tuple(cases))


def _holds(case: Case, arguments: Arguments) -> bool | None:
    """Whether what a case asks of arguments is so; None if it cannot be seen."""
    for condition in argument_conditions(case):
        holds = _is_so(condition, arguments.get(condition.parameter))
        if not holds:
            return holds
    return True


def _is_so(condition: ArgumentCondition, value: object) -> bool | None:
    """An argument that is None counts as left out; one that is not written counts as another."""
    if isinstance(condition, Given):
        return value is not None and not _is_scalar(value, condition.beyond)
    if isinstance(condition, Absent):
        return value is None
    if isinstance(value, Unwritten):
        never = condition.value is None or value.kind in _NEVER_ASKED_FOR
        return False if never else None
    return type(value) is type(condition.value) and value == condition.value


def _is_scalar(value: object, beyond: str | None) -> bool:
    if beyond is None:
        return False
    name = value.kind if isinstance(value, Unwritten) else type(value).__name__
    return name in _MORE_GENERAL[beyond]
