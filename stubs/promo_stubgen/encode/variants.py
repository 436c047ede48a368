"""Splits signatures by the arguments that select a variant of a rule."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from promo_stubgen.encode.branches import Branch, Variant, opened, with_default
from promo_stubgen.encode.expansion import annotate, leave_out, required
from promo_stubgen.encode.outcomes import outcomes_of
from promo_stubgen.encode.several_operands import follows_join
from promo_stubgen.ir.annotation import (
    ANY,
    NONE,
    NONE_VALUE,
    Annotation,
    Literal,
    Name,
    Value,
    members,
    union,
    with_none,
    without_none,
)
from promo_stubgen.ir.arrays import ARRAY_LIKE
from promo_stubgen.ir.signatures import Signature
from promo_typing.lattice.semantics import Semantics
from promo_typing.rules import Rule
from promo_typing.rules.catalogue.renaming import rebuilt
from promo_typing.rules.model import Absent, ArgumentCondition, Given, Is, Of, One

_MOST_OPERANDS: Final = 2
"""A variant with more operands has overloads only if the join decides: there would be too many."""

_MOST_BEFORE: Final = 2
"""Behind more optional parameters a literal is recognised by keyword only.

A call that passes the seventh argument of ``jnp.sum`` by position has a result of unknown dtype.
"""


def split(
    signature: Signature, branch: Branch, semantics: Semantics
) -> Iterator[tuple[Signature, Branch]]:
    """Yield signatures, each with the branch that its calls select.

    A branch without variants has the unchanged signature. Otherwise there is a signature for each
    variant, in which the argument is a literal, and then one for calls with another literal; a call
    whose argument is no literal matches none of them. :func:`absent` finds the variant for a
    signature that lacks the argument. A Python scalar that changes nothing counts as left out; the
    signatures for other values come last.
    """
    rest, usual, last = signature, usual_of(branch), list[tuple[Signature, Branch]]()
    for variant in _present(branch):
        condition = variant.condition
        if _leaves_out(variant, branch.rule):
            either = union(ARRAY_LIKE, _value(rest, condition), NONE)
            rest = annotate(rest, **{condition.parameter: either})
            continue
        told = _told(variant, semantics)
        parts = (each for s in _selected(rest, condition) for each in split(s, told, semantics))
        if variant.idle is None:
            yield from parts
            rest = _excluded(rest, condition, branch)
        else:
            yield from _before_idle(rest, variant, usual)
            last += parts
            rest = _with_idle(rest, variant.condition, variant.idle)
    yield rest, usual
    yield from last


def usual_of(branch: Branch) -> Branch:
    """The branch for calls that select none of its variants."""
    return replace(branch, variants=())


def _leaves_out(variant: Variant, rule: Rule) -> bool:
    """Whether a variant has the same rule as calls that leave the operand out."""
    parameter = variant.condition.parameter
    others = tuple(each for each in rule.operands if each.name != parameter)
    own = variant.branch.rule
    return others != rule.operands and own == Rule(
        others, _without(rule.cases, parameter), rule.dtype
    )


def _without(part: Any, operand: str) -> Any:
    """A part of a rule without an operand."""
    if isinstance(part, Of):
        return Of(*(each for each in part.operands if each != operand))
    if isinstance(part, tuple):
        return tuple(_without(each, operand) for each in part)
    return rebuilt(part, lambda each: _without(each, operand))


def _told(variant: Variant, semantics: Semantics) -> Branch:
    """The branch of a variant, simplified so that it needs few overloads."""
    branch = variant.branch
    if not isinstance(variant.condition, Given):
        return branch
    for operand in branch.rule.operands[_MOST_OPERANDS:]:
        if isinstance(operand, One) and operand.absent is not None and not operand.given:
            branch = with_default(branch, operand)
    arity = len(branch.rule.operands)
    if arity > _MOST_OPERANDS and not follows_join(outcomes_of(branch.rule, semantics, arity)):
        return replace(branch, rule=opened(branch.rule))
    return branch


def _before_idle(
    signature: Signature, variant: Variant, usual: Branch
) -> Iterator[tuple[Signature, Branch]]:
    """The signatures for ``np.float64``: for a checker it is a float, but in JAX it is strong."""
    if variant.idle == "float":
        strong = annotate(signature, **{variant.condition.parameter: Name("np.float64")})
        opened_rule = Branch(opened(usual.rule))
        yield from ((form, opened_rule) for form in required(strong, variant.condition.parameter))


def _with_idle(signature: Signature, condition: ArgumentCondition, scalar: str) -> Signature:
    """The signature for calls with a Python scalar that changes nothing, or without it."""
    name = condition.parameter
    is_none = signature.parameter(name).default == NONE_VALUE
    return annotate(signature, **{name: with_none(Name(scalar)) if is_none else Name(scalar)})


def absent(signature: Signature, branch: Branch) -> Branch | None:
    """Return the branch for a signature that lacks the parameter of a variant."""
    names = {each.name for each in signature.parameters}
    found = (
        variant.branch
        for variant in branch.variants
        if isinstance(variant.condition, Absent) and variant.condition.parameter not in names
    )
    return next(found, None)


def _present(branch: Branch) -> list[Variant]:
    return [each for each in branch.variants if not isinstance(each.condition, Absent)]


def _selected(signature: Signature, condition: ArgumentCondition) -> Iterator[Signature]:
    """The signatures for calls whose argument meets a condition.

    A literal may also be passed by position, if at most a few optional parameters come before it.
    """
    name, value = condition.parameter, _value(signature, condition)
    chosen = annotate(signature, **{name: value})
    if isinstance(condition, Is) and signature.parameter(name).default == Value(condition.value):
        yield chosen
    else:
        by_position = (
            isinstance(condition, Is) and _optional_before(signature, name) <= _MOST_BEFORE
        )
        yield from itertools.islice(required(chosen, name), None if by_position else 1)


def _optional_before(signature: Signature, parameter: str) -> int:
    """The number of optional parameters before one."""
    before = itertools.takewhile(lambda each: each.name != parameter, signature.parameters)
    return sum(each.is_optional for each in before)


def _value(signature: Signature, condition: ArgumentCondition) -> Annotation:
    """The annotation of arguments that meet a condition."""
    if not isinstance(condition, Is):
        return without_none(_annotation(signature, condition.parameter))
    return NONE if condition.value is None else Literal((Value(condition.value),))


def _excluded(signature: Signature, condition: ArgumentCondition, branch: Branch) -> Signature:
    """The signature for calls that do not meet a condition."""
    if not isinstance(condition, Is):
        return leave_out(signature, [condition.parameter])
    annotation = _other(signature, condition, branch)
    return annotate(signature, **{condition.parameter: annotation})


def _other(signature: Signature, condition: Is, branch: Branch) -> Annotation:
    """The annotation of an argument that does not meet the condition: the other literal of a flag.

    If several variants depend on the parameter, the annotation stays unchanged; the overloads with
    the literals of these variants come before it.
    """
    named = [each.condition.parameter for each in branch.variants]
    annotation = _annotation(signature, condition.parameter)
    if isinstance(condition.value, bool) and named.count(condition.parameter) == 1:
        other = Literal((Value(not condition.value),))
        return with_none(other) if NONE in members(annotation) else other
    return annotation


def _annotation(signature: Signature, parameter: str) -> Annotation:
    return signature.parameter(parameter).annotation or ANY
