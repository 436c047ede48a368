"""Rules in words, as an editor shows them in the documentation of a function."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from promo_typing.rules.dtype_words import listed, under_all_settings
from promo_typing.rules.model import (
    Absent,
    Accumulates,
    After,
    ArgumentCondition,
    Before,
    Case,
    Check,
    Dtype,
    Either,
    Expression,
    First,
    Given,
    HoldsProducts,
    If,
    IfTaken,
    Join,
    Known,
    Map,
    Of,
    Open,
    Product,
    Reinterprets,
    Requested,
    Rule,
    Same,
    Several,
    expressions,
    operands_in,
)
from promo_typing.rules.model.dtype_maps import TO_STRONG
from promo_typing.rules.select import argument_conditions


def describe(rule: Rule) -> str:
    """The rule in words: one sentence for the results, further ones for arguments and refusals."""
    return " ".join((f"{_results(rule, rule.usual)}.", *_details(rule)))


def _results(rule: Rule, case: Case) -> str:
    results = [Words(rule).of(each) for each in expressions(case.result)]
    if len(set(results)) == 1:
        return results[0]
    return "; ".join(f"({place}) {each}" for place, each in enumerate(results, 1))


def _details(rule: Rule) -> Iterator[str]:
    if rule.dtype is not None:
        yield f"The argument {rule.dtype.name} decides it, if given."
    accepted = next(_checks(expressions(rule.usual.result)), None)
    if accepted is not None:
        yield f"It takes {under_all_settings(accepted.accepted)}."
    for case in rule.cases:
        arguments = list(map(_argument, argument_conditions(case)))
        if arguments and not any(isinstance(each, Before) for each in case.when):
            yield f"With {listed(arguments)}: {_results(rule, case)}."


def _argument(condition: ArgumentCondition) -> str:
    if isinstance(condition, Given):
        other = f" other than as a Python {condition.beyond}" if condition.beyond else ""
        return f"{condition.parameter} given{other}"
    if isinstance(condition, Absent):
        return f"no {condition.parameter}"
    return f"{condition.parameter} = {condition.value!r}"


def _checks(expression: Any) -> Iterator[Check]:
    """The checks in an expression, in the order in which JAX makes them."""
    if isinstance(expression, Check):
        yield expression
    elif isinstance(expression, tuple):
        for each in expression:
            yield from _checks(each)
    elif isinstance(expression, Map | Known | First | IfTaken):
        yield from _checks(expression.part)
    elif isinstance(expression, After):
        yield from _checks((expression.first, expression.then))


class Words:
    """The words for the expressions of a rule."""

    def __init__(self, rule: Rule) -> None:
        """Note which operands of the rule stand for any number of arrays."""
        self._several: Final = {each.name for each in rule.operands if isinstance(each, Several)}

    def of(self, expression: Expression) -> str:
        """The words for an expression, as the dtype of a result."""
        return _WORDS[type(expression)](self, expression)

    def known(self, expression: Dtype) -> str:
        """The words for a dtype that is always the same."""
        return _DTYPES.get(expression.node, expression.node)

    def operands(self, expression: Of) -> str:
        """The words for the dtype of operands: ``the common dtype of x and y``."""
        first, *others = expression.operands
        common = bool(others) or first in self._several
        return f"the {'common ' if common else ''}dtype of {listed(expression.operands)}"

    def joined(self, expression: Join) -> str:
        """The words for a promotion, with the names of the operands."""
        if len(expression.parts) == 1:
            return self.of(expression.parts[0])
        if all(isinstance(part, Of) for part in expression.parts):
            return self.operands(Of(*operands_in(expression.parts)))
        return f"the common dtype of {self._promoted(expression)}"

    def _promoted(self, expression: Join) -> str:
        """The names of all promoted operands and dtypes, listed."""
        names = dict.fromkeys(name for part in expression.parts for name in self._sources(part))
        converted = any(_is_converted(part) for part in expression.parts)
        return f"{listed(names)}{' after conversions' if converted else ''}"

    def _sources(self, part: Expression) -> Iterator[str]:
        """The names of the operands in a part, or its dtype if there are none."""
        if isinstance(part, Join):
            for each in part.parts:
                yield from self._sources(each)
            return
        names = list(operands_in(part))
        yield from names or ([] if part == Of() else [self.of(part)])

    def bare(self, expression: Expression) -> str:
        """The words for the operands of an expression, without ``the dtype of``."""
        match expression:
            case Of(operands):
                return listed(operands)
            case Join((only,)):
                return self.bare(only)
            case Join():
                return self._promoted(expression)
        return self.of(expression)

    def mapped(self, expression: Map) -> str:
        """The words for a map, applied to its operands."""
        part = expression.part
        if expression.by == TO_STRONG and isinstance(part, Dtype) and part.node in _DEFAULTS:
            return _DEFAULTS[part.node]
        return expression.by.words.format(self.of(part))

    def choice(self, expression: If) -> str:
        """The words for the usual dtype or, if that is unknown, for the one of the special case."""
        usual = expression.otherwise
        return self.of(expression.then if usual == Open() else usual)


def _is_converted(part: Expression) -> bool:
    """Whether a part is a conversion of operands, which precedes their promotion."""
    return isinstance(part, Map | Join) and any(operands_in(part))


_DTYPES: Final = {
    "prng_key": "a typed key",
    "weak_int": "a weak integer",
    "weak_float": "a weak float",
    "weak_complex": "a weak complex number",
}
"""The words for dtypes that have no name of their own."""

_DEFAULTS: Final = {
    "weak_int": "the default integer",
    "weak_float": "the default float",
    "weak_complex": "the default complex dtype",
}
"""The dtypes that weak dtypes become where they do not stay weak."""

_WORDS: Final[dict[type, Callable[..., str]]] = {
    Of: Words.operands,
    Dtype: Words.known,
    Requested: lambda words, e: "the dtype that is asked for",
    Join: Words.joined,
    Map: Words.mapped,
    Check: lambda words, e: words.of(e.part),
    Known: lambda words, e: words.of(e.part),
    After: lambda words, e: words.of(e.then),
    First: lambda words, e: words.of(e.part),
    Same: lambda words, e: f"the one dtype of {words.bare(Join(*e.parts))}",
    Product: lambda words, e: f"the more precise dtype of {words.bare(e.part)}",
    HoldsProducts: lambda words, e: words.of(e.part),
    Accumulates: lambda words, e: words.of(e.part),
    Reinterprets: lambda words, e: words.of(e.part),
    If: Words.choice,
    Either: lambda words, e: words.of(e.parts[0]),
    IfTaken: lambda words, e: words.of(e.part),
    Open: lambda words, e: "not known",
}
