"""Rules in words, for who reads the documentation of a function in an editor."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from promo_typing.rules.accepts import ACCEPTS
from promo_typing.rules.exceptions import BUT, parse
from promo_typing.rules.model import ABSENT, GIVEN, OF, Rule, Variant, parameter_name

RESULT_WORDS: Final[dict[str, str]] = {
    "same": "{operands}",
    "concrete": "{operands}, no longer weak",
    "numeric": "{operands}, bool becomes int32",
    "inexact": "{operands}, bool and integers become floating",
    "real": "{operands}, complex numbers become real",
    "absolute": "{operands}, complex numbers become real",
    "rint": "{operands}, bool and integers become the default float",
    "angle": "{operands}, complex numbers become real, all else but floats the default float",
    "nan_to_num": "{operands}, floats no longer weak",
    "sum": "{operands}, bool and small integers become the default integer of their sign",
    "cumulative": "{operands}, bool becomes the default integer",
    "inexact_concrete": "{operands}, bool and integers become floating, none is weak",
    "inexact_absolute": "{operands}, integers become floating, complex numbers real",
    "inexact_real": "{operands}, integers become floating, complex numbers real",
    "inexact_real_concrete": "{operands}, integers become floating, complex real, none weak",
    "inexact_single": "{operands}, integers become floating, with at least 32 bits",
    "inexact_real_single": "{operands}, as a real floating-point number of at least 32 bits",
    "complex": "the complex dtype of {operands}",
    "complex_concrete": "the complex dtype of {operands}, not weak",
    "bool": "bool",
    "uint8": "uint8",
    "int32": "int32",
    "float32": "float32",
    "weak_int": "a weak integer",
    "weak_float": "a weak float",
    "default_int": "the default integer",
    "argpartition": "int32, weak where {operands} is",
    "default_float": "the default float",
    "weak_inexact": "{operands}, bool and integers become weak floats",
    "uint32": "uint32",
    "prng_key": "a typed key",
    "bits": "the default unsigned integer",
    "scaled_covariance": "{operands}, real where x is",
    "unscaled_covariance": "the dtype of x, no longer weak",
}
"""What each word of the vocabulary of results says of the operands. The others say it best."""

_AS_INEXACT: Final = (
    "squareplus",
    "interpolated",
    "harmonic",
    "spaced",
    "fitted",
    "fitted_and_inverted",
    "counted",
    "weighed",
    "counted_and_weighed",
    "standardized_alone",
    "standardized_about",
    "standardized_by",
    "standardized_as_given",
)

COMBINE_WORDS: Final[dict[str, str]] = {
    **dict.fromkeys(_AS_INEXACT, "the common dtype of {names} as an inexact one"),
    "identical": "the one dtype of {names}",
    "first": "the dtype of {first}",
    "alone": "the dtype of {first}",
    "none": "the default",
    "attention": "the dtype of {first}",
    "weighted": "the dtype of {last}",
    "trials": "the dtype of {last}",
    "drawn": "the common dtype of {names} and the default float",
    "in_ball": "the common dtype of {names} and the default float",
    "drawn_inverse": "the common dtype of the inverse of {names} and the default float",
    "nearest": "the dtype of {first}",
    "linear": "the dtype of {first}",
    "nearest_or_linear": "the dtype of {first}",
    "chosen": "the dtype of {last}",
    "raveled": "the common dtype of {names} and a Python int",
    "with_constants": "the common dtype of {names} and the default float",
    "indexed": "the common dtype of {last} and an index",
}
"""How operands are combined, where that is not promotion to a common dtype."""


def describe(rule: Rule) -> str:
    """The rule in words: one sentence for the results, further ones for arguments and refusals."""
    return " ".join((f"{_results(rule)}.", *_details(rule)))


def _results(rule: Rule) -> str:
    operands = operand_words(rule)
    results = [_in_words(each, operands) for each in rule.results]
    if len(results) == 1 or len(set(results)) == 1:
        return results[0]
    return "; ".join(f"({place}) {each}" for place, each in enumerate(results, 1))


def operand_words(rule: Rule) -> str:
    """What the operands of a rule are combined to, in words."""
    names = [parameter_name(each) for each in rule.operands]
    if rule.combine in COMBINE_WORDS or not names:
        template = COMBINE_WORDS[rule.combine if names else "none"]
        first, last = (names[0], names[-1]) if names else ("", "")
        return template.format(names=listed(names), first=first, last=last)
    several = len(names) > 1 or any(mark in rule.operands[0] for mark in "*[")
    return f"the {'common ' if several else ''}dtype of {listed(names)}"


def listed(names: list[str]) -> str:
    """Names as in a sentence: ``a, b and c``."""
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1]))) if names else ""


def _in_words(result: str, operands: str) -> str:
    result, of, operand = result.partition(OF)
    if of:
        operands = f"the dtype of {operand}"
    base, _, exceptions = result.partition(BUT)
    words = RESULT_WORDS.get(base, base).format(operands=operands)
    others = [f"{each} becomes {each.becomes}" for each in parse(exceptions)]
    return ", but ".join((words, *others))


def _details(rule: Rule) -> Iterator[str]:
    if rule.dtype_parameter is not None:
        yield f"The argument {rule.dtype_parameter} decides it, if given."
    if rule.accepts != "any" and BUT not in rule.accepts:
        yield f"It takes {ACCEPTS[rule.accepts].description}."
    for variant in rule.variants:
        yield f"{_argument(variant)}: {_results(variant.rule)}."


def _argument(variant: Variant) -> str:
    if variant.value is ABSENT:
        return f"Without {variant.parameter}"
    value = "given" if variant.value is GIVEN else f"= {variant.value!r}"
    return f"With {variant.parameter} {value}"
