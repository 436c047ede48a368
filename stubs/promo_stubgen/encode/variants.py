"""Splits a signature by the arguments that select a variant of a rule."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from promo_stubgen.encode.expansion import annotate, leave_out, required
from promo_stubgen.encode.outcomes import Outcomes
from promo_stubgen.encode.several_operands import follows_join
from promo_stubgen.ir.annotation import (
    ANY,
    NONE,
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
from promo_typing.rules import ABSENT, GIVEN, Rule, Variant, parameter_name

_MOST_OPERANDS: Final = 2
"""Of more, with an optional one, overloads tell only what the join decides; there are too many."""


def split(
    signature: Signature, rule: Rule, semantics: Semantics
) -> Iterator[tuple[Signature, Rule]]:
    """Yield the signatures of calls for which it is clear which rule holds, each with that rule.

    A rule without variants has the signature as it is. Else there is a signature for each variant,
    in which its argument is a literal, and then one for calls with another literal; calls whose
    arguments are not known match none of them. A variant for an absent argument has a signature of
    its own: see :func:`absent`. Python scalars that make no difference come before others.
    """
    rest, plain = signature, replace(rule, variants=())
    for variant in _present(rule):
        if _leaves_out(variant, plain):
            either = union(ARRAY_LIKE, _parameter(rest, variant), NONE)
            rest = annotate(rest, **{variant.parameter: either})
            continue
        if variant.parameter in plain.unknown_with:
            yield from _of_scalar(rest, variant.parameter, plain)
            plain = _known_with(plain, variant.parameter)
        for selected in _selected(rest, variant):
            yield from split(selected, _told(variant, semantics), semantics)
        rest = _excluded(rest, variant, rule)
    yield rest, plain


def _leaves_out(variant: Variant, rule: Rule) -> bool:
    """Whether a literal does what an operand that is left out does."""
    others = tuple(each for each in rule.operands if parameter_name(each) != variant.parameter)
    own = replace(variant.rule, variants=())
    return own.operands != rule.operands and own == replace(rule, operands=others)


def _told(variant: Variant, semantics: Semantics) -> Rule:
    """The rule of a variant, as far as overloads tell of it: checkers pay for each of them."""
    rule = variant.rule
    arity = len(rule.operands)
    many = variant.value is GIVEN and arity > _MOST_OPERANDS
    if many and not follows_join(Outcomes(rule, semantics, arity)):
        results, container = rule.results, rule.container
        return Rule(rule.operands[:1], results=results, container=container, unknown_for="any")
    return rule


def _of_scalar(
    signature: Signature, parameter: str, rule: Rule
) -> Iterator[tuple[Signature, Rule]]:
    """The signatures of calls with a Python scalar that makes no difference.

    Before a float there is one of NumPy: for a checker it is a float, and for JAX it is not.
    """
    known = _known_with(rule, parameter)
    scalars: dict[str, Rule] = {}
    if parameter in rule.known_with_int:
        scalars = {"int": known}
    elif parameter in rule.known_with_float:
        scalars = {"np.float64": replace(known, unknown_for="any"), "float": known}
    for scalar, of_scalar in scalars.items():
        chosen = annotate(signature, **{parameter: Name(scalar)})
        yield from ((form, of_scalar) for form in required(chosen, parameter))


def _known_with(rule: Rule, parameter: str) -> Rule:
    """The rule where nothing need be said of a parameter."""

    def others(parameters: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(each for each in parameters if each != parameter)

    return replace(
        rule,
        unknown_with=others(rule.unknown_with),
        known_with_int=others(rule.known_with_int),
        known_with_float=others(rule.known_with_float),
    )


def absent(signature: Signature, rule: Rule) -> Rule | None:
    """Return the rule of a signature that lacks a parameter, if there is such a variant."""
    names = {each.name for each in signature.parameters}
    found = (v.rule for v in rule.variants if v.value is ABSENT and v.parameter not in names)
    return next(found, None)


def _present(rule: Rule) -> list[Variant]:
    return [variant for variant in rule.variants if variant.value is not ABSENT]


def _selected(signature: Signature, variant: Variant) -> Iterator[Signature]:
    """The signatures of calls with this argument.

    A literal may be given by position, too, if others come before it.
    """
    parameter = _parameter(signature, variant)
    chosen = annotate(signature, **{variant.parameter: parameter})
    if signature.parameter(variant.parameter).default == Value(variant.value):
        yield chosen
    else:
        forms = 1 if variant.value is GIVEN else None
        yield from itertools.islice(required(chosen, variant.parameter), forms)


def _parameter(signature: Signature, variant: Variant) -> Annotation:
    if variant.value is GIVEN:
        return without_none(_annotation(signature, variant.parameter))
    return NONE if variant.value is None else Literal((Value(variant.value),))


def _excluded(signature: Signature, variant: Variant, rule: Rule) -> Signature:
    """The signature of calls in which the argument has another value than in the variant."""
    if variant.value is GIVEN:
        return leave_out(signature, [variant.parameter])
    annotation = _other(signature, variant, rule)
    return annotate(signature, **{variant.parameter: annotation})


def _other(signature: Signature, variant: Variant, rule: Rule) -> Annotation:
    """The literals that remain: for a flag the other one, else what the parameter has by default.

    With several variants of one parameter the first of them cannot tell what remains, so the
    annotation stays as it is; literals of the variants are then seen before it.
    """
    several = sum(each.parameter == variant.parameter for each in rule.variants) > 1
    annotation = _annotation(signature, variant.parameter)
    if isinstance(variant.value, bool) and not several:
        other = Literal((Value(not variant.value),))
        return with_none(other) if NONE in members(annotation) else other
    return annotation


def _annotation(signature: Signature, parameter: str) -> Annotation:
    return signature.parameter(parameter).annotation or ANY
