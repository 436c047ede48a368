"""The cases of a rule as a tree: the usual case, with variants for certain arguments."""

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
        rule: what is usual, with only the operands that it uses; no case of it asks for arguments.
        open_with: arguments with which nothing is known.
        variants: what holds with further arguments; the first that applies counts.
    """

    rule: Rule
    open_with: tuple[Given, ...] = ()
    variants: tuple[Variant, ...] = ()


@dataclass(frozen=True, slots=True)
class Variant:
    """The branch for calls that meet a condition.

    Attributes:
        condition: on the argument.
        branch: what then holds.
        idle: the Python scalar that makes no difference, if one of some type does not.
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
    """The Python scalar for which a rule gives the same results as for no argument.

    Only those are considered of which some case of the whole rule says that they do not count.
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
    """Return the branch where the default of an operand counts, with a variant if it is given."""
    rule = branch.rule
    condition = Given(operand.name)
    given = Variant(condition, Branch(_with_given(rule, condition), branch.open_with))
    cases = _counting(rule.cases, operand)
    return replace(branch, rule=with_cases(rule, cases), variants=(*branch.variants, given))


def _counting(part: Any, operand: One) -> Any:
    """A part of a rule in which the default dtype replaces an operand that is left out."""
    if part == Of(operand.name) and operand.absent is not None:
        return Dtype(operand.absent)
    if isinstance(part, tuple):
        return tuple(_counting(each, operand) for each in part)
    return rebuilt(part, lambda each: _counting(each, operand))


def _without(case: Case, condition: ArgumentCondition) -> Case:
    return replace(case, when=tuple(each for each in case.when if each != condition))


def _reachable(cases: Iterable[Case]) -> Iterator[Case]:
    """The cases without those that an earlier, more general one precedes."""
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
    """A branch with all branches below it."""
    yield branch
    for variant in branch.variants:
        yield from all_branches(variant.branch)


def opened(rule: Rule) -> Rule:
    """The rule reduced to the container of its results, with unknown dtypes."""
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
