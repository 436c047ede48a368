"""Splits a signature by the arguments that select a variant of a rule."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from promo_stubgen.expansion import annotate, leave_out, required
from promo_stubgen.signatures import Signature
from promo_typing.rules import ABSENT, GIVEN, Rule, Variant


def split(signature: Signature, rule: Rule) -> Iterator[tuple[Signature, Rule]]:
    """Yield the signatures of calls for which it is clear which rule holds, each with that rule.

    A rule without variants has the signature as it is. Else there is a signature for each variant,
    in which its argument is a literal, and then one for calls with another literal; calls whose
    arguments are not known match none of them. A variant for an absent argument has a signature of
    its own: see :func:`absent`. Python scalars that make no difference come before others.
    """
    rest, plain = signature, replace(rule, variants=())
    for variant in _present(rule):
        if variant.parameter in plain.unknown_with:
            yield from _of_scalar(rest, variant.parameter, plain)
            plain = _known_with(plain, variant.parameter)
        for selected in _selected(rest, variant):
            yield from split(selected, variant.rule)
        rest = _excluded(rest, variant, rule)
    yield rest, plain


def _of_scalar(
    signature: Signature, parameter: str, rule: Rule
) -> Iterator[tuple[Signature, Rule]]:
    """The signatures of calls with a Python scalar, and before it with one of NumPy.

    A checker takes NumPy's for that of Python, which it is not for JAX.
    """
    known = _known_with(rule, parameter)
    scalars = {"np.float64": replace(known, unknown_for="any"), "float": known}
    if parameter in rule.known_with_int:
        scalars = {"int": known}
    for scalar, of_scalar in scalars.items():
        chosen = annotate(signature, signature.returns or "Any", **{parameter: scalar})
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
    """The signatures of calls with this argument; by position too, if others come before it."""
    parameter = _parameter(signature, variant)
    chosen = annotate(signature, signature.returns or "Any", **{variant.parameter: parameter})
    if _default(signature, variant.parameter) == repr(variant.value):
        yield chosen
    else:
        yield from required(chosen, variant.parameter)


def _parameter(signature: Signature, variant: Variant) -> str:
    if variant.value is GIVEN:
        return _annotation(signature, variant.parameter).removesuffix(" | None")
    return "None" if variant.value is None else f"Literal[{variant.value!r}]"


def _excluded(signature: Signature, variant: Variant, rule: Rule) -> Signature:
    """The signature of calls in which the argument has another value than in the variant."""
    if variant.value is GIVEN:
        return leave_out(signature, [variant.parameter])
    annotation = _other(signature, variant, rule)
    return annotate(signature, signature.returns or "Any", **{variant.parameter: annotation})


def _other(signature: Signature, variant: Variant, rule: Rule) -> str:
    """The literals that remain: for a flag the other one, else what the parameter has by default.

    With several variants of one parameter the first of them cannot tell what remains, so the
    annotation stays as it is; literals of the variants are then seen before it.
    """
    several = sum(each.parameter == variant.parameter for each in rule.variants) > 1
    annotation = _annotation(signature, variant.parameter)
    if isinstance(variant.value, bool) and not several:
        optional = " | None" if annotation.endswith("| None") else ""
        return f"Literal[{not variant.value}]{optional}"
    return annotation


def _annotation(signature: Signature, parameter: str) -> str:
    return next(p.annotation or "Any" for p in signature.parameters if p.name == parameter)


def _default(signature: Signature, parameter: str) -> str | None:
    return next(p.default for p in signature.parameters if p.name == parameter)
