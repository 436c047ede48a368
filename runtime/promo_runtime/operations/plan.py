"""Plans of casts, with reasons, made from dtypes alone before anything is executed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from promo_runtime.families import described
from promo_typing.systems import ExecutableSystem, Operand, Undefined


@dataclass(frozen=True, slots=True)
class Cast:
    """The cast of one input; ``source`` equals ``target`` if it is left as it is."""

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
        casts: one for each input, in their order.
        results: the dtypes of the results as the system has them; empty: as JAX computes them.
            With x64 off, JAX truncates 64-bit dtypes when the plan is executed.
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


def plan_function(
    system: ExecutableSystem, function: str, operands: Sequence[Operand]
) -> Plan | Undefined:
    """Plan a call of a function of ``jax.numpy`` on operands of these dtypes.

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
