"""The answers of rules, cached across all functions with the same rule."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cache

from promo_typing.core.versions import SUPPORTED
from promo_typing.lattice.semantics import Semantics
from promo_typing.rules import Outcome, Refusal, Rule, Unknown, resolve
from promo_typing.rules.catalogue.renaming import renamed
from promo_typing.rules.select import of_version


@dataclass(frozen=True, eq=False, slots=True)
class Answers:
    """The cached answers of a rule; use :func:`answers`.

    Attributes:
        rule: the rule that is asked.
        settings: the settings under which it is asked; an answer is known if all of them agree.
        optional: the number of trailing operands that may be left out.
    """

    rule: Rule
    settings: tuple[Semantics, ...]
    optional: int
    _outcomes: dict[tuple[str, ...], Outcome] = field(default_factory=dict, init=False)
    _requested: dict[tuple[str, tuple[str, ...]], Outcome] = field(default_factory=dict, init=False)

    def to(self, nodes: tuple[str, ...]) -> Outcome:
        """The answer for operands of these nodes.

        Trailing optional operands of dtypes that occur before may also be left out. The answer is
        unknown if it would then be another one.
        """
        found = self._outcomes.get(nodes)
        if found is None:
            found = self._outcomes[nodes] = self._resolved(nodes)
        return found

    def to_request(self, dtype: str, nodes: tuple[str, ...]) -> Outcome:
        """The answer for a requested dtype, with all operands given."""
        found = self._requested.get((dtype, nodes))
        if found is None:
            found = self._requested[dtype, nodes] = self._in_all_versions(nodes, dtype)
        return found

    def _resolved(self, nodes: tuple[str, ...]) -> Outcome:
        count = len(nodes)
        counts = range(count - min(self.optional, count - 1), count + 1) if nodes else (0,)
        outcomes = {
            self._in_all_versions(nodes[:passed])
            for passed in counts
            if set(nodes[:passed]) == set(nodes)
        }
        refused = all(isinstance(each, Refusal) for each in outcomes)
        return outcomes.pop() if refused or len(outcomes) == 1 else Unknown()

    def _in_all_versions(self, nodes: tuple[str, ...], dtype: str | None = None) -> Outcome:
        outcomes = {resolve(self.rule, nodes, each, dtype) for each in self.settings}
        return outcomes.pop() if len(outcomes) == 1 else Unknown()


@cache
def answers(rule: Rule, semantics: Semantics, optional: int) -> Answers:
    """The answers of a rule, cached for all users of the rule."""
    return Answers(rule, tuple(_settings(rule, semantics)), optional)


def _settings(rule: Rule, semantics: Semantics) -> Iterable[Semantics]:
    """The settings under which answers may differ: a version of JAX for each change of the rule.

    To ask without a version would ask about all versions, although most rules never change.
    """
    if semantics.jax is not None:
        return [semantics]
    first_of_each = {of_version(rule, version): version for version in reversed(SUPPORTED)}
    return [replace(semantics, jax=version) for version in first_of_each.values()]


@cache
def nameless(rule: Rule) -> Rule:
    """The rule with operands named by position, so that equal rules compare equal."""
    return renamed(rule, {each.name: str(place) for place, each in enumerate(rule.operands)})
