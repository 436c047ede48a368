"""Plans of casts, with reasons, made from dtypes alone before anything is executed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import jax

from promo_runtime.families import described
from promo_typing.lattice.semantics import Semantics
from promo_typing.rules import Outcome, Refusal, Rule, Unknown, resolve
from promo_typing.rules.bind import bind
from promo_typing.systems import ExecutableSystem, Operand, Undefined


@dataclass(frozen=True, slots=True)
class Cast:
    """The cast of one input; without a cast ``source`` equals ``target``."""

    source: str
    target: str
    reason: str

    def __str__(self) -> str:
        if self.source == self.target:
            return f"{self.source}: as it is"
        return f"{self.source} -> {self.target}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Plan:
    """The planned casts of a computation.

    Attributes:
        system: the name of the promotion system.
        casts: one cast for each input, in order.
        results: the dtypes of the results under the system; empty if JAX decides them. With x64
            off, JAX truncates 64-bit dtypes when the plan is executed.
        weak: whether the result is weakly typed.
    """

    system: str
    casts: tuple[Cast, ...]
    results: tuple[str, ...] = ()
    weak: bool = False

    def __str__(self) -> str:
        lines = [f"input {position}: {cast}" for position, cast in enumerate(self.casts)]
        results = ", ".join(self.results) or "as JAX computes it"
        return "\n".join([f"promotion system {self.system}", *lines, f"result: {results}"])


@dataclass(frozen=True, slots=True)
class JaxCall:
    """A call as JAX's own rule sees it.

    Attributes:
        rule: the rule of the function, selected for the arguments; None if they do not decide it.
        names: for each array, the name of the operand to which it belongs.
        dtype: the requested dtype, if there is one.
    """

    rule: Rule | None
    names: tuple[str, ...]
    dtype: str | None = None

    def outcome(self, nodes: Sequence[str], semantics: Semantics) -> Outcome:
        """Return JAX's answer to operands of these dtypes; unknown if the rule cannot tell."""
        if self.rule is None:
            return Unknown()
        order = [operand.name for operand in self.rule.operands]
        known = [pair for pair in zip(self.names, nodes, strict=True) if pair[0] in order]
        known.sort(key=lambda pair: order.index(pair[0]))
        names = [name for name, _ in known]
        try:
            bound = bind(self.rule.operands, names)
            if any(bound[name] != (name,) * names.count(name) for name in names):
                return Unknown()  # An operand before a given one is left out.
            return resolve(self.rule, [node for _, node in known], semantics, self.dtype)
        except ValueError:
            return Unknown()


@dataclass(frozen=True, slots=True)
class BeyondJax:
    """The promotion system has a result, but JAX's function refuses the dtypes of the casts."""

    dtypes: tuple[str, ...]
    refusal: Refusal


def plan_call(
    system: ExecutableSystem,
    function: str,
    operands: Sequence[Operand],
    call: JaxCall,
    semantics: Semantics,
) -> Plan | Undefined | BeyondJax:
    """Plan a call of a function of ``jax.numpy`` for execution by JAX under some settings."""
    found = plan_function(system, function, operands)
    if isinstance(found, Undefined):
        return found
    targets = tuple(cast.target for cast in found.casts)
    missing = [each for each in (*targets, *found.results) if not _is_in_jax(each)]
    if missing:
        return Undefined(f"JAX has no {missing[0]}")
    outcome = call.outcome([semantics.requested(each) for each in targets], semantics)
    return BeyondJax(targets, outcome) if isinstance(outcome, Refusal) else found


def _is_in_jax(dtype: str) -> bool:
    return dtype == "bool" or hasattr(jax.numpy, dtype)


def plan_function(
    system: ExecutableSystem, function: str, operands: Sequence[Operand]
) -> Plan | Undefined:
    """Plan the casts of a call on operands of these dtypes, whether or not JAX can execute it.

    ``Undefined`` says why the system has no result.
    """
    asked = described(function)
    if asked is None or not operands:
        return Undefined(f"{system.name} is not asked about {function}")
    kernel = system.kernel(asked, operands)
    if isinstance(kernel, Undefined):
        return kernel
    casts = tuple(
        Cast(shown(each), target, f"{asked.name} computes in {target} under {system.name}")
        for each, target in zip(operands, kernel.operands, strict=True)
    )
    return Plan(system.name, casts, kernel.results, kernel.weak)


def shown(operand: Operand) -> str:
    """The operand in words: ``int32``, ``weak int32``, ``Python int``."""
    if operand.python:
        return f"Python {operand.dtype}"
    return f"weak {operand.dtype}" if operand.weak else operand.dtype
