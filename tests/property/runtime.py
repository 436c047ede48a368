"""JAX's answers: the dtype of every subexpression, by abstract evaluation.

``jax.eval_shape`` runs JAX's Python code and compiles nothing. That is fast, works for dtypes
without kernels on the CPU (the 6-bit floats), and avoids the caches of compiled programs, which
confuse int1 with uint1.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from types import CodeType
from typing import Any, TypeAlias

import jax
import jax.numpy as jnp
import numpy as np

from promo_typing.core.dtypes import NODES
from promo_typing.lattice.semantics import Semantics
from promo_typing.oracle import Oracle
from tests.tracebacks import whole_tracebacks

from .accidents import accident
from .expressions import Expression, Rendered
from .outcomes import Dtype, Failed, Foreign, Observation, Outcome, Refused, Unreached

_SHAPE = (2, 2)
_NARROWING = "will be truncated to dtype"
_DROPPING = ("Casting from complex to real", "Casting complex values to real")
_WEAK_KINDS = {"i": "weak_int", "f": "weak_float", "c": "weak_complex", "b": "bool"}
_MODULES = {"jax": jax, "jnp": jnp, "np": np}
_PROGRAM = "<program>"
"""The file name of the evaluated programs."""
_Call: TypeAlias = tuple[str, tuple[tuple[str, bool], ...]]
"""A template, and descriptions of its operands."""


def observe(
    programs: Sequence[Rendered],
    arrays: Mapping[str, str],
    others: Mapping[str, object],
    semantics: Semantics,
) -> list[list[Observation]]:
    """Return JAX's answer for each subexpression of each program.

    Args:
        programs: the programs.
        arrays: the variables that are JAX arrays, and their nodes.
        others: the other variables, and their values.
        semantics: the settings of JAX.
    """
    found: list[list[Observation]] = []

    def run(tracers: dict[str, Any]) -> None:
        names = {**_MODULES, **others, **tracers}
        found.extend(_observe(program, names, _warned(semantics)) for program in programs)

    with Oracle(semantics), whole_tracebacks():
        jax.eval_shape(run, {name: _abstract(node, semantics) for name, node in arrays.items()})
    return found


def _abstract(node: str, semantics: Semantics) -> object:
    make: Callable[..., object] = jax.ShapeDtypeStruct
    dtype = jnp.dtype(semantics.strong(node))
    return make(_SHAPE, dtype, weak_type=NODES[node].weak)


@cache
def _warned(semantics: Semantics) -> set[_Call]:
    """The calls for which JAX has warned of truncation: it warns only when it traces anew."""
    return set()


def _observe(
    program: Rendered, names: Mapping[str, object], warned: set[_Call]
) -> list[Observation]:
    found: list[Observation] = []
    values: list[object] = []
    for span in program.spans:
        if any(isinstance(found[i].outcome, Refused | Failed | Unreached) for i in span.operands):
            value, seen = None, Observation(Unreached())
        else:
            operands = [values[i] for i in span.operands]
            value, seen = _evaluate(span.expression, operands, names)
            call = span.expression.template, tuple(map(_signature, operands))
            if seen.narrowed:
                warned.add(call)
            elif call in warned:
                seen = replace(seen, narrowed=True)
        values.append(value)
        found.append(seen)
    return found


def _signature(operand: object) -> tuple[str, bool]:
    """The part of JAX's cache key of traces that differs between operands here."""
    return str(getattr(operand, "dtype", type(operand))), getattr(operand, "weak_type", False)


def _evaluate(
    expression: Expression, operands: Sequence[object], names: Mapping[str, object]
) -> tuple[object, Observation]:
    code = _compiled(expression.template, len(operands))
    values = {_operand_name(place): value for place, value in enumerate(operands)}
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            value = eval(code, {**names, **values})
        except Exception as error:
            cause = accident(error, _PROGRAM)
            why = f"{type(error).__name__}: {str(error)[:150]}"
            return None, Observation(Failed(cause) if cause else Refused(why))
    texts = [str(warning.message) for warning in caught]
    narrowed = any(_NARROWING in text for text in texts)
    dropped = any(text.startswith(_DROPPING) for text in texts)
    return value, Observation(_outcome(value), narrowed, dropped)


@cache
def _compiled(template: str, operands: int) -> CodeType:
    return compile(template.format(*map(_operand_name, range(operands))), _PROGRAM, "eval")


def _operand_name(place: int) -> str:
    return f"_operand_{place}"


def _outcome(value: Any) -> Outcome:
    if not isinstance(value, jax.Array):
        is_numpy = isinstance(value, np.ndarray | np.generic)
        return Foreign(str(value.dtype) if is_numpy else type(value).__name__)
    return Dtype(_WEAK_KINDS[value.dtype.kind] if value.weak_type else str(value.dtype))
