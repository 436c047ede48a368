"""Applies a rule to symbols, by trying all choices of dtypes that they stand for.

This works for any rule. If the result equals a type variable in every choice that JAX accepts, it
*is* that variable. If it is always the same node, it is that node. Otherwise it is the narrowest
abstract dtype above all results.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice, product
from typing import Final, NamedTuple

from promo_mypy.types.symbols import (
    Operand,
    Symbol,
    covering_category,
    exact_node,
    node_symbol,
)
from promo_typing.core.dtypes import NODES, PRNG_KEY, PYTHON_SCALARS, WEAK
from promo_typing.core.jaxtyping_names import narrowest_category
from promo_typing.lattice.semantics import Semantics
from promo_typing.rules import Outcome, Refusal, Resolved, Rule, Unknown, resolve
from promo_typing.rules.explain import Explanation, explain
from promo_typing.rules.model import array_count, keeps_apart

_LIMIT: Final = 4096
"""The most choices that are tried; if there are more, the result is unknown."""
_BITS: Final = (0, 8, 16, 32)
"""The widths of bools and integers in a program whose only floats are float32; 0 if weak."""
_BESIDE_FLOAT32: Final = tuple(
    name
    for name, node in NODES.items()
    if name in ("float32", "weak_float") or (not node.is_a("inexact") and node.bits in _BITS)
)
"""All dtypes in a program whose only floats are float32, with x64 off."""


class Failure(NamedTuple):
    """A refusal by JAX.

    Attributes:
        outcome: the refusal, as the rule gives it.
        explanation: the reason, and the advice.
        operands: the names of the operands' dtypes as the program has them.
        names: for each dtype of the failure, its name in the program.
    """

    outcome: Refusal
    explanation: Explanation
    operands: tuple[str, ...]
    names: tuple[tuple[str, str], ...]

    def name(self, node: str) -> str:
        """Return the program's name for a dtype of the failure."""
        return dict(self.names).get(node, node)


class Answer(NamedTuple):
    """The dtype of each result, None if unknown; with a failure there are no results."""

    results: tuple[Symbol | None, ...]
    failure: Failure | None = None


class Combined(NamedTuple):
    """The answers for all members of union operands, combined.

    Attributes:
        results: for each array of the result, the dtypes that it may have; None if unknown.
        failures: the certain refusals.
    """

    results: tuple[tuple[Symbol | None, ...], ...]
    failures: tuple[Failure, ...]

    @property
    def only_node(self) -> str:
        """The dtype of a single result; empty if there are several or it is unknown."""
        if self.failures or len(self.results) != 1 or len(self.results[0]) != 1:
            return ""
        symbol = self.results[0][0]
        return "" if symbol is None else exact_node((symbol,)) or ""


class Evaluator:
    """Applies rules under given settings, with a cache."""

    def __init__(self, semantics: Semantics) -> None:
        """Start with an empty cache."""
        self._semantics = semantics
        self._combined = cache(self._combine)
        self._in_float32 = cache(self._combine_float32)

    def __call__(
        self, rule: Rule, operands: tuple[Operand | None, ...], dtype: Operand = ()
    ) -> Combined | None:
        """Apply a rule to operands whose types may be unions; None if nothing is known.

        ``dtype`` has the dtypes that a dtype argument may request; empty if there is none.
        """
        return self._combined(rule, operands, dtype)

    def in_float32(
        self, rule: Rule, operands: tuple[Operand | None, ...], dtype: Operand = ()
    ) -> Combined | None:
        """Apply a rule to partly unknown operands, in a program whose only floats are float32.

        An unknown operand is a float32, a bool or an integer there. None if the result still
        depends on which of these it is.
        """
        return self._in_float32(rule, operands, dtype)

    def _combine(
        self, rule: Rule, operands: tuple[Operand | None, ...], dtype: Operand
    ) -> Combined | None:
        known = tuple([operand for operand in operands if operand is not None])
        if len(known) == len(operands):
            return _evaluate(rule, known, self._semantics, dtype)
        certain = _certain(rule, operands, tuple(NODES), self._semantics, dtype) if known else None
        return certain or _whatever(rule, operands, self._semantics, dtype)

    def _combine_float32(
        self, rule: Rule, operands: tuple[Operand | None, ...], dtype: Operand
    ) -> Combined | None:
        """The results that are the same, except for weakness, for all dtypes in such a program."""
        if None not in operands:
            return None
        return _certain(rule, operands, _BESIDE_FLOAT32, self._semantics, dtype)


def _certain(
    rule: Rule,
    operands: tuple[Operand | None, ...],
    among: tuple[str, ...],
    semantics: Semantics,
    dtype: Operand,
) -> Combined | None:
    """Apply a rule whose result is the same for all dtypes that JAX accepts as unknown operands.

    This holds for ``x.at[i].set(anything)``, and for ``lax.select(c, x, anything)``. The result may
    be weak for some dtypes and strong for others. None if no result is the same. An unknown operand
    is not a key if another operand is a number.

    Args:
        rule: the rule.
        operands: the dtypes of the operands; None for an unknown operand.
        among: the dtypes that an unknown operand may have.
        semantics: JAX's settings.
        dtype: the dtypes that a dtype argument may request; empty if there is none.
    """
    asked = _exact((dtype,)) if dtype else (None,)
    anything = _anything(rule, among)
    nodes = [anything if operand is None else _nodes(operand) for operand in operands]
    if asked is None or not all(nodes):
        return None
    found = _Columns(array_count(rule), semantics)
    for number, choice in enumerate(product(*nodes)):
        if number >= _LIMIT or found.are_open:
            return None
        outcome = _outcome(rule, choice, semantics, asked[0])
        if isinstance(outcome, Unknown):
            if PRNG_KEY in choice and {*choice} != {PRNG_KEY}:
                continue
            return None
        if isinstance(outcome, Resolved):
            found.take(outcome.results)
    return None if found.are_open else Combined(found.symbols(), ())


class _Columns:
    """Collects the dtypes of each result over the choices of operands."""

    def __init__(self, count: int, semantics: Semantics) -> None:
        """Start without a choice."""
        self._nodes = [dict[str, None]() for _ in range(count)]
        self._strong = [set[str]() for _ in range(count)]
        self._semantics = semantics

    def take(self, results: Sequence[str]) -> None:
        """Add the results for one choice."""
        for nodes, strong, node in zip(self._nodes, self._strong, results, strict=True):
            nodes[node] = None
            strong.add(self._semantics.strong(node))

    @property
    def are_open(self) -> bool:
        """Whether every result differs between choices, so that none is known."""
        return all(len(each) > 1 for each in self._strong)

    def symbols(self) -> tuple[tuple[Symbol | None, ...], ...]:
        """Return the dtypes of each result: one, or a weak and a strong one; None if unknown."""
        return tuple(
            tuple(map(node_symbol, nodes)) if len(strong) == 1 else (None,)
            for nodes, strong in zip(self._nodes, self._strong, strict=True)
        )


def _anything(rule: Rule, among: tuple[str, ...] = tuple(NODES)) -> tuple[str, ...]:
    return (*among, PRNG_KEY) if rule.usual.keys else among


def _nodes(operand: Operand) -> tuple[str, ...]:
    """The dtypes of an operand; empty if one of them is unknown."""
    is_plain = all(symbol.is_node for symbol in operand)
    return tuple(symbol.node for symbol in operand) if is_plain else ()


def _whatever(
    rule: Rule, operands: tuple[Operand | None, ...], semantics: Semantics, dtype: Operand
) -> Combined | None:
    """Apply a rule to unknown operands: a comparison is bool, a dtype argument decides.

    Known operands count as unknown, too, unless different results follow different operands, as
    those of ``lax.sort_key_val`` do.
    """
    anything = (Symbol("Any", _anything(rule), variable="Any"),)
    apart = keeps_apart(rule)
    given = tuple(known if apart and known is not None else anything for known in operands)
    combined = _evaluate(rule, given, semantics, dtype)
    if combined is None:
        return None
    return Combined(tuple((None,) if _is_open(s) else s for s in combined.results), ())


def _is_open(symbols: tuple[Symbol | None, ...]) -> bool:
    """Whether an alternative is neither a known dtype nor a type that the program names."""
    return any(
        symbol is None or not (symbol.is_node or symbol.spelling is not None) for symbol in symbols
    )


def _evaluate(
    rule: Rule, operands: Sequence[Operand], semantics: Semantics, dtype: Operand
) -> Combined | None:
    nodes, asked = _exact(operands), _exact((dtype,)) if dtype else ()
    if nodes is not None and asked is not None:  # The usual case: there is only one choice.
        outcome = _outcome(rule, nodes, semantics, asked[0] if asked else None)
        if isinstance(outcome, Resolved):
            return Combined(tuple([(node_symbol(node),) for node in outcome.results]), ())
    cases = list(islice(product(product(*operands), dtype or (None,)), _LIMIT + 1))
    if len(cases) > _LIMIT:
        return None
    answers = [_apply(rule, case, semantics, asked) for case, asked in cases]
    if len(answers) == 1 and answers[0].failure is None:
        return Combined(tuple((result,) for result in answers[0].results), ())
    found = dict.fromkeys(answer.results for answer in answers if answer.failure is None)
    columns = tuple(tuple(dict.fromkeys(column)) for column in zip(*found, strict=True))
    given = [case for case, _ in cases]
    return Combined(columns, tuple(dict.fromkeys(_failures(given, answers, semantics))))


def _failures(
    cases: Sequence[tuple[Symbol, ...]], answers: Sequence[Answer], semantics: Semantics
) -> Iterator[Failure]:
    """The certain refusals of JAX.

    A union of a weak and a strong array means that the weakness is not known. If JAX accepts one of
    them, the refusal of the other is not certain. Nor is that of two members of different unions if
    JAX accepts each of them with another member: in ``d = int8 if small else int16``,
    ``lax.add(x.astype(d), y.astype(d))`` they belong together.
    """
    pairs = [*zip(cases, answers, strict=True)]
    accepted = {_strong(case, semantics) for case, answer in pairs if answer.failure is None}
    taken = [*map(set, zip(*accepted, strict=True))]
    for case, answer in pairs:
        if answer.failure is None:
            continue
        members = _strong(case, semantics)
        if not accepted or any(a not in b for a, b in zip(members, taken, strict=True)):
            yield answer.failure


def _strong(operands: tuple[Symbol, ...], semantics: Semantics) -> tuple[Symbol, ...]:
    """The operands with weak arrays made strong; Python numbers stay as they are."""
    return tuple(
        node_symbol(semantics.strong(each.name)) if each.name in WEAK else each for each in operands
    )


def _exact(operands: Sequence[Operand]) -> tuple[str, ...] | None:
    """The dtypes of the operands if each has exactly one; else None."""
    nodes = [*map(exact_node, operands)]
    return None if None in nodes else tuple([node for node in nodes if node is not None])


def _apply(
    rule: Rule, operands: tuple[Symbol, ...], semantics: Semantics, dtype: Symbol | None
) -> Answer:
    """Apply a rule to one symbol for each operand."""
    symbols = operands if dtype is None else (*operands, dtype)
    unknown = Answer((None,) * array_count(rule))
    choices = list(islice(_choices(symbols), _LIMIT + 1))
    if len(choices) > _LIMIT:
        return unknown
    accepted: dict[tuple[str, ...], tuple[str, ...]] = {}
    failure = None
    for choice in choices:
        nodes, asked = (choice, None) if dtype is None else (choice[:-1], choice[-1])
        outcome = _outcome(rule, nodes, semantics, asked)
        if isinstance(outcome, Unknown):
            return unknown
        if isinstance(outcome, Resolved):
            accepted[choice] = outcome.results
        elif failure is None:
            explanation = explain(rule, nodes, semantics, outcome, asked)
            failure = _failure(outcome, explanation, operands, nodes)
    if not accepted:
        return Answer((), failure)
    columns = zip(*accepted.values(), strict=True)
    return Answer(tuple(_general(symbols, list(accepted), list(column)) for column in columns))


def _outcome(
    rule: Rule, nodes: tuple[str, ...], semantics: Semantics, asked: str | None
) -> Outcome:
    try:
        return resolve(rule, nodes, semantics, asked)
    except ValueError:
        # An operand is missing. mypy reports that, and asks for the result anyway.
        return Unknown()


def _choices(symbols: Sequence[Symbol]) -> Iterator[tuple[str, ...]]:
    """All choices of a dtype for each symbol; a type variable is the same dtype everywhere."""
    if all(len(symbol.nodes) == 1 for symbol in symbols):
        yield tuple(symbol.nodes[0] for symbol in symbols)
        return
    keys = [symbol.variable or str(place) for place, symbol in enumerate(symbols)]
    nodes = {key: symbol.nodes for key, symbol in zip(keys, symbols, strict=True)}
    for choice in product(*nodes.values()):
        chosen = dict(zip(nodes, choice, strict=True))
        yield tuple(chosen[key] for key in keys)


def _general(
    symbols: Sequence[Symbol], choices: list[tuple[str, ...]], results: list[str]
) -> Symbol | None:
    distinct = set(results)
    if len(distinct) == 1:
        only = distinct.pop()
        variables = [s for s in symbols if s.variable is not None and s.nodes == (only,)]
        return variables[0] if variables else node_symbol(only)
    for place, symbol in enumerate(symbols):
        if symbol.variable and results == [choice[place] for choice in choices]:
            return symbol
    if any(symbol.is_of_jaxtyping for symbol in symbols):
        category = narrowest_category(frozenset(distinct))
    else:
        category = covering_category(distinct)
    return None if category is None else Symbol(category, tuple(sorted(distinct)))


def _failure(
    outcome: Refusal, explanation: Explanation, operands: Sequence[Symbol], nodes: Sequence[str]
) -> Failure:
    pairs = list(zip(nodes, operands, strict=True))
    names = [(PYTHON_SCALARS.get(node, node), symbol.name) for node, symbol in pairs]
    return Failure(outcome, explanation, tuple(symbol.name for symbol in operands), tuple(names))
