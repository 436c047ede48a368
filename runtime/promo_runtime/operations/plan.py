"""Which operand is cast to what, and why: decided on dtypes alone, before anything is executed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from promo_runtime.families import NAMESPACE, Family, family
from promo_runtime.loops import Loop, loop
from promo_typing.rules import FUNCTIONS
from promo_typing.systems import Operand, OperationClass, Promoted, Result, System, Undefined
from promo_typing.systems.kinds import facts

_CLASSES: Final[dict[Family, OperationClass]] = {"arithmetic": "arithmetic", "dot": "dot"}

_WIDENED: Final = {"complex32": "complex64"}
"""In place of a dtype that JAX does not have, where only the computation has it."""


@dataclass(frozen=True, slots=True)
class Cast:
    """What happens to one input; ``source`` and ``target`` are equal if it is left as it is."""

    source: str
    target: str
    reason: str

    def __str__(self) -> str:
        if self.source == self.target:
            return f"{self.source}: as it is"
        return f"{self.source} -> {self.target}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Plan:
    """The casts of a computation.

    Attributes:
        system: the name of the promotion system.
        casts: one for each input, in their order.
        results: the dtypes of the results as the system has them; empty: as JAX computes them.
            With x64 off, JAX narrows 64-bit dtypes when the plan is executed.
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


def plan_function(system: System, function: str, operands: Sequence[Operand]) -> Plan | Undefined:
    """Plan a call of a function of ``jax.numpy`` on operands of these dtypes.

    ``Undefined`` says why the system has no result.
    """
    name, kind = function.removeprefix(NAMESPACE), family(function)
    if kind is None or not operands:
        return Undefined(f"{system.name} is not asked about {function}")
    if kind == "keep":
        return _kept(system, name, operands)
    joined = joined_dtype(system, kind, operands)
    if isinstance(joined, Undefined):
        return joined
    found = loop(system.name, name, operands, joined.dtype, compares=kind == "compare")
    if isinstance(found, Undefined):
        return found
    if found is not None:
        return _planned(system, operands, found, name, weak=False)
    return _by_family(system, name, kind, joined, operands)


def joined_dtype(system: System, kind: Family, operands: Sequence[Operand]) -> Result:
    """Return what a family promotes operands to."""
    if kind in _CLASSES and len(operands) == 2:
        return system.operation(_CLASSES[kind], *operands)
    if kind == "dot" and system.name.endswith(("torch", "pytorch")):
        return _equal(operands)
    joined = system.result_type(*operands)
    if kind == "compare" and isinstance(joined, Undefined) and len(operands) == 2:
        return _compared(system, operands, joined)
    return joined


def inexact(system: System, joined: Promoted) -> Result:
    """Return the float that an integer becomes: what a Python float makes of it."""
    if facts(joined.dtype).rank >= 2:
        return joined
    found = system.result_type(joined.dtype, "float")
    return found if isinstance(found, Undefined) else Promoted(found.dtype)


def _by_family(
    system: System, name: str, kind: Family, joined: Promoted, operands: Sequence[Operand]
) -> Plan | Undefined:
    found: Result = joined
    if kind == "float":
        found = inexact(system, joined)
    if kind == "sum":
        found = system.operation("sum", operands[0])
    if isinstance(found, Undefined):
        return found
    computed = _WIDENED.get(found.dtype, found.dtype) if kind == "compare" else found.dtype
    every = Loop((computed,) * len(operands), _results(kind, name, found.dtype))
    return _planned(system, operands, every, name, weak=found.weak)


def _results(kind: Family, name: str, dtype: str) -> tuple[str, ...]:
    """The dtype of the result, where it is that of the computation."""
    if kind == "compare":
        return ("bool",)
    same = FUNCTIONS[NAMESPACE + name].results == ("same",)
    return (dtype,) if kind in ("sum", "dot") or same else ()


def _planned(
    system: System, operands: Sequence[Operand], found: Loop, name: str, *, weak: bool
) -> Plan:
    casts = tuple(
        Cast(shown(each), target, f"{name} computes in {target} under {system.name}")
        for each, target in zip(operands, found.operands, strict=True)
    )
    return Plan(system.name, casts, found.results, weak)


def _kept(system: System, name: str, operands: Sequence[Operand]) -> Plan | Undefined:
    """A function of one array: the system decides whether it takes it, and little else."""
    single = [system.result_type(each) for each in operands]
    for result in single:
        if isinstance(result, Undefined):
            return result
    dtypes = tuple(result.dtype for result in single if isinstance(result, Promoted))
    found = loop(system.name, name, operands, dtypes[0])
    if isinstance(found, Undefined):
        return found
    return _planned(system, operands, found or Loop(dtypes), name, weak=False)


def _equal(operands: Sequence[Operand]) -> Result:
    """PyTorch multiplies any number of arrays of one dtype."""
    dtypes = list(dict.fromkeys(each.dtype for each in operands))
    if len(dtypes) > 1:
        return Undefined(f"dot takes equal dtypes, not {' and '.join(dtypes)}")
    return Promoted(dtypes[0])


def _compared(system: System, operands: Sequence[Operand], refusal: Undefined) -> Result:
    """An int that does not fit the dtype of an array can be compared to it nevertheless."""
    if isinstance(system.operation("comparison", *operands), Undefined):
        return refusal
    wide = (Operand("int64") if each.python else each for each in operands)
    return system.result_type(*wide)


def shown(operand: Operand) -> str:
    """The operand in words: ``int32``, ``weak int32``, ``Python int``."""
    if operand.python:
        return f"Python {operand.dtype}"
    return f"weak {operand.dtype}" if operand.weak else operand.dtype
