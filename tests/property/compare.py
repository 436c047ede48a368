"""Decides whether mypy and JAX agree about a subexpression."""

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
    """A subexpression, with the answers of mypy and JAX for it and for its operands.

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
        """Whether the subexpression is an operation or call that JAX reached and answered."""
        is_atom = self.expression.rule is None and not self.expression.operands
        return not is_atom and not isinstance(self.actual.outcome, Failed | Unreached)

    @property
    def kind(self) -> tuple[object, ...]:
        """A key that is equal for cases that most likely have the same cause."""
        outcomes = type(self.static.outcome), type(self.actual.outcome)
        return self.expression.rule, self.expression.template, *outcomes

    def __str__(self) -> str:
        """Render the expression, both answers, and the whole program."""
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
        # mypy need not report a lost imaginary part: the operand may be unknown, or NumPy's.
        actual = replace(actual, dropped=False)
    return static == actual


def _decided(case: Case, semantics: Semantics) -> Observation:
    """mypy's answer; if it leaves several dtypes open and JAX's is one of them, that one.

    mypy may leave open whether an array is weak, and so the results for such an operand.
    """
    static, actual = case.static, case.actual.outcome
    match static.outcome:
        case Either(nodes) if isinstance(actual, Dtype) and actual.node in nodes:
            is_in_doubt = len({*map(semantics.strong, nodes)}) == 1
            if is_in_doubt or {*nodes} <= _possible(case, semantics):
                return replace(static, outcome=actual)
    return static


def _possible(case: Case, semantics: Semantics) -> frozenset[str]:
    """The possible results if mypy does not know whether some operands are weak."""
    operands = _that_count(case, case.static_operands)
    if case.expression.rule is None or not any(isinstance(each, Either) for each in operands):
        return frozenset()
    resolved = (each for each in _outcomes(case, semantics) if isinstance(each, Resolved))
    return frozenset(node for each in resolved for node in each.results)


def _is_reasonable(case: Case) -> bool:
    """Whether mypy's answer is justified for a subexpression without an answer of JAX.

    mypy knows the dtype of ``jnp.array(refused, jnp.int8)``, but it must report no error about
    ``refused + 1``, where an operand is unknown.
    """
    if isinstance(case.static.outcome, Refused):
        operands = _that_count(case, case.static_operands)
        return not any(_is_unknown(operand) for operand in operands)
    return not isinstance(case.static.outcome, Complaint)


def _is_unknown(static: Outcome) -> bool:
    return isinstance(static, Untyped) or (isinstance(static, Refused) and static.node is None)


def _that_count(case: Case, operands: Sequence[_T]) -> Sequence[_T]:
    """The operands of the rule; the condition of ``where``, which comes first, is none."""
    rule = case.expression.rule
    return operands if rule is None else operands[-len(rule_of(rule).operands) :]


def _is_undecided(case: Case, semantics: Semantics) -> bool:
    """Whether mypy gives no answer because the dtypes that it knows do not decide the result.

    That is so if the rule leaves the result open, or if an operand is unknown to mypy. A comparison
    with an unknown operand is still bool if JAX accepts it. And mypy may report an error inside the
    right operand as one of the operator.
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
    """Whether mypy reports no error since JAX accepts either a weak or a strong operand.

    Beside a NumPy operand everything is open, because mypy asks the plugin for each operand.
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
    """The outcomes of the rule for each choice of the operands that mypy leaves open."""
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
    """Whether mypy has reported the same elsewhere: it prints equal messages once per line."""
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
    """The operands' dtypes that a message names: JAX's, or mypy's if JAX did not reach them."""
    pairs = zip(case.static_operands, case.actual_operands, strict=True)
    nodes = [_nodes(actual, semantics) or _nodes(static, semantics) for static, actual in pairs]
    return _that_count(case, nodes)


def _nodes(outcome: Outcome, semantics: Semantics) -> Collection[str]:
    if isinstance(outcome, Either):
        return outcome.nodes
    node = _node(outcome, semantics)
    return () if node is None else (node,)
