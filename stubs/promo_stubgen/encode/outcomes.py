"""The outcomes of a rule for operands of one dtype, as annotations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import TypeAlias

from promo_stubgen.encode import reading
from promo_stubgen.encode.answers import Answers, answers, nameless
from promo_stubgen.ir.annotation import Annotation, Name
from promo_stubgen.ir.arrays import ANY_ARRAY, array, array_or_any
from promo_typing.core.dtypes import NODES, PRNG_KEY
from promo_typing.core.stub_names import dtype_class
from promo_typing.lattice import Lattice
from promo_typing.lattice.semantics import Semantics
from promo_typing.rules import Outcome, Refusal, Resolved, Rule, Unknown, resolve
from promo_typing.rules.model import array_count

_Request: TypeAlias = tuple[tuple[str, ...], tuple[str, ...]]
"""The requested dtypes, and the nodes of the operands."""

_Pattern: TypeAlias = tuple[str | None, ...]


def _filled(pattern: _Pattern, node: str) -> tuple[str, ...]:
    return tuple(each or node for each in pattern)


def outcomes_of(rule: Rule, semantics: Semantics, arity: int = 1, optional: int = 0) -> Outcomes:
    """The outcomes of a rule, shared by rules that differ only in the names of operands."""
    return _of_nameless(nameless(rule), semantics, arity, optional)


@cache
def _of_nameless(rule: Rule, semantics: Semantics, arity: int, optional: int) -> Outcomes:
    return Outcomes(rule, semantics, arity, optional)


@dataclass(frozen=True, eq=False)
class Outcomes:
    """The outcomes of a rule under given settings.

    ``arity`` is the number of operands that are assumed, and ``optional`` the number of trailing
    ones that may be left out. Outcomes are cached: overloads need the same pairs of dtypes many
    times, and many functions have the same cases.
    """

    rule: Rule
    semantics: Semantics
    arity: int = 1
    optional: int = 0
    _obeying: dict[_Request, tuple[bool, ...]] = field(default_factory=dict, init=False, repr=False)
    _joined: dict[str, tuple[str, ...] | None] = field(default_factory=dict, init=False, repr=False)

    @cached_property
    def _answers(self) -> Answers:
        return answers(self.rule, self.semantics, self.optional)

    @property
    def lattice(self) -> Lattice:
        """The lattice of the settings."""
        return self.semantics.lattice

    def returns(self, node: str) -> Annotation | None:
        """The annotation of the result if all operands have this node; None if JAX refuses them."""
        return self._annotation(self.results(node))

    def returns_of(self, nodes: tuple[str, ...]) -> Annotation | None:
        """The annotation of the result for operands of these nodes; None if JAX refuses them."""
        return self._annotation(nodes_of(self.outcome(nodes)))

    def obeying(
        self, requested: Iterable[str], operands: Iterable[str] = NODES
    ) -> tuple[bool, ...]:
        """Return for each result whether it always has the requested dtype.

        Always means for each of the requested dtypes, and for operands of each of the nodes
        ``operands`` that JAX accepts. If JAX accepts none, no result obeys.
        """
        key = tuple(requested), tuple(operands)
        if key not in self._obeying:
            taken = {each for dtype in key[0] for each in self._obedient(dtype, key[1])}
            self._obeying[key] = tuple(map(all, zip(*taken, strict=True))) or (False,) * self.count
        return self._obeying[key]

    def _obedient(self, requested: str, operands: Iterable[str]) -> Iterator[tuple[bool, ...]]:
        """For each node that JAX accepts, whether each of the results has the requested dtype."""
        asked = self.semantics.requested(requested)
        for node in operands:
            outcome = self._answers.to_request(requested, self._operands(node))
            if isinstance(outcome, Resolved):
                yield tuple(result == asked for result in outcome.results)
            elif isinstance(outcome, Unknown):
                yield (False,) * self.count

    def with_dtype(self, dtype: str, obeying: Iterable[bool]) -> Annotation:
        """The annotation of the result for a requested dtype."""
        return self.container([array_or_any(dtype) if each else ANY_ARRAY for each in obeying])

    @property
    def count(self) -> int:
        """The number of returned arrays."""
        return array_count(self.rule)

    @property
    def anything(self) -> Annotation:
        """The annotation of the result with all dtypes unknown."""
        return self.container([ANY_ARRAY] * self.count)

    @cached_property
    def unknown(self) -> Annotation:
        """The annotation of the result if the dtype of an operand is unknown."""
        accepted = {self.results(node) for node in NODES} - {None}
        if self.rule.usual.keys:
            accepted.add(self.key_results())
        nodes = accepted.pop() if len(accepted) == 1 else ()
        if not nodes:
            return self.anything
        return self.container(_arrays(nodes))

    def is_constant(self) -> bool:
        """Whether JAX accepts operands of all dtypes, and the result is always the same."""
        keys = {self.of_keys()} if self.rule.usual.keys else set()
        return len({self.returns(node) for node in NODES} | keys) == 1

    def key_results(self) -> tuple[str, ...]:
        """The dtypes of the results for typed PRNG keys; empty if they are unknown."""
        outcome = resolve(self.rule, (PRNG_KEY,) * self.arity, self.semantics)
        return outcome.results if isinstance(outcome, Resolved) else ()

    def of_keys(self) -> Annotation:
        """The annotation of the result for typed PRNG keys."""
        known = _arrays(self.key_results())
        return self.container(known) if known else self.anything

    def container(self, arrays: Sequence[Annotation]) -> Annotation:
        """The annotation of the result, in the shape of the rule, with these arrays."""
        return reading.container(self.rule, arrays)

    def preserved(self) -> set[str]:
        """The nodes that are kept: results have the node, or are the same for all nodes."""
        pattern = self._pattern()
        return {node for node in NODES if self.results(node) == _filled(pattern, node)}

    def kept(self, own: Annotation) -> Annotation:
        """The annotation of the result for an array of a preserved node."""
        return self.container(
            [array(Name(dtype_class(each))) if each else own for each in self._pattern()]
        )

    def _pattern(self) -> _Pattern:
        """The results for most nodes, in which None stands for the node itself."""
        found = Counter(
            tuple(None if each == node else each for each in nodes)
            for node in NODES
            if (nodes := self.results(node)) and node in nodes
        )
        return found.most_common(1)[0][0] if found else (None,) * self.count

    def refuses_bool_alone(self) -> bool:
        """Whether JAX refuses bool, but not all dtypes above it."""
        return self.returns("bool") is None and self.returns("weak_int") is not None

    def result_classes(self, node: str) -> tuple[str, ...] | None:
        """The classes of the results; None if they are unknown, or JAX refuses the operands."""
        nodes = self.results(node)
        return tuple(map(dtype_class, nodes)) if nodes else None

    def _operands(self, node: str) -> tuple[str, ...]:
        return (node,) * self.arity if self.rule.operands else ()

    def outcome(self, nodes: tuple[str, ...]) -> Outcome:
        """The rule's answer for operands of these nodes; see :meth:`Answers.to`."""
        return self._answers.to(nodes)

    def _annotation(self, results: tuple[str, ...] | None) -> Annotation | None:
        if results is None:
            return None
        return self.container(_arrays(results)) if results else self.unknown

    def results(self, node: str) -> tuple[str, ...] | None:
        """The nodes of the results; empty if unknown, None if JAX refuses the operands."""
        if node not in self._joined:
            self._joined[node] = self._nodes_of(node)
        return self._joined[node]

    def _nodes_of(self, node: str) -> tuple[str, ...] | None:
        return nodes_of(self.outcome(self._operands(node)))


def _arrays(nodes: Iterable[str]) -> list[Annotation]:
    return [array(Name(dtype_class(node))) for node in nodes]


def nodes_of(outcome: Outcome) -> tuple[str, ...] | None:
    """The nodes of the result; empty if it is unknown, None if JAX refuses the operands."""
    if isinstance(outcome, Resolved):
        return outcome.results
    return None if isinstance(outcome, Refusal) else ()
