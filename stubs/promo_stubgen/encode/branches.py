"""The cases of a rule as a tree: a usual rule, with variants for certain arguments."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from typing import Any

from promo_typing.core.dtypes import NODES
from promo_typing.lattice.semantics import Semantics
from promo_typing.rules import resolve
from promo_typing.rules.catalogue.renaming import rebuilt
from promo_typing.rules.model import (
    ArgumentCondition,
    ArrayOf,
    Case,
    Dtype,
    Flag,
    Given,
    ListOf,
    NamedTuple,
    Of,
    One,
    Open,
    Rule,
    Shape,
    TupleOf,
    Variadic,
    expressions,
)
from promo_typing.rules.select import argument_conditions, with_cases


@dataclass(frozen=True, slots=True)
class Branch:
    """The rule for calls in which some arguments are known.

    Attributes:
        rule: the usual rule, with only the operands that it uses and no conditions on arguments.
        open_with: arguments that, if given, make the result unknown.
        variants: the branches for further arguments; the first one that applies counts.
    """

    rule: Rule
    open_with: tuple[Given, ...] = ()
    variants: tuple[Variant, ...] = ()


@dataclass(frozen=True, slots=True)
class Variant:
    """The branch for calls that meet a condition.

    Attributes:
        condition: the condition on an argument.
        branch: the branch for calls that meet the condition.
        idle: the type of a Python scalar that changes nothing as this argument, if there is one.
    """

    condition: ArgumentCondition
    branch: Branch
    idle: str | None = None


@cache
def branched(rule: Rule) -> Branch:
    """Return the cases of a rule as a tree."""
    return _branched(rule, rule.cases, ())


def _branched(rule: Rule, cases: tuple[Case, ...], open_with: tuple[Given, ...]) -> Branch:
    found = []
    while conditions := [each for case in cases for each in argument_conditions(case)]:
        condition = conditions[0]
        held = tuple(_reachable(_without(case, condition) for case in cases))
        if isinstance(condition, Given) and all(map(_is_open, held)):
            open_with = (*open_with, condition)
        else:
            own = _with_given(rule, condition)
            found.append((condition, _branched(own, held, open_with)))
        cases = tuple(case for case in cases if condition not in case.when)
    usual = with_cases(rule, tuple(_reachable(cases)))
    variants = (
        Variant(condition, branch, _idle(rule, condition, branch.rule, usual))
        for condition, branch in found
    )
    return Branch(usual, open_with, tuple(variants))


def _idle(whole: Rule, condition: ArgumentCondition, rule: Rule, usual: Rule) -> str | None:
    """The type of a Python scalar that gives the same results as leaving the argument out.

    Only types are tried that another case of the whole rule excludes by ``Given(..., beyond=...)``.
    """
    if not isinstance(condition, Given) or condition.beyond is not None:
        return getattr(condition, "beyond", None)
    others = (
        each.beyond
        for case in whole.cases
        for each in argument_conditions(case)
        if isinstance(each, Given) and each.parameter == condition.parameter
    )
    parameter = condition.parameter
    return next((each for each in others if each and _is_idle(each, parameter, rule, usual)), None)


def _is_idle(scalar: str, parameter: str, rule: Rule, usual: Rule) -> bool:
    if len(usual.operands) != 1:
        return False
    order = [scalar if each.name == parameter else None for each in rule.operands]
    return all(
        resolve(rule, [each or node for each in order], semantics)
        == resolve(usual, [node], semantics)
        for node, semantics in product(NODES, (Semantics(), Semantics(x64=True)))
    )


def with_default(branch: Branch, operand: One) -> Branch:
    """Return the branch in which an operand has its default, with a variant if it is given."""
    rule = branch.rule
    condition = Given(operand.name)
    given = Variant(condition, Branch(_with_given(rule, condition), branch.open_with))
    cases = _counting(rule.cases, operand)
    return replace(branch, rule=with_cases(rule, cases), variants=(*branch.variants, given))


def _counting(part: Any, operand: One) -> Any:
    """A part of a rule, with the default dtype in place of an operand that is left out."""
    if part == Of(operand.name) and operand.absent is not None:
        return Dtype(operand.absent)
    if isinstance(part, tuple):
        return tuple(_counting(each, operand) for each in part)
    return rebuilt(part, lambda each: _counting(each, operand))


def _without(case: Case, condition: ArgumentCondition) -> Case:
    return replace(case, when=tuple(each for each in case.when if each != condition))


def _reachable(cases: Iterable[Case]) -> Iterator[Case]:
    """The cases that can apply: an earlier, more general case hides a later one."""
    earlier: list[set[object]] = []
    for case in cases:
        if not any(conditions <= {*case.when} for conditions in earlier):
            yield case
        earlier.append({*case.when})


def _is_open(case: Case) -> bool:
    return all(isinstance(each, Open) for each in expressions(case.result))


def _with_given(rule: Rule, condition: ArgumentCondition) -> Rule:
    """The rule for calls in which the operand of a condition is given."""
    if not isinstance(condition, Given):
        return rule
    operands = (
        replace(each, given=True)
        if isinstance(each, One) and each.name == condition.parameter
        else each
        for each in rule.operands
    )
    return replace(rule, operands=tuple(operands))


def all_branches(branch: Branch) -> Iterator[Branch]:
    """Yield a branch, and all branches below it."""
    yield branch
    for variant in branch.variants:
        yield from all_branches(variant.branch)


def opened(rule: Rule) -> Rule:
    """The rule reduced to the shape of its result, with unknown dtypes."""
    return Rule((), (Case(_opened(rule.usual.result)),))


def _opened(shape: Shape) -> Shape:
    if isinstance(shape, ArrayOf):
        return ArrayOf(Open())
    if isinstance(shape, TupleOf):
        return TupleOf(*map(_opened, shape.items))
    if isinstance(shape, NamedTuple):
        return NamedTuple(shape.fullname, *map(_opened, shape.items))
    if isinstance(shape, ListOf | Variadic):
        return replace(shape, item=_opened(shape.item))
    return shape if isinstance(shape, Flag) else replace(shape, item=ArrayOf(Open()))
