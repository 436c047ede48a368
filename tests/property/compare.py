"""When mypy and JAX agree about a subexpression."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import TypeVar

from promo_typing.lattice.semantics import Semantics
from promo_typing.oracle import rule_of
from promo_typing.rules import Outcome as RuleOutcome
from promo_typing.rules import Refusal, Resolved, Unknown, resolve

from .expressions import Expression, Rendered
from .outcomes import (
    Complaint,
    Dtype,
    Either,
    Failed,
    Foreign,
    Observation,
    Outcome,
    Refused,
    Unreached,
    Untyped,
)

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Case:
    """A subexpression, what either side says about it, and what about its operands.

    ``after_error`` is true if mypy reports an error within an operand.
    """

    expression: Expression
    static: Observation
    actual: Observation
    static_operands: tuple[Outcome, ...]
    actual_operands: tuple[Outcome, ...]
    program: str
    after_error: bool

    @property
    def is_compared(self) -> bool:
        """Whether it is an operation or a call that JAX came to and answered."""
        is_atom = self.expression.rule is None and not self.expression.operands
        return not is_atom and not isinstance(self.actual.outcome, Failed | Unreached)

    @property
    def kind(self) -> tuple[object, ...]:
        """The same for cases that most likely have the same cause."""
        outcomes = type(self.static.outcome), type(self.actual.outcome)
        return self.expression.rule, self.expression.template, *outcomes

    def __str__(self) -> str:
        """Render the smallest expression that shows it, and the program that it stands in."""
        operands = ", ".join(map(str, self.actual_operands)) or "none"
        return (
            f"{self.expression}\n    operands {operands}\n    mypy     {self.static}"
            f"\n    JAX      {self.actual}\n    within   {self.program}"
        )


def cases(
    program: Rendered, static: Sequence[Observation], actual: Sequence[Observation]
) -> list[Case]:
    """Return a case for each subexpression of a program."""
    found: list[Case] = []
    wrong: list[bool] = []
    for span, left, right in zip(program.spans, static, actual, strict=True):
        after_error = any(wrong[place] for place in span.operands)
        refused = isinstance(left.outcome, Refused | Complaint)
        wrong.append(after_error or left.narrowed or left.dropped or refused)
        left_operands = tuple(static[place].outcome for place in span.operands)
        right_operands = tuple(actual[place].outcome for place in span.operands)
        found.append(
            Case(
                span.expression,
                left,
                right,
                left_operands,
                right_operands,
                program.text,
                after_error,
            )
        )
    return found


def disagreements(found: Sequence[Case], semantics: Semantics) -> Iterator[Case]:
    """Yield the cases of one program in which mypy and JAX differ."""
    for case in found:
        if not (
            _agree(case, semantics)
            or _is_undecided(case, semantics)
            or _is_in_doubt(case, semantics)
            or _is_said(case, found, semantics)
        ):
            yield case


def _agree(case: Case, semantics: Semantics) -> bool:
    static, actual = _decided(case, semantics), case.actual
    if isinstance(actual.outcome, Failed | Unreached):
        return _is_reasonable(case)
    if static.narrowed and semantics.explicit_x64 == "error":
        return isinstance(actual.outcome, Refused)
    if isinstance(actual.outcome, Refused):
        return isinstance(static.outcome, Refused)
    if actual.dropped and not static.dropped:
        # mypy need not say it: the operand may be unknown, or of NumPy.
        actual = replace(actual, dropped=False)
    return static == actual


def _decided(case: Case, semantics: Semantics) -> Observation:
    """What mypy says, where it leaves something open as JAX has it.

    That is whether an array is weak, and what an operand gives that may be weak or not.
    """
    static, actual = case.static, case.actual.outcome
    match static.outcome:
        case Either(nodes) if isinstance(actual, Dtype) and actual.node in nodes:
            is_in_doubt = len({*map(semantics.strong, nodes)}) == 1
            if is_in_doubt or {*nodes} <= _possible(case, semantics):
                return replace(static, outcome=actual)
    return static


def _possible(case: Case, semantics: Semantics) -> frozenset[str]:
    """The results for operands of which mypy does not know whether they are weak."""
    operands = _that_count(case, case.static_operands)
    if case.expression.rule is None or not any(isinstance(each, Either) for each in operands):
        return frozenset()
    resolved = (each for each in _outcomes(case, semantics) if isinstance(each, Resolved))
    return frozenset(node for each in resolved for node in each.results)


def _is_reasonable(case: Case) -> bool:
    """Whether what mypy says about a place of which JAX says nothing follows from what it knows.

    It knows the dtype of ``jnp.array(refused, jnp.int8)``; of ``refused + 1`` it must say nothing.
    """
    if isinstance(case.static.outcome, Refused):
        operands = _that_count(case, case.static_operands)
        return not any(_is_unknown(operand) for operand in operands)
    return not isinstance(case.static.outcome, Complaint)


def _is_unknown(static: Outcome) -> bool:
    return isinstance(static, Untyped) or (isinstance(static, Refused) and static.node is None)


def _that_count(case: Case, operands: Sequence[_T]) -> Sequence[_T]:
    """The operands that the rule is about: not the condition of ``where``, which comes first."""
    rule = case.expression.rule
    return operands if rule is None else operands[-len(rule_of(rule).operands) :]


def _is_undecided(case: Case, semantics: Semantics) -> bool:
    """Whether mypy says nothing because dtypes alone do not decide: the rule says so.

    Nor does it know what becomes of an operand that it does not know, apart from a comparison
    being bool if JAX accepts it. An error within the right operand makes it take the operator
    itself for an error.
    """
    unknown = any(_is_unknown(operand) for operand in _that_count(case, case.static_operands))
    if unknown or case.after_error:
        silent = isinstance(case.static.outcome, Untyped)
        return silent or isinstance(case.actual.outcome, Refused)
    operands = _that_count(case, case.actual_operands)
    nodes = [node for node in (_node(operand, semantics) for operand in operands) if node]
    if not isinstance(case.static.outcome, Untyped) or case.expression.rule is None:
        return False
    if not nodes or len(nodes) != len(operands):
        return False
    rule = rule_of(case.expression.rule)
    return isinstance(resolve(rule, nodes, semantics, case.expression.dtype), Unknown)


def _is_in_doubt(case: Case, semantics: Semantics) -> bool:
    """Whether mypy says no error since JAX accepts an operand that is weak, or one that is not.

    An operand of NumPy beside it leaves all open: mypy asks for each of both.
    """
    operands = _that_count(case, case.static_operands)
    kinds = {type(operand) for operand in operands}
    is_refused = isinstance(case.actual.outcome, Refused)
    if not is_refused or case.expression.rule is None or Either not in kinds:
        return False
    if isinstance(case.static.outcome, Untyped) and kinds == {Either, Foreign}:
        return True
    return any(not isinstance(each, Refusal) for each in _outcomes(case, semantics))


def _outcomes(case: Case, semantics: Semantics) -> Iterator[RuleOutcome]:
    """What the rule says for each choice of operands of which mypy leaves something open."""
    pairs = zip(
        _that_count(case, case.static_operands),
        _that_count(case, case.actual_operands),
        strict=True,
    )
    choices = [
        _nodes(static if isinstance(static, Either) else actual, semantics)
        for static, actual in pairs
    ]
    if case.expression.rule is not None:
        rule, dtype = rule_of(case.expression.rule), case.expression.dtype
        for choice in product(*choices):
            yield resolve(rule, choice, semantics, dtype)


def _node(outcome: Outcome, semantics: Semantics) -> str | None:
    match outcome:
        case Dtype(node) | Refused(node=node):
            return node
        case Foreign(name):
            return semantics.canonical(name)
    return None


def _is_said(case: Case, found: Sequence[Case], semantics: Semantics) -> bool:
    """Whether mypy has reported the same elsewhere: it gives a message once for a line."""
    others = [other for other in found if other is not case]
    static, actual = case.static, case.actual
    if actual.narrowed or semantics.explicit_x64 == "error":
        said = any(o.static.narrowed and o.static.outcome == static.outcome for o in others)
        if said and (actual.outcome == static.outcome or isinstance(actual.outcome, Refused)):
            return True
    if actual.dropped and any(other.static.dropped for other in others):
        return actual == replace(static, dropped=True)
    return isinstance(actual.outcome, Refused) and any(
        isinstance(other.static.outcome, Refused)
        and other.expression.template == case.expression.template
        and _are_named(_operand_nodes(case, semantics), _operand_nodes(other, semantics))
        for other in others
    )


def _are_named(nodes: Sequence[Collection[str]], others: Sequence[Collection[str]]) -> bool:
    """Whether a message about some operands may name the dtypes of others."""
    pairs = zip(nodes, others, strict=True)
    return all(one == other or not set(one).isdisjoint(other) for one, other in pairs)


def _operand_nodes(case: Case, semantics: Semantics) -> Sequence[Collection[str]]:
    """The dtypes that a message names, which are known even if JAX did not come to the operands."""
    pairs = zip(case.static_operands, case.actual_operands, strict=True)
    nodes = [_nodes(actual, semantics) or _nodes(static, semantics) for static, actual in pairs]
    return _that_count(case, nodes)


def _nodes(outcome: Outcome, semantics: Semantics) -> Collection[str]:
    if isinstance(outcome, Either):
        return outcome.nodes
    node = _node(outcome, semantics)
    return () if node is None else (node,)
