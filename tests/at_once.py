"""Makes many calls in one trace or one compiled program, which is much faster than one by one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias, TypeVar

import jax

from tests.tracebacks import whole_tracebacks

T = TypeVar("T")
Operands: TypeAlias = tuple[Any, ...]

UNOPTIMISED: Final = {
    "xla_backend_optimization_level": 0,
    "xla_llvm_disable_expensive_passes": True,
}


def in_one_trace(
    look: Callable[..., T], given: Sequence[Operands], arrays: type = jax.ShapeDtypeStruct
) -> list[T]:
    """Return what ``look`` returns for each tuple of operands; nothing is compiled.

    ``look`` gets operands of the type ``arrays`` as tracers, and all others unchanged. It must not
    return a tracer.
    """
    abstract = {
        (place, id(each)): each
        for operands in given
        for place, each in enumerate(operands)
        if isinstance(each, arrays)
    }
    found: list[T] = []

    def run(tracers: list[Any]) -> None:
        traced = dict(zip(abstract, tracers, strict=True))
        for operands in given:
            places = enumerate(operands)
            found.append(look(*(traced.get((place, id(each)), each) for place, each in places)))

    with whole_tracebacks():
        jax.eval_shape(run, [*abstract.values()])
    return found


def in_one_program(call: Callable[..., Any], given: Sequence[Operands]) -> list[Any]:
    """Return the results of ``call`` for all tuples of operands; JAX arrays are traced.

    The program is not optimised, since that would take as long as compiling it.
    """
    every = {id(each): each for operands in given for each in operands}
    arrays = {key: each for key, each in every.items() if isinstance(each, jax.Array)}

    def run(tracers: dict[int, Any]) -> list[Any]:
        return [call(*(tracers.get(id(each), each) for each in operands)) for operands in given]

    found: list[Any] = jax.jit(run, compiler_options=UNOPTIMISED)(arrays)
    return found
