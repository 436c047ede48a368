"""Many calls in one trace or in one compiled program, which takes far less than one for each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias, TypeVar

import jax

from tests.tracebacks import whole_tracebacks

T = TypeVar("T")
Operands: TypeAlias = tuple[Any, ...]

UNOPTIMISED: Final = {
    "xla_backend_optimization_level": 0,
    "xla_llvm_disable_expensive_passes": True,
}


def in_one_trace(look: Callable[..., T], given: Sequence[Operands]) -> list[T]:
    """Return what ``look`` returns for each tuple of operands; nothing is compiled.

    A ``jax.ShapeDtypeStruct`` among the operands is an array of JAX there, all others are as they
    are. No such array may be part of what is returned.
    """
    abstract = dict.fromkeys(
        (place, each)
        for operands in given
        for place, each in enumerate(operands)
        if isinstance(each, jax.ShapeDtypeStruct)
    )
    found: list[T] = []

    def run(tracers: list[Any]) -> None:
        arrays = dict(zip(abstract, tracers, strict=True))
        for operands in given:
            found.append(look(*(_traced(arrays, *each) for each in enumerate(operands))))

    with whole_tracebacks():
        jax.eval_shape(run, [struct for _, struct in abstract])
    return found


def _traced(arrays: Mapping[tuple[int, Any], Any], place: int, operand: Any) -> Any:
    return arrays[place, operand] if isinstance(operand, jax.ShapeDtypeStruct) else operand


def in_one_program(call: Callable[..., Any], given: Sequence[Operands]) -> list[Any]:
    """Return what ``call`` computes of each tuple of operands; arrays of JAX are traced.

    To optimise the program would take as long as to compile it does.
    """
    arrays = {id(each): each for operands in given for each in operands if _is_array(each)}

    def run(tracers: dict[int, Any]) -> list[Any]:
        return [call(*(tracers.get(id(each), each) for each in operands)) for operands in given]

    found: list[Any] = jax.jit(run, compiler_options=UNOPTIMISED)(arrays)
    return found


def _is_array(operand: object) -> bool:
    return isinstance(operand, jax.Array)
