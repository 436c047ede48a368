"""Selects the cases of a rule by the arguments of a call."""

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
    """An argument whose value is not written in the call, such as ``axis`` in ``f(x, axis=axis)``.

    ``kind`` is known of it: ``"int"`` or ``"float"`` for a Python scalar, ``"array"``, or nothing.
    """

    kind: str | None = None


NOT_WRITTEN: Final = Unwritten()

Arguments: TypeAlias = Mapping[str, object]
"""The value of each argument that is given, or :class:`Unwritten`."""

_NEVER_ASKED_FOR: Final = ("float", "array")
"""A value that no condition of a rule names."""
_MORE_GENERAL: Final = {"int": ("int",), "float": ("int", "float")}
"""For a parameter that takes a scalar type, the types of the scalars that may be passed."""


def select(rule: Rule, arguments: Arguments) -> Rule | None:
    """Return the rule for a call with these arguments; None if the arguments do not decide.

    No case of the returned rule depends on an argument. The rule has only the operands that its
    cases use.
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
    """Return the parameters whose arguments decide about cases in :func:`select`."""
    return tuple(
        dict.fromkeys(
            condition.parameter for case in rule.cases for condition in argument_conditions(case)
        )
    )


def argument_conditions(case: Case) -> Iterator[ArgumentCondition]:
    """The conditions of a case on arguments of the call."""
    for condition in case.when:
        if isinstance(condition, ArgumentCondition):
            yield condition


def by_arguments(rule: Rule) -> Iterator[tuple[tuple[ArgumentCondition, ...], Rule]]:
    """Yield each set of conditions on arguments, with the rule that holds under them.

    The first one has no conditions: it is the rule for calls that select no special case.
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
    """The rule with the kept cases only, and without their conditions on arguments."""
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
    """The rule with these cases, and with the operands that they use."""
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
    """Return the rule for one version of JAX, without conditions on versions."""
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
    """Whether the conditions of a case on arguments hold; None if the call does not tell."""
    for condition in argument_conditions(case):
        holds = _is_so(condition, arguments.get(condition.parameter))
        if not holds:
            return holds
    return True


def _is_so(condition: ArgumentCondition, value: object) -> bool | None:
    """Whether a condition holds; None counts as omitted, an unwritten value as some other value."""
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
